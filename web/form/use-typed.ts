/** What a form holds, followed while something is shown of it. */
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Values, valuesOf } from './controls.ts'

/** What `read` makes of the form's values, from before the next paint on; `initial` while `isShown` is false. */
export function useTyped<T>(
  form: RefObject<HTMLFormElement | null>,
  isShown: boolean,
  initial: T,
  read: (values: Values) => T,
): T {
  const [typed, setTyped] = useState(initial)
  const update = useEffectEvent((element: HTMLFormElement) => {
    const next = read(valuesOf(element))
    setTyped((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })
  useLayoutEffect(() => {
    const element = form.current
    if (!element || !isShown) return
    const follow = () => update(element)
    follow()
    element.addEventListener('input', follow)
    // After the blur has normalised what was typed.
    element.addEventListener('focusout', follow)
    return () => {
      element.removeEventListener('input', follow)
      element.removeEventListener('focusout', follow)
    }
  }, [form, isShown])
  return isShown ? typed : initial
}
