/**
 * What a search for applications goes by: texts and words folded to one spelling, and the grams that they consist of. A
 * text is found by a word that stands in it; its grams narrow down where to look.
 */

import { foldName, foldText } from './search-folding.ts'

/** Between two texts of an application: no word goes across it. */
const SEPARATOR = '\n'
/** Characters of a gram; of Latin letters and digits, which are few, a third one tells more. */
const SHORT = 2
const LONG = 3

/** The texts of an application as one, in the form that words are looked for in. */
export function searchText(texts: readonly string[]): string {
  const folded = texts.flatMap((text) => {
    const { whole, core } = foldName(text)
    // The corporation's bare name, where its legal form stands between the words.
    return whole.includes(core) ? [whole] : [whole, core]
  })
  return [...new Set(folded.filter((text) => text !== ''))].join(SEPARATOR)
}

/** The words of a search, each of which has to stand in the text. */
export function searchTerms(search: string): string[] {
  const words = search.normalize('NFKC').split(/\s+/)
  return [...new Set(words.map((word) => foldName(word).core || foldText(word)))].filter(Boolean)
}

/** A word of one character has no gram: it is looked for where another word leads. */
export function isIndexed(term: string): boolean {
  return gramsOfTerm(term).length > 0
}

/** Every gram of a text, once. */
export function searchGrams(text: string): Set<string> {
  const grams = new Set<string>()
  for (const line of text.split(SEPARATOR)) {
    const characters = Array.from(line)
    for (let at = 0; at < characters.length; at += 1)
      for (const length of [SHORT, LONG]) {
        const gram = characters.slice(at, at + length).join('')
        if (characters.length - at >= length && (length === SHORT || isLatin(gram))) grams.add(gram)
      }
  }
  return grams
}

/** The grams that a text with this word has, the longer ones where there are. */
export function gramsOfTerm(term: string): string[] {
  const grams = [...searchGrams(term)]
  return grams.filter((gram) => !grams.some((other) => other !== gram && other.includes(gram)))
}

function isLatin(gram: string): boolean {
  return /^[a-z0-9]+$/.test(gram)
}

/** A receipt number as it is stored, whatever its spelling; null for what is none. */
export function referenceOf(text: string): string | null {
  const [, start, end] = /^([a-z0-9]{4})([a-z0-9]{4})$/.exec(foldText(text)) ?? []
  return start && end ? `${start}-${end}`.toUpperCase() : null
}
