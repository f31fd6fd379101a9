/** What a page of a PDF draws, by the operators that PDF.js makes of it: each letter where it stands, and each line ruled along an axis. */

import { RADICALS } from '#domain/ideographs.ts'

/** Points, from the upper left corner; `y` is the base line of the letter. */
export type Letter = {
  text: string
  x: number
  y: number
  width: number
  size: number
  /** Runs from left to right; else it is turned, or one below the other. */
  isUpright: boolean
}

/** From `from` to `to` along its axis, at `at` across it. */
export type Rule = { at: number; from: number; to: number }
/** `width` is that of the page. */
export type Drawn = { width: number; letters: Letter[]; across: Rule[]; down: Rule[] }

type Matrix = readonly [number, number, number, number, number, number]
export type Font = { vertical?: boolean; fontMatrix?: readonly number[] | null }
export type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] }
type Options = {
  /** Of the page to the upper left corner. */
  base: readonly number[]
  width: number
  ops: Readonly<Record<string, number>>
  fontOf: (name: string) => Font
  /** Letters and lines that are looked at. */
  limit: number
}

/** What PDF.js says of a letter; numbers among them move the pen. */
type Glyph = {
  unicode?: string
  width?: number
  isSpace?: boolean
  vmetric?: readonly number[] | null
}

type Pen = {
  at: Matrix
  text: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
  leading: number
  letterSpace: number
  wordSpace: number
  stretch: number
  rise: number
  size: number
  font: Font
}

const NONE: Matrix = [1, 0, 0, 1, 0, 0]
const FONT_UNIT = 0.001

export function drawnOn({ fnArray, argsArray }: Operators, options: Options): Drawn {
  const drawn: Drawn = { width: options.width, letters: [], across: [], down: [] }
  const names = new Map(Object.entries(options.ops).map(([name, code]) => [code, name]))
  const context: Context = { drawn, options, pen: penAt(options.base), pens: [] }
  for (const [at, code] of fnArray.entries()) {
    if (drawn.letters.length + drawn.across.length + drawn.down.length > options.limit) break
    const given = argsArray[at]
    OPERATIONS[names.get(code) ?? '']?.(context, Array.isArray(given) ? given : [])
  }
  return drawn
}

type Context = { drawn: Drawn; options: Options; pen: Pen; pens: Pen[] }
// biome-ignore lint/suspicious/noExplicitAny: what PDF.js hands over differs by operator, and is not typed.
type Arguments = any[]

function penAt(base: readonly number[]): Pen {
  return {
    at: matrixOf(base),
    text: NONE,
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
    leading: 0,
    letterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    rise: 0,
    size: 0,
    font: {},
  }
}

const save = (context: Context) => {
  context.pens.push({ ...context.pen })
}
const restore = (context: Context) => {
  context.pen = context.pens.pop() ?? context.pen
}
const transform = ({ pen }: Context, matrix: ArrayLike<number>) => {
  pen.at = times(pen.at, matrixOf(matrix))
}
const moveText = ({ pen }: Context, x: number, y: number) => {
  pen.lineX += x
  pen.lineY += y
  pen.x = pen.lineX
  pen.y = pen.lineY
}
const toLineStart = (pen: Pen, text: Matrix) => {
  Object.assign(pen, { text, x: 0, y: 0, lineX: 0, lineY: 0 })
}
const setFont = ({ pen, options }: Context, name: unknown, size: unknown) => {
  pen.font = options.fontOf(String(name))
  pen.size = Number(size)
}

/** By the names that PDF.js has for them; what is not named here moves nothing. */
const OPERATIONS: Readonly<Record<string, (context: Context, given: Arguments) => void>> = {
  save,
  restore,
  transform: (context, given) => transform(context, given),
  paintFormXObjectBegin: (context, [matrix]) => {
    save(context)
    if (matrix) transform(context, matrix)
  },
  paintFormXObjectEnd: restore,
  beginAnnotation: (context, [, , placed, matrix]) => {
    save(context)
    context.pen = penAt(context.options.base)
    if (placed) transform(context, placed)
    if (matrix) transform(context, matrix)
  },
  endAnnotation: restore,
  beginText: ({ pen }) => toLineStart(pen, NONE),
  setTextMatrix: ({ pen }, [matrix]) => toLineStart(pen, matrixOf(matrix)),
  moveText: (context, [x, y]) => moveText(context, x, y),
  setLeadingMoveText: (context, [x, y]) => {
    context.pen.leading = y
    moveText(context, x, y)
  },
  nextLine: (context) => moveText(context, 0, context.pen.leading),
  setLeading: ({ pen }, [leading]) => {
    pen.leading = -leading
  },
  setCharSpacing: ({ pen }, [space]) => {
    pen.letterSpace = space
  },
  setWordSpacing: ({ pen }, [space]) => {
    pen.wordSpace = space
  },
  setHScale: ({ pen }, [percent]) => {
    pen.stretch = percent / 100
  },
  setTextRise: ({ pen }, [rise]) => {
    pen.rise = rise
  },
  setFont: (context, [name, size]) => setFont(context, name, size),
  setGState: (context, [states]) => {
    for (const [key, value] of states ?? [])
      if (key === 'Font') setFont(context, value[0], value[1])
  },
  showText: (context, [glyphs]) => showText(context, glyphs ?? []),
  constructPath: (context, [painted, [path]]) => rule(context, painted, path),
}

