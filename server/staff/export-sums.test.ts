/** Whoever adds up a column of a file gets the truth, and reads there when and by whom an application was handled. */
import { read, utils } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { ExportFormat } from '#contract/console.ts'
import { filterOf } from '../admin/applications.ts'
import type { Database } from '../store/database.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import {
  addition,
  applicationsOn,
  consent,
  NOW,
  PRICE,
  register,
  suspension,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { createStaffApplications } from './applications.ts'
import { EXPORTS } from './export.ts'
import { createApiTokens } from './tokens.ts'

type Line = Record<string, string | number>
const AMOUNT = '月額料金（税抜）'
const OTHER_AMOUNT = '体験・却下・取り下げの料金'
const MINUTE = 60_000
const by = { name: '花子', via: 'console' } as const

/** Two contracts that count, one trial, one that is rejected, one suspension; three rows each. */
async function desk(database: Database) {
  const applications = applicationsOn(database)
  const complete = async (customer: string, kind: 1 | 2 | 4, priceText = PRICE) => {
    const { reference } = await applications.consent(consent({ customer, kind, priceText }))
    await applications.addFacilities(addition({ customer }))
    return reference
  }
  const entry = async () => complete((await applications.register(register())).username, 1)
  const kept = await entry()
  const rejected = await entry()
  await complete('C-2', 2)
  const { username } = await applications.register(register(TRIAL))
  const trial = await complete(username, 4, '21,960')
  const { reference: ended } = await applications.consent(suspension('C-1'))
  return { kept, rejected, trial, ended }
}

async function linesOf(database: Database, format: ExportFormat): Promise<Record<string, Line[]>> {
  const chunks: Uint8Array[] = []
  const staff = createStaffApplications(database, () => NOW)
  for await (const chunk of EXPORTS[format].chunks(staff, filterOf({}))) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (format === 'csv') {
    const text = bytes.toString().slice(1)
    return { csv: Papa.parse<Line>(text, { header: true, skipEmptyLines: true }).data }
  }
  // SheetJS does not read an archive that was written in one go: its parts are packed anew for it.
  const { Sheets, SheetNames } = read(zipSync(unzipSync(bytes)))
  return Object.fromEntries(
    SheetNames.map((name) => [name, utils.sheet_to_json<Line>(Sheets[name] ?? {}, { defval: '' })]),
  )
}

const sumOf = (lines: readonly Line[] = [], column: string) =>
  lines.reduce((sum, line) => sum + Number(line[column]), 0)

const lineOf = (lines: readonly Line[] = [], reference: string) =>
  lines.find((line) => line.受付番号 === reference)

describe.each(ENGINES)('files on %s', (engine) => {
  test('the sum of their amounts is what was agreed with customers, and the rest stands apart', async () => {
    const database = await openEmpty(engine)
    const { rejected } = await desk(database)
    const staff = createStaffApplications(database, () => NOW + MINUTE)
    await staff.changeStatus({ reference: rejected, by, note: '', to: 'rejected' })
    const { csv } = await linesOf(database, 'csv')
    const sheets = await linesOf(database, 'xlsx')
    expect(Object.keys(sheets)).toEqual(['1件1行', '事業所ごと'])
    const { '1件1行': own, 事業所ごと: rows } = sheets
    for (const lines of [csv, own, rows])
      expect([sumOf(lines, AMOUNT), sumOf(lines, OTHER_AMOUNT)]).toEqual([
        2 * 19_960,
        19_960 + 21_960,
      ])
    expect([csv, own, rows].map((lines) => lines?.length)).toEqual([13, 5, 13])
    expect(sumOf(own, '事業所の数')).toBe(12)
  })

  test('they say when a person took it up and closed it, who has it, who confirmed it, and its number', async () => {
    const database = await openEmpty(engine)
    const { kept, rejected, trial, ended } = await desk(database)
    const later = (minutes: number) =>
      createStaffApplications(database, () => NOW + minutes * MINUTE)
    const token = { name: '請求', scopes: ['status'], days: 7 } as const
    await createApiTokens(database, () => NOW).add(by, token)
    const billing = { name: '請求', via: 'api' } as const
    await later(1).changeStatus({ reference: kept, by: billing, note: '', to: 'in_progress' })
    await later(2).addNote({ reference: kept, by, note: '電話した' })
    await later(3).changeStatus({ reference: kept, by, note: '', to: 'done' })
    await later(4).changeStatus({ reference: ended, by, note: '', to: 'in_progress' })
    const done = { reference: ended, by, note: '折り返し', to: 'done' } as const
    await later(6).changeStatus({ ...done, confirmedBy: '田中 様' })
    await later(5).changeStatus({ reference: rejected, by: billing, note: '', to: 'rejected' })
    const whole = await later(6).find(trial)
    const entry = { application: whole?.whole.application.id ?? '', at: NOW, detail: 'withdrawn' }
    const byApplicant = { ...entry, id: 'own', who: '申込者', action: 'status' }
    const job = { ...entry, id: 'job', who: 'retention', action: 'erase' }
    await database.atomic(async (tx) => {
      await addHistory(tx, byApplicant)
      await addHistory(tx, job)
    })
    const { '1件1行': own } = await linesOf(database, 'xlsx')
    const told = (reference: string) => {
      const line = lineOf(own, reference)
      return ['対応開始', '対応終了', '担当', '確認した方', '発行番号'].map((name) => line?.[name])
    }
    const at = (minute: number) => `2026-11-20 09:0${minute}`
    expect(told(kept)).toEqual([at(2), at(3), '', '', ''])
    expect(told(ended)).toEqual([at(4), at(6), '花子', '田中 様', ''])
    expect(told(rejected)).toEqual(['', at(5), '', '', ''])
    expect(told(trial)).toEqual(['', '', '', '', ''])
  })
})
