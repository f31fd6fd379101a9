/** What counts up at the start of texts, one after another, and is no part of them. A single text says nothing: 「①号館」 may be a name. */

type Counter = { pattern: RegExp; countOf: (written: string) => number; mayBeAlone?: true }

const COUNTERS: readonly Counter[] = [
  {
    pattern: /^\s*[(（]?([0-9０-９]{1,3})[)）.．:：、]\s*(?=\S)/u,
    countOf: digits,
    mayBeAlone: true,
  },
  {
    pattern: /^\s*(?:No\.?|№)\s?([0-9０-９]{1,3})[\s.:：]+(?=\S)/iu,
    countOf: digits,
    mayBeAlone: true,
  },
  { pattern: /^\s*([0-9０-９]{1,3})[\s　,，]+(?=\S)/u, countOf: digits },
  { pattern: /^\s*([①-⑳])\s*(?=\S)/u, countOf: (written) => written.charCodeAt(0) - 0x245f },
  { pattern: /^\s*([❶-❿])\s*(?=\S)/u, countOf: (written) => written.charCodeAt(0) - 0x2775 },
  {
    pattern: /^\s*([A-ZＡ-Ｚ])[.．)）]\s*(?=\S)/u,
    countOf: (written) => written.normalize('NFKC').charCodeAt(0) - 0x40,
  },
]

function digits(written: string): number {
  return Number(written.normalize('NFKC'))
}

/** The texts without it, where most of them carry it and it goes up by one from each to the next, or begins again. */
export function withoutEnumeration(texts: readonly string[]): string[] {
  const filled = texts.filter((text) => text.trim() !== '')
  const counter = COUNTERS.find((each) => countsUp(each, filled))
  return counter ? texts.map((text) => text.replace(counter.pattern, '')) : [...texts]
}

function countsUp({ pattern, countOf, mayBeAlone }: Counter, texts: readonly string[]): boolean {
  const values = texts.flatMap((text) => {
    const written = pattern.exec(text)?.[1]
    return written === undefined ? [] : [countOf(written)]
  })
  if (values.length < 2) return Boolean(mayBeAlone) && texts.length === 1 && values[0] === 1
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const rising = steps.filter((step) => step === 1 || step === 0).length
  return values.length * 5 >= texts.length * 3 && rising * 3 >= steps.length * 2 && rising > 0
}

/** Names as a column or a list has them: without what counts them, the bullet and the quotes of each of them. */
export function bareNames(texts: readonly string[]): string[] {
  const bare = withoutEnumeration(withoutBullets(texts))
  const filled = bare.filter((text) => text.trim() !== '')
  const quoted = filled.filter((text) => insideQuotes(text) !== null)
  const areQuoted = quoted.length > 1 && quoted.length * 5 >= filled.length * 3
  return areQuoted ? bare.map((text) => insideQuotes(text) ?? text) : bare
}

const BULLET = /^[\s・●■□◆◇○◎▪▶*※☆★–—>＞-]*[・●■□◆◇○◎▪▶*※☆★–—>＞-]\s*(?=\S)/u

/** A bullet of one text alone may be a part of it. */
function withoutBullets(texts: readonly string[]): string[] {
  const filled = texts.filter((text) => text.trim() !== '')
  const marked = filled.filter((text) => BULLET.test(text))
  const areMarked = marked.length > 1 && marked.length * 5 >= filled.length * 3
  return areMarked ? texts.map((text) => text.replace(BULLET, '')) : [...texts]
}

/** What stands between quotes that enclose the whole text. */
export function insideQuotes(text: string): string | null {
  const whole = text.trim()
  if (!/^「.+」$|^『.+』$/s.test(whole)) return null
  let depth = 0
  for (const [at, character] of Array.from(whole).entries()) {
    if ('「『'.includes(character)) depth += 1
    if ('」』'.includes(character)) depth -= 1
    if (depth === 0 && at < whole.length - 1) return null
  }
  return whole.slice(1, -1)
}
