/** Event delegation: one set of handlers on the form for all of its controls. */
import type { FocusEvent, FormEvent, KeyboardEvent, RefObject } from 'react'
import type { RowRules } from '#domain/flows.ts'
import { isEnterInField, normaliseControl } from './form.ts'

type Listeners = {
  form: RefObject<HTMLFormElement | null>
  rules: RowRules
  onPress: () => void
  /** An input event in the control of this name. */
  onEdit: (control: string) => void
  /** A control got focus. */
  onStart: () => void
}

export function formPropsOf({ form, rules, onPress, onEdit, onStart }: Listeners) {
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
    onBlur: (event: FocusEvent) => normaliseControl(event.target, rules),
    onFocus: onStart,
  } as const
}
