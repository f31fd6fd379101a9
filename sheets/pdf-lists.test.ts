/** Lists of published facilities as two programs print them (harness/sheets/pdf; 出典：WAM NET). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pasteMessages } from './messages.ts'
import { planPaste } from './plan.ts'
import { sheetsOfFile } from './read/file.ts'
import { readList, targetOf } from './testing/list-trial.ts'

const FOLDER = join(import.meta.dirname, 'corpus/pdf')
const PRINTED = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'))

test.each(PRINTED)('%s', async (name) => {
  const truth = readFileSync(join(FOLDER, name.replace(/-[a-z]+\.pdf$/, '.json')), 'utf8')
  const file = new File([new Uint8Array(readFileSync(join(FOLDER, name)))], name)
  const content = await sheetsOfFile(file)
  const sheets = 'sheets' in content ? content.sheets : []
  const outcome = readList(targetOf('/entry/input'), sheets, JSON.parse(truth).truth)
  expect(outcome.wrong).toEqual([])
  expect(outcome.questions).toEqual([])
})

const GRID = [
  ['事業所番号', '事業所名', 'サービス種類'],
  ['1310100118', 'ひまわり作業所', '生活介護'],
  ['1310100126', 'すみれ', '短期入所'],
]

test('a name that may have lost a blank at the end of a line is marked, and others are not', () => {
  const openJoints = new Set(['ひまわり作業所', 'すみれの里'])
  const { rows } = planPaste(targetOf('/entry/input'), { grid: GRID, openJoints })
  expect(rows.map(({ cells }) => cells.facilityName?.doubtful)).toEqual([true, false])
  expect(rows[0]?.cells.facilityName?.note).toBe(pasteMessages.openJoint('ひまわり作業所'))
})

test('that rows come from paper is the first thing that is said', () => {
  const target = targetOf('/entry/input')
  expect(planPaste(target, { grid: GRID, isFromPaper: true }).notices[0]).toBe(
    pasteMessages.fromPaper,
  )
  expect(planPaste(target, { grid: GRID }).notices).not.toContain(pasteMessages.fromPaper)
})
