/** PDF files with their text, by PDF.js: the one file that imports it, loaded when such a file comes. */

/// <reference path="./pdf-worker.d.ts" />
// biome-ignore assist/source/organizeImports: it has to be evaluated before PDF.js.
import { takeWindowAway } from './pdf-window.ts'
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as core from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { fileMessages } from '../messages.ts'
import { MAX_LINES, MAX_PAGES, type Merge, type Sheet } from '../sheet.ts'
import { looseTable } from './pdf-columns.ts'
import { type Frame, framesOf, placesOf, tableIn } from './pdf-grid.ts'
import { type Drawn, drawnOn, type Font } from './pdf-page.ts'
import { requireSmallStreams } from './pdf-size.ts'

// PDF.js looks for it here before it would start a worker: it runs in ours.
takeWindowAway()
Object.assign(globalThis, { pdfjsWorker: core })

/** Letters and lines of all pages. */
const MAX_DRAWN = 300_000

/** Bytes of one of the tables that say which letters a Japanese typeface has at which code. */
export type LoadCMap = (name: string) => Promise<Uint8Array>
export type PdfContent = { sheets: Sheet[] } | { message: string }

/** Throws a ZipError where its streams would be too much. */
export async function sheetsOfPdf(
  bytes: Uint8Array<ArrayBuffer>,
  loadCMap: LoadCMap,
): Promise<PdfContent> {
  await requireSmallStreams(bytes)
  const task = getDocument({
    data: bytes,
    BinaryDataFactory: factoryOf(loadCMap),
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Pictures are left out, and nothing is fetched or compiled for them.
    maxImageSize: 0,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const file = await task.promise
    if (file.numPages > MAX_PAGES) return { message: fileMessages.tooManyPages }
    const pages: Drawn[] = []
    let left = MAX_DRAWN
    for (let no = 1; no <= file.numPages; no += 1) {
      const page = await file.getPage(no)
      const drawn = await drawnOf(page, left)
      left -= drawn.letters.length + drawn.across.length + drawn.down.length
      if (left < 0) return { message: fileMessages.tooLarge }
      pages.push(drawn)
      page.cleanup()
    }
    if (!pages.some(({ letters }) => letters.some(({ text }) => text.trim() !== '')))
      return { message: fileMessages.scanned }
    return { sheets: [sheetOfPages(pages)] }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { message: isLocked ? fileMessages.lockedPdf : fileMessages.brokenPdf }
  } finally {
    await task.destroy()
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>

async function drawnOf(page: Page, limit: number): Promise<Drawn> {
  const operators = await page.getOperatorList()
  const fontOf = (name: string): Font =>
    page.commonObjs.has(name) ? page.commonObjs.get(name) : {}
  const { transform: base, width } = page.getViewport({ scale: 1 })
  return drawnOn(operators, { base, width, ops: OPS, fontOf, limit })
}

function factoryOf(loadCMap: LoadCMap) {
  return class {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const isMap = kind === 'cMapUrl'
      return isMap ? loadCMap(filename) : Promise.reject(new Error(`nothing is loaded of ${kind}`))
    }
  }
}

type Piece = { grid: readonly (readonly string[])[]; merges: readonly Merge[]; text: string }

/** All pages below each other: tables as they are ruled, and what stands between them. */
export function sheetOfPages(pages: readonly Drawn[]): Sheet {
  const framed = pages.map((page) => framesOf(page))
  const xsOf = commonPlaces(framed.flat())
  const open: string[] = []
  const pieces = pages.flatMap((page, at) => {
    const frames = framed[at] ?? []
    return piecesOf(
      page,
      frames.map((frame) => ({ ...frame, xs: xsOf(frame) })),
      open,
    )
  })
  const grid: (readonly string[])[] = []
  const merges: Merge[] = []
  for (const piece of pieces) {
    for (const merge of piece.merges) merges.push({ ...merge, line: merge.line + grid.length })
    grid.push(...piece.grid)
  }
  return {
    grid: grid.slice(0, MAX_LINES + 1),
    merges,
    text: pieces.map(({ text }) => text).join('\n'),
    isFromPaper: true,
    ...(open.length > 0 && { openJoints: new Set(open) }),
  }
}

/** Tables as wide as each other are one table over several pages: each has the lines of all. */
function commonPlaces(frames: readonly Frame[]): (frame: Frame) => readonly number[] {
  const isAsWide = (one: Frame, other: Frame) =>
    Math.abs((one.xs[0] ?? 0) - (other.xs[0] ?? 0)) < 3 &&
    Math.abs((one.xs.at(-1) ?? 0) - (other.xs.at(-1) ?? 0)) < 3
  return (frame) =>
    placesOf(
      frames
        .filter((other) => isAsWide(frame, other))
        .flatMap(({ xs }) => xs.map((at) => ({ at }))),
    )
}

function piecesOf(page: Drawn, frames: readonly Frame[], open: string[]): Piece[] {
  const pieces: Piece[] = []
  const isIn = ({ xs, ys }: Frame, x: number, y: number) =>
    x >= (xs[0] ?? 0) && x <= (xs.at(-1) ?? 0) && y >= (ys[0] ?? 0) && y <= (ys.at(-1) ?? 0)
  const placed = page.letters.map((letter) => ({
    letter,
    frame: frames.findLast((frame) =>
      isIn(frame, letter.x + letter.width / 2, letter.y - letter.size / 3),
    ),
  }))
  let from = Number.NEGATIVE_INFINITY
  const addLoose = (to: number) => {
    const letters = placed.flatMap(({ letter, frame }) =>
      !frame && letter.y > from && letter.y <= to ? [letter] : [],
    )
    if (letters.length === 0) return
    const { grid, open: joints, text } = looseTable(letters, page.across, page.width)
    open.push(...joints)
    pieces.push({ grid, merges: [], text })
  }
  for (const frame of frames) {
    const bottom = frame.ys.at(-1) ?? 0
    addLoose(bottom)
    from = Math.max(from, bottom)
    const own = placed.flatMap((each) => (each.frame === frame ? [each.letter] : []))
    const { grid, merges, open: joints } = tableIn(frame, own)
    open.push(...joints)
    const text = grid.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')).join('\t'))
    pieces.push({ grid, merges, text: text.join('\n') })
  }
  addLoose(Number.POSITIVE_INFINITY)
  return pieces
}
