/** Loads the directory's code at the first touch of a form, where the server has a directory. */
import { loadLate } from '../reload.ts'
import { announcedPeriod } from './announced.ts'

const loadTools = () => import('./directory-tools.tsx')

/** At every focus: what is there already is not loaded again. */
export async function onTouch(form: HTMLFormElement | null): Promise<void> {
  const period = announcedPeriod()
  if (!form || !period) return
  const code = await loadLate(loadTools)
  code?.start(form, period)
}
