/** What a database may refuse, or give back otherwise than it was typed. Pure. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

const LONE_SURROGATE = /\p{Surrogate}/u

/** True for text that could not be stored exactly as typed: control characters, lone surrogates (reading 23). */
export function isUnstorable(text: string): boolean {
  return CONTROL.test(text) || LONE_SURROGATE.test(text)
}
