/**
 * What was typed before hydration, where the page does not survive it: something else has changed it, as extensions do that
 * put an icon beside each field, and React draws it anew.
 */
import { WAITING_ID } from './frame-places.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** To be called before hydration; what it returns gives the new controls all that was typed, ticked and chosen in those before, and the focus with its caret. */
export function whatWasTyped(root: HTMLElement): () => void {
  const controls = root.querySelectorAll<Control>('input, select, textarea')
  let focused = document.activeElement
  root.addEventListener('focusin', ({ target }) => {
    focused = target as Element
  })
  return () => {
    // Once the first effects have taken that sentence away, a person has gone on with the page.
    if (!document.getElementById(WAITING_ID)) return
    for (const before of controls) {
      const control = document.getElementById(before.id) as Control | null
      if (!control) continue
      control.value = before.value
      if ('checked' in before) (control as HTMLInputElement).checked = before.checked
      if (before === focused) enter(control, before)
    }
  }
}

function enter(control: Control, before: Control): void {
  control.focus({ preventScroll: true })
  if (!('selectionStart' in before) || before.selectionStart === null) return
  const { selectionStart, selectionEnd, selectionDirection } = before
  const direction = selectionDirection ?? undefined
  ;(control as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd, direction)
}
