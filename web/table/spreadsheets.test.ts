/** Clipboards and files of real programs: what is left to do by hand once they are taken in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { type ExpectedRow, repairsBetween } from '#sheets/corpus/repairs.ts'
import type { PasteTarget } from '#sheets/paste-plan.ts'
import { planPaste, rowsAfter } from '#sheets/plan.ts'
import { sheetOfClipboard } from '#sheets/read/clipboard.ts'
import { sheetsOfFile } from '#sheets/read/file.ts'
import type { Sheet } from '#sheets/sheet.ts'
import { numberRepairs } from './row-notes.ts'

type Sample = {
  id: string
  title: string
  program: string
  text?: string
  html?: string
  file?: string
  expected: ExpectedRow[]
}

const FOLDER = join(import.meta.dirname, '../../sheets/corpus/sheets')
const SAMPLES = JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')) as Sample[]
const list = priceListAt('contract', 0)
const rules = FLOWS.entry.rows
const target: PasteTarget = { list, rules, rows: [], focus: { no: 1, cell: 'facilityName' } }

describe.each(SAMPLES)('$id ($program)', (sample) => {
  test(`${sample.title}: no repair`, async () => {
    const plan = planPaste(target, await sheetOf(sample))
    const taken = withZeros(rowsAfter(plan, []))
    expect(taken).toEqual(sample.expected)
    expect(repairsBetween(taken, sample.expected)).toBe(0)
  })
})

async function sheetOf({ text, html, file }: Sample): Promise<Sheet> {
  const contentOf = (name: string | undefined) =>
    name ? readFileSync(join(FOLDER, name), 'utf8') : ''
  if (!file)
    return sheetOfClipboard({ text: contentOf(text), html: contentOf(html) }) ?? { grid: [] }
  const content = await sheetsOfFile(new File([readFileSync(join(FOLDER, file))], file))
  return ('sheets' in content && content.sheets[0]) || { grid: [] }
}

/** The rows after one press of the repair of lost zeros. */
function withZeros(rows: FacilityRow[]): ExpectedRow[] {
  const repaired = new Map(
    numberRepairs(rules, rows).zero.map(({ no, facilityNumber }) => [no, facilityNumber]),
  )
  return rows.map(({ no, facilityName, facilityNumber, serviceKey }) => [
    facilityName,
    repaired.get(no) ?? facilityNumber,
    serviceKey,
  ])
}
