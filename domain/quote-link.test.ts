import { describe, expect, test } from 'vitest'
import { quoteText, readQuote } from './quote-link.ts'

const NOW = Date.parse('2026-11-27T12:00:00+09:00')
const ROW = {
  no: 3,
  facilityName: 'つばさ作業所',
  facilityNumber: '1310000001',
  serviceKey: 'SYUKEI_B',
}
const LINE = ['SYUKEI_B', '1310000001', 'つばさ作業所']
const LIST = 'contract-1'
const TODAY = '2026-11-27'
const read = (...content: unknown[]) => readQuote(JSON.stringify(content), NOW)

test('a link carries list, day, services, numbers and names, and nothing else', () => {
  const text = quoteText([ROW], LIST, NOW)
  expect(text).toBe(JSON.stringify([LIST, TODAY, LINE]))
  expect(readQuote(text ?? '', NOW)).toMatchObject({
    rows: [{ ...ROW, no: 1 }],
    list: { version: LIST },
    day: TODAY,
  })
})

test('a name is cut after 39 letters, and carried as a mail would carry it', () => {
  const row = (facilityName: string) => quoteText([{ ...ROW, facilityName }], LIST, NOW)
  expect(row('𠮷'.repeat(39))).toContain(`"${'𠮷'.repeat(39)}"`)
  expect(row('あ'.repeat(41))).toContain(`"${'あ'.repeat(39)}…"`)
  expect(row('https://evil.example')).toContain('"https：//evil．example"')
})

describe('no link is made of', () => {
  test.each([
    ['a number with other signs', [{ ...ROW, facilityNumber: '電話0120' }], LIST],
    ['another list than that of today', [ROW], 'contract-0'],
    ['the prices of a trial', [ROW], 'trial-2025-02'],
    ['no rows', [], LIST],
  ])('%s', (_, rows, list) => expect(quoteText(rows, list, NOW)).toBeNull())
})

describe('refused is', () => {
  test.each([
    ['no JSON', '['],
    ['no list of values', '{"0":"contract-1"}'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(readQuote(text, NOW)).toBe('damaged'))

  test.each([
    ['no rows', [LIST, TODAY]],
    ['more rows than a table has', [LIST, TODAY, ...Array(101).fill(['KYODO', '1', 'あ'])]],
    ['a row with more in it', [LIST, TODAY, [...LINE, 9980]]],
    ['a row with less', [LIST, TODAY, LINE.slice(1)]],
    ['a row of another kind', [LIST, TODAY, { ...LINE }]],
    ['an unknown service', [LIST, TODAY, ['FREE', '1310000001', 'あ']]],
    ['a service that no contract has', [LIST, TODAY, ['SYURO_SENTAKU', '1310000001', 'あ']]],
    ['an inherited name as a service', [LIST, TODAY, ['constructor', '1310000001', 'あ']]],
    ['words as a number', [LIST, TODAY, ['KYODO', '至急お電話を', 'あ']]],
    ['a long number', [LIST, TODAY, ['KYODO', '1'.repeat(17), 'あ']]],
    ['a number that is none', [LIST, TODAY, ['KYODO', 1310000001, 'あ']]],
    ['a name of more than forty letters', [LIST, TODAY, ['KYODO', '', 'あ'.repeat(41)]]],
    ['a name with an address', [LIST, TODAY, ['KYODO', '', 'https://evil.example']]],
    ['a name of several lines', [LIST, TODAY, ['KYODO', '', 'あ\nい']]],
    ['a name that turns the text', [LIST, TODAY, ['KYODO', '', 'あ\u202eい']]],
    ['an empty name', [LIST, TODAY, ['KYODO', '', '']]],
    ['a name that is none', [LIST, TODAY, ['KYODO', '', ['あ']]]],
    ['a price as a list', [9980, TODAY, LINE]],
    ['a day that is none', [LIST, '2026-02-30', LINE]],
    ['a day with more behind it', [LIST, `${TODAY}T00:00`, LINE]],
    ['a day as a number', [LIST, 20261127, LINE]],
  ])('%s', (_, content) => expect(read(...content)).toBe('damaged'))

  test('a day that is still to come, also where it is tomorrow', () => {
    expect(read(LIST, '2026-11-28', LINE)).toBe('future')
    expect(read(LIST, '2999-01-01', LINE)).toBe('future')
  })

  test('a list that was not in force on that day', () => {
    expect(read('contract-2', TODAY, LINE)).toBe('unknown-list')
    expect(read('trial-1', TODAY, LINE)).toBe('unknown-list')
  })
})
