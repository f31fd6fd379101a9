/** Loads the directory's code at the first touch of a form, where the server has a directory. */
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
