/** The postal look-up as its button calls it; its code is loaded when a person begins to type. */
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
