/** Lazy-loads the postal look-up at first use. */
import { messages } from '#domain/messages.ts'

export const postalCode = () => import('./postal.ts')

export async function lookUp(form: HTMLFormElement): Promise<string> {
  try {
    const { fillAddress } = await postalCode()
    return await fillAddress(form)
  } catch {
    return messages.generic
  }
}
