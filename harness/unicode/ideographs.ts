/**
 * Makes domain/ideographs.ts from the Unicode Character Database and Unihan, as Debian's package `unicode-data` has them:
 * `node harness/unicode/ideographs.ts /usr/share/unicode`.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldText } from '#domain/search-folding.ts'

const [folder = '/usr/share/unicode'] = process.argv.slice(2)
const TARGET = new URL('../../domain/ideographs.ts', import.meta.url)
/** Pairs of a line of the table. */
const A_LINE = 45

/**
 * What Unihan says of two characters that are written for each other, the safest first. Those of a look or a meaning count
 * beyond the Japanese sets too, as 𠮷 for 吉 does; there the others are Chinese.
 */
const VARIANTS = {
  kZVariant: 'anywhere',
  kSpoofingVariant: 'anywhere',
  kSemanticVariant: 'anywhere',
  kTraditionalVariant: 'japanese',
  kSimplifiedVariant: 'japanese',
} as const

const others = unihan('Unihan_OtherMappings')
const everyday = others.filter(([, field]) => /^k(Joyo|Jinmeiyo)Kanji$/.test(field))
/** Characters of everyday use and of names, each a word of its own, without those that stand for another. */
const independent = new Set(everyday.filter(([, , to]) => to.length === 0).map(([from]) => from))
/** JIS X 0208 and 0213. */
const japanese = new Set(
  others.filter(([, field]) => /^k(Jis0|JIS0213)$/.test(field)).map(([from]) => from),
)
const known = foldedAlready()
const classes = new Map<string, Set<string>>()

for (const [from, to] of known) unite(from, to)
for (const [from, , to] of everyday) for (const standard of to) unite(from, standard)
const variants = unihan('Unihan_Variants')
for (const [wanted, where] of Object.entries(VARIANTS))
  for (const [from, field, to] of variants)
    if (field === wanted)
      for (const other of to) {
        const count = [from, other].filter((each) => japanese.has(each)).length
        if (count === 2 || (count === 1 && where === 'anywhere')) unite(from, other)
      }
writeFileSync(TARGET, file(radicals(), pairs()))

/** Lines `U+XXXX field values`, with the characters that the values name. */
function unihan(name: string): [from: string, field: string, to: string[]][] {
  const text = execFileSync('bzcat', [join(folder, `${name}.txt.bz2`)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return text
    .split('\n')
    .filter((line) => line.startsWith('U+'))
    .map((line) => {
      const [code = '', field = '', value = ''] = line.split('\t')
      const to = Array.from(value.matchAll(/U\+[\dA-F]+/g), ([other]) => character(other))
      return [character(code), field, to]
    })
}

function character(code: string): string {
  return String.fromCodePoint(Number.parseInt(code.replace('U+', ''), 16))
}

/** What the folding of names does already. */
function foldedAlready(): [from: string, to: string][] {
  return [...new Set([...independent, ...japanese])]
    .map((from): [string, string] => [from, foldText(from)])
    .filter(([from, to]) => to !== from && Array.from(to).length === 1)
}

function classOf(one: string): Set<string> {
  return classes.get(one) ?? new Set([one])
}

/** Two words of everyday use stay two, whatever is a variant of both. */
function unite(one: string, other: string): void {
  const all = new Set([...classOf(one), ...classOf(other)])
  const words = new Set([...all].filter((each) => independent.has(each)).map(foldText))
  if (words.size > 1) return
  for (const each of all) classes.set(each, all)
}

/** Each character before the one that its class is searched by; what the folding of names settles is left out. */
function pairs(): string[] {
  const settled = new Map(known)
  return [...new Set(classes.values())].flatMap((all) => {
    const of = [...all].map((each) => settled.get(each) ?? each)
    const standard = of.find((each) => independent.has(each)) ?? of.toSorted()[0] ?? ''
    return [...new Set(of)].filter((each) => each !== standard).map((each) => each + standard)
  })
}

function radicals(): string[] {
  const text = readFileSync(join(folder, 'EquivalentUnifiedIdeograph.txt'), 'utf8')
  return Array.from(
    text.matchAll(/^([\dA-F]+)(?:\.\.([\dA-F]+))?\s*;\s*([\dA-F]+)/gm),
    ([, first = '', last = first, to = '']) => {
      const from = Number.parseInt(first, 16)
      const count = Number.parseInt(last, 16) - from + 1
      return Array.from(
        { length: count },
        (_, at) => String.fromCodePoint(from + at) + character(to),
      )
    },
  ).flat()
}

function file(radicals: readonly string[], variants: readonly string[]): string {
  return `/**
 * Ideographs that are written for each other, each before the one that it is searched by. Made by
 * harness/unicode/ideographs.ts from version 15.0.0 of the Unicode Character Database and Unihan.
 *
 * Copyright © 1991-2022 Unicode, Inc. All rights reserved. Distributed under the Terms of Use in
 * https://www.unicode.org/copyright.html. The data were modified: pairs were selected.
 */

/** Radicals that stand for a whole character, as text copied out of a PDF has them: Equivalent_Unified_Ideograph. */
export const RADICALS: ReadonlyMap<string, string> = byFirst(
${table(radicals)},
)

/**
 * Variants beside those of search-folding.ts: old and other forms of the characters of everyday use and of names
 * (kJoyoKanji, kJinmeiyoKanji), and what Unihan calls a variant of a character of JIS X 0208 or 0213. No two words of
 * everyday use become one.
 */
export const VARIANTS: ReadonlyMap<string, string> = byFirst(
${table(variants)},
)

function byFirst(pairs: string): ReadonlyMap<string, string> {
  return new Map(Array.from(pairs.matchAll(/(.)(.)/gu), ([, from = '', to = '']) => [from, to]))
}
`
}

function table(pairs: readonly string[]): string {
  const lines = Array.from({ length: Math.ceil(pairs.length / A_LINE) }, (_, at) =>
    pairs.slice(at * A_LINE, (at + 1) * A_LINE).join(''),
  )
  return lines.map((line) => `  '${line}'`).join(' +\n')
}
