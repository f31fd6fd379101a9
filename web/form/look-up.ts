/** Lazy-loads the postal look-up at first use. */
import { messages } from '#domain/messages.ts'
import type { LookUpOutcome } from './postal.ts'

export const postalCode = () => import('./postal.ts')

export async function lookUp(form: HTMLFormElement): Promise<LookUpOutcome | null> {
  // Read at the press: what is typed while the code loads is the person's last word.
  const before = (form.elements.namedItem('address') as HTMLInputElement).value
  try {
    const { fillAddress } = await postalCode()
    return await fillAddress(form, before)
  } catch {
    return { sentence: messages.generic }
  }
}
