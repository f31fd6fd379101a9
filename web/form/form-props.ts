/** Event delegation: one set of handlers on the form for all of its controls. */
import type { FocusEvent, FormEvent, KeyboardEvent, RefObject } from 'react'
import { isEnterInField } from './form.ts'

type Listeners = {
  form: RefObject<HTMLFormElement | null>
  onPress: () => void
  /** An input event in the control of this name. */
  onEdit: (control: string) => void
  /** A control got focus. */
  onStart: () => void
  onLeave: (control: EventTarget) => void
}

export function formPropsOf({ form, onPress, onEdit, onStart, onLeave }: Listeners) {
  return {
    ref: form,
    noValidate: true,
    // Submitted before hydration, a GET form would put personal data into the address.
    method: 'post',
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      onPress()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (isEnterInField(event.nativeEvent)) event.preventDefault()
    },
    onInput: ({ target }: Pick<Event, 'target'>) => onEdit((target as HTMLInputElement).name),
    onBlur: ({ target }: FocusEvent) => onLeave(target),
    onFocus: onStart,
  } as const
}
