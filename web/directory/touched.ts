/** Brings the directory's code to a form that a person has begun with, where the server has a directory. */
import { announcedPeriod } from './look-up.ts'

/** At every focus: what is there already is not loaded again. */
export function onTouch(form: HTMLFormElement | null): void {
  const period = announcedPeriod()
  if (!form || !period) return
  import('./directory-tools.tsx').then(
    ({ start }) => start(form, period),
    () => {},
  )
}
