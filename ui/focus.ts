/** Focus management: where the focus goes when the button that had it is gone; else it would be lost, and the next Tab begin at the top of the page. */

/** To a control, or to what takes no focus by itself: a heading, a row. Nothing where there is none. */
export function moveFocus(to: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!to) return
  if (to.tabIndex < 0) to.tabIndex = -1
  to.focus(options)
}

/** Only where it was lost by now: whoever has gone on meanwhile is not called back. */
export function catchFocus(to: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) moveFocus(to)
}
