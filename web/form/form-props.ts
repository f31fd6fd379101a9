/** How a form listens: one set of handlers for all of its controls, whatever their number. */
import type { FocusEvent, FormEvent, KeyboardEvent, RefObject } from 'react'
import type { RowRules } from '#domain/flows.ts'
import { isEnterInField, normaliseControl } from './form.ts'

type Listeners = {
  form: RefObject<HTMLFormElement | null>
  rules: RowRules
  onPress: () => void
  /** Something was typed or chosen in the control of this name. */
  onEdit: (control: string) => void
  /** A control was entered. */
  onStart: () => void
}

export function formPropsOf({ form, rules, onPress, onEdit, onStart }: Listeners) {
  return {
    ref: form,
    noValidate: true,
    // Pressed before the page comes to life, a form must not put what was typed into the address.
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
