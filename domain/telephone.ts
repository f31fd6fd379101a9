/** Telephone numbers in what people write: which numbers a text names, whatever else stands in it. */
import { withoutHidden } from './hidden-characters.ts'
import { HYPHENS, nfkc } from './text.ts'

/** Digits of a number that proves something. */
const FEWEST_DIGITS = 9

// Digits of one number, and what people put between them: 03-1234-5678, 03（1234）5678, +81 (0)3 1234 5678, 03の1234の5678.
// Words, slashes and commas end it.
const WRITTEN = new RegExp(`\\+?[0-9](?:[${HYPHENS}\\s().[\\]〔〕【】・の~〜]*[0-9])*`, 'g')

/** The numbers that a text names, each once, as they are dialled within Japan; what has too few digits is none. */
export function telephoneNumbersIn(text: string): string[] {
  const plain = nfkc(withoutHidden(text))
  const numbers = (plain.match(WRITTEN) ?? []).flatMap(numbersOfRun)
  return [...new Set(numbers)].filter(({ length }) => length >= FEWEST_DIGITS)
}

/**
 * Whether an answer names numbers of this text, and no other: several guesses in one answer are none. `isSame` compares,
 * and is asked about every pair.
 */
export function namesNumberOf(
  text: string,
  answer: string,
  isSame: (one: string, other: string) => boolean = (one, other) => one === other,
): boolean {
  const numbers = telephoneNumbersIn(text)
  const known = telephoneNumbersIn(answer).map((given) =>
    numbers.map((number) => isSame(number, given)).includes(true),
  )
  return known.length > 0 && !known.includes(false)
}

/** A number ends where it is whole and a sign parts it from what follows: an extension, or the next number. */
function numbersOfRun(run: string): string[] {
  const numbers: string[] = []
  let written = ''
  for (const group of run.match(/\+?[0-9]+/g) ?? []) {
    if (isWhole(dialled(written))) {
      numbers.push(dialled(written))
      written = ''
    }
    written += group
  }
  return [...numbers, dialled(written)]
}

/** Ten digits; eleven of mobile, IP and other numbers whose third digit is a zero. Those that go abroad (010, 00) have no fixed length. */
function isWhole(number: string): boolean {
  const digits = /^0[25-9]0/.test(number) ? 11 : 10
  return /^0[1-9]/.test(number) && !number.startsWith('010') && number.length === digits
}

const FROM_ABROAD = /^(\+|010|00)?810?([1-9][0-9]*)$/

/** From within Japan: without its country, and with the zero that a spreadsheet or the country took from its front. */
function dialled(written: string): string {
  const [, prefix, rest] = FROM_ABROAD.exec(written) ?? []
  if (rest && (prefix || isWhole(`0${rest}`))) return `0${rest}`
  return isWhole(`0${written}`) ? `0${written}` : written.replace('+', '')
}
