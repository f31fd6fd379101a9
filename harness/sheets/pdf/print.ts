/**
 * `node harness/sheets/pdf/print.ts <folder> <known|held|later> [count [first seed [folder of published ZIP files]]]`: prints lists
 * by Chromium and by LibreOffice (`soffice`, Debian's libreoffice-calc-nogui), each with its truth beside it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { chromium } from 'playwright-core'
import { publishedIn, publishedSample } from '#sheets/testing/published-facilities.ts'
import { CHROMIUM_SWITCHES, chromiumProgram } from '../../../bin/programs.js'
import { type Drawing, fodsOf, htmlOf } from './drawing.ts'
import { drawingOf, HELD_LAYOUTS, LATER_LAYOUTS, LAYOUTS } from './layouts.ts'

const SETS: Partial<Record<string, Parameters<typeof drawingOf>[0]>> = {
  known: LAYOUTS,
  held: HELD_LAYOUTS,
  later: LATER_LAYOUTS,
}
const [, , folder = 'build/pdf', set = 'known'] = argv
const [count = 40, first = 1] = argv.slice(4, 6).map(Number)
const published = argv[6] ? await publishedIn(argv[6]) : publishedSample()
const layouts = SETS[set]
if (!layouts) throw new RangeError(`${set} is none of ${Object.keys(SETS).join(', ')}`)
const drawings = Array.from({ length: count }, (_, at) => drawingOf(layouts, first + at, published))

mkdirSync(folder, { recursive: true })
const nameOf = (at: number) => `${set}-${`${first + at}`.padStart(4, '0')}`
for (const [at, drawing] of drawings.entries()) {
  const { drawn, truth, mustMark = [] } = drawing
  writeFileSync(join(folder, `${nameOf(at)}.json`), JSON.stringify({ drawn, truth, mustMark }))
}
await byChromium(drawings)
byLibreOffice(drawings)

async function byChromium(all: readonly Drawing[]): Promise<void> {
  const executablePath = chromiumProgram()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: CHROMIUM_SWITCHES,
  })
  try {
    const page = await browser.newPage()
    for (const [at, drawing] of all.entries()) {
      await page.setContent(htmlOf(drawing))
      const path = join(folder, `${nameOf(at)}-chromium.pdf`)
      await page.pdf({ path, preferCSSPageSize: true })
    }
  } finally {
    await browser.close()
  }
}

function byLibreOffice(all: readonly Drawing[]): void {
  const files = all.map((drawing, at) => {
    const file = join(folder, `${nameOf(at)}-libreoffice.fods`)
    writeFileSync(file, fodsOf(drawing))
    return file
  })
  const { status, stderr } = spawnSync(
    'soffice',
    ['--headless', '--convert-to', 'pdf:calc_pdf_Export', '--outdir', folder, ...files],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`soffice failed: ${stderr}`)
}
