/** Uncontrolled controls: found in their form by name, and written as typing would write them. */

export type TextControl = HTMLInputElement | HTMLSelectElement

/** Null where the form has none of this name. */
export function controlOf(form: HTMLFormElement | null, name: string): TextControl | null {
  return textControl(form?.elements.namedItem(name))
}

/** The element, where it is a control that holds a text. */
export function textControl(element: unknown): TextControl | null {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
    ? element
    : null
}

/** A control that holds this text already hears nothing. */
export function writeControl(control: TextControl | null, text: string): void {
  if (!control || control.value === text) return
  control.value = text
  dispatchInput(control)
}

/** Tells React and the form's listeners that a control was written to. */
export function dispatchInput(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
