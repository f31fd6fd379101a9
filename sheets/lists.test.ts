/** Lists by other hands, out of real programs: what is read of each, and that nothing is wrong in silence. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sheetOfClipboard } from './read/clipboard.ts'
import { sheetsOfFile } from './read/file.ts'
import {
  type Outcome,
  readList,
  type TrueRow,
  targetOf,
  VERDICTS,
  type Verdict,
} from './testing/list-trial.ts'

type Sample = { id: string; title: string; page: string; truth: TrueRow[] }
type Clipboard = Sample & { text: string; html: string }
type Drop = Sample & { file: string }

const FOLDER = join(import.meta.dirname, 'corpus/lists')
const samplesOf = <T>(name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as T[]

async function outcomes(): Promise<{ id: string; title: string; outcome: Outcome }[]> {
  const clipboards = samplesOf<Clipboard>('clipboards.json').map((sample) => {
    const target = targetOf(sample.page)
    const sheet = sheetOfClipboard(target.list, sample)
    return { ...sample, outcome: readList(target, sheet ? [sheet] : [], sample.truth) }
  })
  const files = samplesOf<Drop>('files.json').map(async (sample) => {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, 'files', sample.file)))
    const content = await sheetsOfFile(new File([bytes], sample.file))
    const sheets = 'sheets' in content ? content.sheets : []
    const outcome = readList(targetOf(sample.page), sheets, sample.truth)
    if ('message' in content) outcome.wrong = [content.message]
    if ('message' in content) outcome.verdict = 'refused'
    return { ...sample, outcome }
  })
  return [...clipboards, ...(await Promise.all(files))]
}

/** Cases that are not read exactly, with what becomes of them; every other one is. */
const OPEN: Record<string, Verdict> = {
  b24: 'marked',
  c10: 'marked',
  f10: 'refused',
  f16: 'refused',
  f32: 'refused',
  f40: 'marked',
  f46: 'refused',
}

/** How many lists come to which verdict; right rows, and how many of them carry a mark; the most kinds of questions of one list. */
const TOTALS = {
  clipboards: {
    exact: 61,
    'exact after an answer': 2,
    marked: 2,
    'wrong without a mark': 0,
    refused: 0,
  },
  files: {
    exact: 17,
    'exact after an answer': 1,
    marked: 1,
    'wrong without a mark': 0,
    refused: 4,
  },
  rows: [340, 2],
  questions: 1,
}

const ALL = await outcomes()

test.each(ALL)('$id: $title', ({ id, outcome }) => {
  expect([outcome.verdict.replace(/ after an answer/, ''), ...outcome.wrong.slice(0, 3)]).toEqual([
    OPEN[id] ?? 'exact',
    ...(id in OPEN ? outcome.wrong.slice(0, 3) : []),
  ])
})

test('the whole: how many of each verdict, and how many right rows carry a mark', () => {
  const counts = (isFile: boolean) =>
    Object.fromEntries(
      VERDICTS.map((verdict) => [
        verdict,
        ALL.filter((each) => 'file' in each === isFile && each.outcome.verdict === verdict).length,
      ]),
    )
  const sum = (of: 'right' | 'rightMarked') =>
    ALL.reduce((total, { outcome }) => total + outcome[of], 0)
  expect({
    clipboards: counts(false),
    files: counts(true),
    rows: [sum('right'), sum('rightMarked')],
    questions: ALL.map(({ outcome }) => outcome.questions.length)
      .sort()
      .at(-1),
  }).toEqual(TOTALS)
})
