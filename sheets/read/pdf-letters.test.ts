/** Wherever letters stand on paper, none of them is lost, and none comes twice. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheetOfPages } from './pdf.ts'
import type { Drawn, Letter } from './pdf-page.ts'

const place = fc.integer({ min: 0, max: 148 }).map((at) => at * 4)
const word = fc.record({
  text: fc.string({
    unit: fc.constantFrom(...'あいう亜AB12、（）　 '),
    minLength: 1,
    maxLength: 12,
  }),
  x: place,
  y: place,
  isUpright: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
})
const rule = fc.record({ at: place, from: place, length: fc.integer({ min: 1, max: 400 }) })
const steps = fc.array(fc.integer({ min: 2, max: 20 }), { minLength: 1, maxLength: 5 })
/** A ruled table: its corner, and the width of its columns and rows. */
const frame = fc.record({ x: place, y: place, widths: steps, heights: steps })
const page = fc.record({
  words: fc.array(word, { maxLength: 30 }),
  frames: fc.array(frame, { maxLength: 2 }),
  across: fc.array(rule, { maxLength: 12 }),
  down: fc.array(rule, { maxLength: 12 }),
})

type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never

/** Letters of eight points; each stands at a place of its own, for a letter drawn twice is one. */
function drawnBy({ words, frames, across, down }: Page): Drawn {
  const taken = new Set<string>()
  const letters = words.flatMap(({ text, x, y, isUpright }): Letter[] =>
    [...text].flatMap((sign, at) => {
      const key = `${x + at * 8} ${y}`
      if (taken.has(key)) return []
      taken.add(key)
      return [{ text: sign, x: x + at * 8, y, width: 8, size: 8, isUpright }]
    }),
  )
  const rules = (given: typeof across) =>
    given.map(({ at, from, length }) => ({ at, from, to: from + length }))
  const edges = (from: number, sizes: readonly number[]) => {
    const all = [from]
    for (const size of sizes) all.push((all.at(-1) ?? from) + 4 * size)
    return all
  }
  const ruled = frames.map(({ x, y, widths, heights }) => ({
    xs: edges(x, widths),
    ys: edges(y, heights),
  }))
  const between = (places: readonly number[]) => ({ from: places[0] ?? 0, to: places.at(-1) ?? 0 })
  return {
    width: 600,
    letters,
    across: [
      ...rules(across),
      ...ruled.flatMap(({ xs, ys }) => ys.map((at) => ({ at, ...between(xs) }))),
    ],
    down: [
      ...rules(down),
      ...ruled.flatMap(({ xs, ys }) => xs.map((at) => ({ at, ...between(ys) }))),
    ],
  }
}

const signsOf = (text: string) => [...text.replace(/[\s　]/g, '')].sort().join('')

test('the cells of a page hold its letters', () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 3 }), (pages) => {
      const drawn = pages.map(drawnBy)
      const written = drawn.flatMap(({ letters }) => letters.map(({ text }) => text)).join('')
      const { grid, text = '' } = sheetOfPages(drawn)
      expect(signsOf(grid.flat().join(''))).toBe(signsOf(written))
      expect(signsOf(text)).toBe(signsOf(written))
    }),
  )
})
