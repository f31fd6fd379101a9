/** A typed address beside one of the postal data: which part of it is there, and what follows. */

export type Address = { prefecture: string; city: string; town: string }

export const textOf = ({ prefecture, city, town }: Address) => prefecture + city + town

type Match = {
  /** All of it is there already. */
  isWhole: boolean
  /** The address with what was typed behind it. */
  completed: string
  rest: string
}

/** Null where another address was typed. It may lack prefecture and city, as browsers fill it in, or all of it but the house. */
export function matchOf(typed: string, address: Address): Match | null {
  const whole = textOf(address)
  for (const start of startsOf(address)) {
    const found = follow(typed, whole.slice(start))
    if (!found) continue
    const { rest, isComplete } = found
    // A town's name alone may be but the beginning of another's, and a house without a town has a figure.
    const isTownAlone = start >= whole.length - address.town.length
    if (isTownAlone && !HOUSE.test(rest)) continue
    return { isWhole: start === 0 && isComplete, completed: whole + rest, rest }
  }
  return null
}

const HOUSE = /^(?:$|[0-9０-９]|[〇一二三四五六七八九十]+(?:丁目|番|号))/

/** Where people begin: with the prefecture, the city, its ward or town of a district, the town, the house. */
function startsOf({ prefecture, city, town }: Address): number[] {
  const cut = city.search(/[市郡]/) + 1
  const before = prefecture.length
  const parts = [0, before, ...(cut > 0 && cut < city.length ? [before + cut] : [])]
  return [...parts, before + city.length, before + city.length + town.length]
}

/** What of a text follows these letters, blanks between them aside; null where it says something else. */
function follow(text: string, letters: string): { rest: string; isComplete: boolean } | null {
  let at = 0
  const skipBlanks = () => {
    while (/\s/.test(text.charAt(at))) at += 1
  }
  skipBlanks()
  for (const letter of letters) {
    if (at === text.length) return at > 0 ? { rest: '', isComplete: false } : null
    if (oneSpelling(text.charAt(at)) !== oneSpelling(letter)) return null
    at += 1
    skipBlanks()
  }
  return { rest: text.slice(at), isComplete: true }
}

/** 霞ヶ関, 霞が関, 霞ケ関. */
const oneSpelling = (letter: string) => letter.replace(/[ヶヵがガケ]/, 'ケ')
