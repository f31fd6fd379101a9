/** Lazy-loads the postal look-up at first use. */
import { messages } from '#domain/messages.ts'
import type { LookUpOutcome } from './postal.ts'

export const postalCode = () => import('./postal.ts')

export async function lookUp(form: HTMLFormElement): Promise<LookUpOutcome | null> {
  try {
    const { fillAddress } = await postalCode()
    return await fillAddress(form)
  } catch {
    return { sentence: messages.generic }
  }
}
