/** Moves the focus to a place of the page that can be seen then. */
import { moveFocus } from '#ui/focus.ts'
import { controlOf } from '#ui/write-control.ts'

/** To a heading by its id; to the page's own where that part is not there any more. */
export function focusAt(id = ''): void {
  moveFocus(document.getElementById(id) ?? document.querySelector('h1'))
}

/** To a control by its name, and what is said of it in the window too. */
export function focusOn(form: HTMLFormElement, name: string): void {
  const control = controlOf(form, name)
  if (!control) return
  control.closest('.field, .waiver')?.scrollIntoView({ block: 'nearest' })
  control.focus({ preventScroll: true })
}
