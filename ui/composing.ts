/** Whether a key is an input method's (IME composition): Safari tells of the one that ends a composition by its code alone. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}
