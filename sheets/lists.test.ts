/** Lists by other hands, out of real programs: what is read of each, and that nothing is wrong in silence. */

import { expect, test } from 'vitest'
import { KNOWN_LISTS, listOutcomes } from './testing/known-lists.ts'
import { VERDICTS, type Verdict } from './testing/list-trial.ts'

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
    exact: 62,
    'exact after an answer': 1,
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

test.each(KNOWN_LISTS)('$id: $title', async ({ id, read }) => {
  const outcome = await read()
  expect([outcome.verdict.replace(/ after an answer/, ''), ...outcome.wrong.slice(0, 3)]).toEqual([
    OPEN[id] ?? 'exact',
    ...(id in OPEN ? outcome.wrong.slice(0, 3) : []),
  ])
})

test('the whole: how many of each verdict, and how many right rows carry a mark', async () => {
  const all = await listOutcomes()
  const counts = (isFile: boolean) =>
    Object.fromEntries(
      VERDICTS.map((verdict) => [
        verdict,
        all.filter((each) => each.isFile === isFile && each.outcome.verdict === verdict).length,
      ]),
    )
  const sum = (of: 'right' | 'rightMarked') =>
    all.reduce((total, { outcome }) => total + outcome[of], 0)
  expect({
    clipboards: counts(false),
    files: counts(true),
    rows: [sum('right'), sum('rightMarked')],
    questions: all
      .map(({ outcome }) => outcome.questions.length)
      .sort()
      .at(-1),
  }).toEqual(TOTALS)
})
