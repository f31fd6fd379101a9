/** Loads the directory's code at the first touch of a form, where the server has a directory. */
import { loadLate } from '../reload.ts'
import { announcedPeriod } from './announced.ts'

const loadTools = () => import('./directory-tools.tsx')

/** At every focus: what is there already is not loaded again. */
export async function onTouch(form: HTMLFormElement | null): Promise<void> {
  await load(form)
}

/** The press of the button beside the table, whether or not the code is there yet. */
export async function openDirectory(form: HTMLFormElement | null): Promise<void> {
  const code = await load(form)
  if (form) code?.open(form)
}

async function load(form: HTMLFormElement | null) {
  const period = announcedPeriod()
  if (!form || !period) return undefined
  const code = await loadLate(loadTools)
  code?.start(form, period)
  return code
}
