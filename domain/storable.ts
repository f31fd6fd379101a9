/** What a database may refuse, or give back otherwise than it was typed. Pure. */

const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu

/** True for text that could not be stored exactly as typed: control characters, lone surrogates (reading 23). */
export function isUnstorable(text: string): boolean {
  return text.search(UNSTORABLE) !== -1
}

/** The text without control characters and lone surrogates. */
export function withoutUnstorable(text: string): string {
  return text.replace(UNSTORABLE, '')
}
