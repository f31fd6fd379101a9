import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const designSystem = read(
  createRequire(import.meta.url).resolve('@digital-go-jp/design-tokens/dist/tokens.css'),
)
const [light = '', dark = ''] = read(join(import.meta.dirname, 'tokens.css')).split(
  '@media (prefers-color-scheme: dark)',
)

const SCHEMES = {
  light: valuesIn(designSystem, light),
  dark: valuesIn(designSystem, light, dark),
}

/** Every text that the styles put on a surface. WCAG 1.4.6 asks for 7:1, of texts of any size. */
const TEXTS: [text: string, surface: string][] = [
  ...['--ink', '--ink-soft', '--link', '--visited', '--danger'].flatMap(
    (text): [string, string][] => [
      [text, '--paper'],
      [text, '--ground'],
    ],
  ),
  ['--ink', '--note-pale'],
  ['--link', '--note-pale'],
  ['--visited', '--note-pale'],
  ['--ink', '--danger-pale'],
  ['--danger', '--danger-pale'],
  ['--ink', '--accent-pale'],
  ['--accent', '--accent-pale'],
  ['--accent', '--paper'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-deep'],
  ['--ink', '--good-pale'],
  // WCAG asks nothing of what is disabled; people still have to read what they will be able to do.
  ['--ink-soft', '--off'],
]

/** What tells a control, its state or a box from what it stands on. WCAG 1.4.11 asks for 3:1. */
const SHAPES: [shape: string, surface: string][] = [
  ['--edge', '--paper'],
  ['--edge', '--ground'],
  ['--danger', '--paper'],
  ['--danger', '--danger-pale'],
  ['--accent', '--paper'],
  ['--accent', '--ground'],
  ['--good', '--paper'],
  ['--good', '--ground'],
  ['--ring', '--paper'],
  ['--ring', '--ground'],
  ['--ring', '--danger-pale'],
  ['--ring', '--note-pale'],
  ['--ring', '--glow'],
]

describe.each(Object.entries(SCHEMES))('%s', (_, values) => {
  test.each(TEXTS)('%s can be read on %s', (text, surface) => {
    expect(contrast(colour(values, text), colour(values, surface))).toBeGreaterThanOrEqual(7)
  })
  test.each(SHAPES)('%s can be seen on %s', (shape, surface) => {
    expect(contrast(colour(values, shape), colour(values, surface))).toBeGreaterThanOrEqual(3)
  })
})

test('contrast is counted as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
})

/** Custom properties by name; what is said later wins. */
function valuesIn(...sheets: string[]): Map<string, string> {
  const all = sheets.flatMap((sheet) => [...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/g)])
  return new Map(all.map(([, name = '', value = '']) => [name, value.trim()]))
}

/** #rrggbb, through as many names as it takes. */
function colour(values: ReadonlyMap<string, string>, name: string): string {
  const value = values.get(name)
  const [, other] = value?.match(/^var\((--[\w-]+)\)$/) ?? []
  if (other) return colour(values, other)
  if (!value?.match(/^#[0-9a-f]{6}$/i)) throw new Error(`${name} is no colour: ${value}`)
  return value
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of #rrggbb, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