function showText({ pen, drawn }: Context, glyphs: readonly (Glyph | number)[]): void {
  const { font, size, letterSpace, wordSpace } = pen
  const isVertical = font.vertical === true
  const unit = size * (font.fontMatrix?.[0] ?? FONT_UNIT)
  let moved = 0
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      moved += ((isVertical ? 1 : -1) * glyph * size) / 1000
      continue
    }
    const { unicode = '', width = 0, isSpace = false, vmetric } = glyph
    const along = isVertical ? -(vmetric?.[0] ?? -1000) : width
    const space = letterSpace + (isSpace ? wordSpace : 0)
    const matrix = times(pen.at, times(pen.text, [1, 0, 0, 1, pen.x, pen.y + pen.rise]))
    const shift: readonly [number, number] = isVertical ? [0, -moved] : [moved * pen.stretch, 0]
    const [x, y] = placed(matrix, shift)
    const [a, b, c, d] = matrix
    const letter = {
      width: Math.abs(width * unit * pen.stretch) * Math.hypot(a, b),
      size: Math.abs(size) * Math.hypot(c, d),
    }
    const text = meantBy(unicode, letter.width / letter.size)
    if (text !== '')
      drawn.letters.push({
        text,
        x,
        y,
        ...letter,
        isUpright: !isVertical && a * size > 0 && Math.abs(b) < Math.abs(a) / 10,
      })
    moved += along * unit + (isVertical ? -space : space)
  }
  if (isVertical) pen.y -= moved
  else pen.x += moved * pen.stretch
}

/** Where one drawing serves several letters, a program that prints may name the wrong one: a radical for the character, a ligature, another dot, a narrow blank for a wide one. */
function meantBy(unicode: string, width: number): string {
  if (/^[\s　]$/.test(unicode)) return width > WIDE ? '　' : ' '
  return unicode
    .replace(/[\0\ufeff]/g, '')
    .replace(
      /[\u2e80-\u2fd5\u31c0-\u31e3]/g,
      (sign) => JAPANESE[sign] ?? RADICALS.get(sign) ?? sign,
    )
    .replace(/[\ufb00-\ufb06]/g, (sign) => sign.normalize('NFKC'))
    .replace(/\u2027/g, '・')
    .replace(/\u2215/g, width > WIDE ? '／' : '/')
}

/** Radicals whose character has another form in Japan than the table of Unicode names. */
const JAPANESE: Readonly<Record<string, string>> = {
  '\u2f3e': '戸',
  '\u2fad': '青',
  '\u2fc8': '黄',
  '\u2fca': '黒',
  '\u2fd2': '歯',
  '\u2fd4': '亀',
}

/** Of a letter's height. */
const WIDE = 0.75

const STROKES = ['stroke', 'closeStroke', 'fillStroke', 'eoFillStroke', 'closeFillStroke']
const FILLS = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke']
/** Coordinates behind each step of a path: to a point, a line, two curves, and its end. */
const STEPS = [2, 2, 6, 4, 0]
/** Points; a filled shape that is thinner is a line. */
const THIN = 2.5

/** Lines that are stroked along an axis, and shapes as thin as a line. */
function rule(context: Context, painted: number, path: ArrayLike<number> | null | undefined): void {
  const { ops } = context.options
  const isOne = (names: readonly string[]) => names.some((name) => ops[name] === painted)
  const [isStroked, isFilled] = [isOne(STROKES), isOne(FILLS)]
  if (!path || (!isStroked && !isFilled)) return
  for (const shape of shapesOf(path)) {
    const points = shape.map((point) => placed(context.pen.at, point))
    if (isStroked)
      for (const [at, point] of points.entries()) {
        const next = points[at + 1]
        if (next) addRule(context.drawn, point, next)
      }
    else {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
      const [left, right] = [Math.min(...xs), Math.max(...xs)]
      const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      if (bottom - top <= THIN) addRule(context.drawn, [left, y], [right, y])
      else if (right - left <= THIN) addRule(context.drawn, [x, top], [x, bottom])
    }
  }
}

type Point = readonly [number, number]

/** The points of each part of a path; curves leave none, and end nothing. */
function shapesOf(path: ArrayLike<number>): Point[][] {
  const shapes: Point[][] = []
  for (let at = 0; at < path.length; ) {
    const step = path[at] ?? 0
    const count = STEPS[step] ?? 0
    const point: Point = [path[at + count - 1] ?? 0, path[at + count] ?? 0]
    const shape = shapes.at(-1)
    if (step === 0) shapes.push([point])
    else if (step === 4) shape?.push(shape[0] ?? point)
    else if (step === 1) shape?.push(point)
    else shapes.push([point])
    at += count + 1
  }
  return shapes
}

function addRule(drawn: Drawn, [x1, y1]: Point, [x2, y2]: Point): void {
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)]
  if (height <= 1 && width > height)
    drawn.across.push({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2) })
  else if (width <= 1 && height > width)
    drawn.down.push({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2) })
}

function matrixOf(given: ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(given, Number)
  return [a, b, c, d, e, f]
}

/** The one behind the other: what the second moves, the first moves then. */
function times(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [g, h, i, j, k, l] = other
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ]
}

function placed([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}
