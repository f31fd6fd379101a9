/** `node harness/sheets/pdf/trial.ts <folder> [part of a file's name]`: reads what print.ts has printed, and counts how well. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { sheetsOfPdf } from '#sheets/read/pdf.ts'
import { type Outcome, readList, targetOf } from '#sheets/testing/list-trial.ts'
import { tallyOf } from '#sheets/testing/random-trial.ts'

const [, , folder = 'build/pdf', only = ''] = argv
const maps = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'cmaps',
)
const loadCMap = async (name: string) => new Uint8Array(readFileSync(join(maps, `${name}`)))

const outcomes: { layout: string; program: string; outcome: Outcome }[] = []
const start = performance.now()
for (const file of readdirSync(folder).filter(
  (name) => name.endsWith('.pdf') && name.includes(only),
)) {
  const truth = JSON.parse(
    readFileSync(join(folder, file.replace(/-[a-z]+\.pdf$/, '.json')), 'utf8'),
  )
  const content = await sheetsOfPdf(new Uint8Array(readFileSync(join(folder, file))), loadCMap)
  const sheets = 'sheets' in content ? content.sheets : []
  const outcome = readList(targetOf('/entry/input'), sheets, truth.truth, truth.mustMark)
  const layout = truth.drawn.replace(/^pdf \d+: /, '')
  const [, program = ''] = /-([a-z]+)\.pdf$/.exec(file) ?? []
  outcomes.push({ layout, program, outcome })
  if (!outcome.verdict.startsWith('exact')) {
    console.log(
      `${file} ${layout}: ${outcome.verdict}`,
      outcome.questions.join(),
      'message' in content ? content.message : '',
    )
    console.log(outcome.wrong.slice(0, only.length > 9 ? 40 : 3).join('\n'))
  }
  if (only.length > 9)
    console.log(
      sheets
        .map(({ grid, openJoints }) =>
          [
            ...grid.map((row) => row.join(' | ').replaceAll('\n', '⏎')),
            [...(openJoints ?? [])].join(' ¦ '),
          ].join('\n'),
        )
        .join('\n====\n'),
    )
}
for (const program of ['chromium', 'libreoffice']) {
  console.log(
    program,
    tallyOf(outcomes.filter((each) => each.program === program).map(({ outcome }) => outcome)),
  )
  const layouts = Map.groupBy(
    outcomes.filter((each) => each.program === program),
    ({ layout }) => layout,
  )
  for (const [layout, all] of layouts)
    console.log(`  ${layout}: ${all.map(({ outcome: { verdict } }) => verdict).join(', ')}`)
}
console.log(`${Math.round(performance.now() - start)} ms`)
