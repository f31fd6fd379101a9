/** What a correction carries with it: prices across a change of lists, hostile text, what staff find it by. */

import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { admin } from './admin/testing.ts'
import { addition, applicationsOn, consent, PRICE, register, TRIAL } from './testing/calls.ts'
import { applicationIn, begunCorrection, decisionOn, named, ROWS } from './testing/corrections.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import {
  correctBy,
  type Desk,
  LINKS,
  mailsOf,
  STAFF,
  STAFF_MAIL,
  startDesk,
} from './testing/status.ts'

/** The columns of the file about corrections, line by line: the last one is of the customer number. */
async function linesOf({ staff }: Desk): Promise<string[][]> {
  const file = await staff.app.inject({ url: '/api/exports/csv', headers: STAFF })
  const { data } = Papa.parse<string[]>(file.body.trim())
  return data.slice(1).map((cells) => cells.slice(-3, -1))
}

/** A trial of three rows, begun and completed at an instant of the past. */
async function begunTrial({ at }: { at: number }) {
  const desk = await startDesk()
  desk.clock.now = at
  const applications = applicationsOn(desk.database, { clock: () => desk.clock.now, links: LINKS })
  const { username: customer, reference } = await applications.register(register(TRIAL_OF_ROWS))
  await applications.consent(consent({ customer, kind: 4 }))
  await applications.addFacilities(addition({ customer }))
  const decide = decisionOn(desk, reference)
  const link = LINKS.to({ reference, generation: 1 })?.split('#')[1] ?? ''
  return { desk, reference, link, decide }
}
const TRIAL_OF_ROWS = { ...TRIAL, key: 'trial' }

/** Texts that programs take for something else. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://evil.example","x")',
  "＝cmd|' /C calc'!A0",
  "'; drop table revisions; --",
  '\u202e逆さ\u2066',
  '{{constructor.constructor("x")()}}',
  '@SUM(1+1)',
  '改行,"引用"',
]

describe('what a correction carries', () => {
  test('a price list turns: names alone keep price and list, rows are priced by the new one, to the yen', async () => {
    const turn = Date.parse('2025-02-01T00:00:00+09:00')
    const { desk, link, decide } = await begunTrial({ at: turn - 86_400_000 })
    expect(await applicationIn(desk)).toMatchObject({ agreed_price: 19_960, price_list: 'trial-1' })
    desk.clock.now = turn + 7_200_000
    const name = await correctBy(desk, link, named('あおぞら二'))
    expect(name.json().details.proposal).toMatchObject({ state: 'waiting', price: PRICE })
    expect((await decide(true)).statusCode).toBe(200)
    expect(await applicationIn(desk)).toMatchObject({
      ...{ agreed_price: 19_960, price_list: 'trial-1', consent_seq: 1 },
    })

    // The page was opened before it turned: the price that it shows is not the one in force.
    const rows = [...ROWS, { name: 'こもれび', number: '1330000033', service: 'KYODO' }]
    const stale = await correctBy(desk, link, { rows, priceText: '29,940' }, { key: 'c-2' })
    expect([stale.statusCode, stale.json().error]).toMatchObject([
      422,
      { code: 'price_mismatch', inForce: { version: 'trial-2025-02' } },
    ])
    const agreed = await correctBy(desk, link, { rows, priceText: '32,940' }, { key: 'c-3' })
    expect(agreed.statusCode).toBe(200)
    // Whatever is in force when staff accept: nothing is priced again.
    desk.clock.now = turn - 3_600_000
    expect((await decide(true, { seen: '3' })).statusCode).toBe(200)
    expect(await applicationIn(desk)).toMatchObject({
      ...{ agreed_price: 32_940, price_list: 'trial-2025-02', consent_price: '32,940' },
    })
    expect(await rowsIn(desk.database, 'flags')).toEqual([])
  })

  test('opened before midnight and agreed to within the hour: the price counts, and staff are told of the list', async () => {
    const turn = Date.parse('2025-02-01T00:00:00+09:00')
    const { desk, link, decide } = await begunTrial({ at: turn - 3_600_000 })
    desk.clock.now = turn + 60_000
    const rows = ROWS.slice(0, 2)
    expect((await correctBy(desk, link, { rows, priceText: '9,980' })).statusCode).toBe(200)
    desk.clock.now = turn + 86_400_000
    expect((await decide(true)).statusCode).toBe(200)
    expect(await applicationIn(desk)).toMatchObject({ agreed_price: 9980, price_list: 'trial-1' })
    const flags = (await rowsIn(desk.database, 'flags')).map(({ flag, detail }) => [flag, detail])
    expect(flags).toEqual([['other_price_list', 'trial-1']])
  })

  test('what cannot be stored is refused by its field and row, and nothing is written', async () => {
    const { desk, link } = await begunCorrection({})
    const [first, second, third] = ROWS
    const rows = [first, { ...second, name: 'a\u0000b' }, third] as typeof ROWS
    const reply = await correctBy(desk, link, { rows, fields: { jigyousha: 'x\ud800' } })
    expect([reply.statusCode, codeOf(reply)]).toEqual([422, 'validation_failed'])
    expect(Object.keys(reply.json().error.fields).toSorted()).toEqual([
      ...['facilities.2.facilityName', 'jigyousha'].toSorted(),
    ])
    expect(await rowsIn(desk.database, 'revisions')).toEqual([])
  })

  test('files and the record show what was typed first beside what counts, and what waits', async () => {
    const { desk, reference, link, decide } = await begunCorrection({})
    const show = async () => (await admin(desk.database, ['applications', 'show', reference])).out
    const [first, , third] = ROWS as [(typeof ROWS)[0], unknown, (typeof ROWS)[0]]
    const added = { name: '=1+1', number: '1330000033', service: 'KYODO' }
    const changedFirst = { ...first, name: 'みどり作業所', number: '1310000012' }
    const rows = [changedFirst, third, added]
    const wanted = { ...named('社会福祉法人みどり'), rows, priceText: '29,940' }
    expect((await correctBy(desk, link, wanted)).statusCode).toBe(200)
    expect(await linesOf(desk)).toEqual(ROWS.map(() => ['1', '']))
    const waits = (await show()).split('■ 訂正の申し出')[1]
    expect(waits).toMatch(/未確認/)
    expect(waits).toMatch(/法人名 +社会福祉法人あおぞら +社会福祉法人みどり/)
    expect(await show()).not.toContain('■ 訂正で変わった内容')

    expect((await decide(true)).statusCode).toBe(200)
    expect(await linesOf(desk)).toEqual([
      [
        '2',
        '法人名：社会福祉法人あおぞら／削除した行：あおぞら作業所 1310000011 生活介護／事業所名：あおぞら作業所／事業所番号：1310000011',
      ],
      ['2', ''],
      ['2', '（訂正で追加）'],
    ])
    const record = await show()
    expect(record).toMatch(/内容の版 +2（1は、最初に送信された内容）/)
    const changed = record.split('■ 訂正で変わった内容')[1]?.split('■')[0]
    expect(
      changed
        ?.trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['項目', '訂正の前', '訂正の後'],
      ['法人名', '社会福祉法人あおぞら', '社会福祉法人みどり'],
      [
        '事業所の1行目',
        'あおぞら作業所 1310000011 就労継続支援B型',
        'みどり作業所 1310000012 就労継続支援B型',
      ],
      ['事業所の2行目', 'あおぞら作業所 1310000011 生活介護', '（削除）'],
      ['事業所の3行目', '（なし）', '=1+1 1330000033 共同生活援助'],
    ])
    const json = await admin(desk.database, ['applications', 'show', reference, '--json'])
    expect(JSON.parse(json.out)).toMatchObject({ revision: 2, correction: { state: 'accepted' } })

    // What was typed first is a text like any other: never a formula.
    await correctBy(desk, link, { fields: { person: '@SUM(1)' } }, { key: 'c-2' })
    await decide(true, { seen: '3' })
    const file = await desk.staff.app.inject({ url: '/api/exports/csv', headers: STAFF })
    expect(file.body).not.toMatch(/(?:^|,)"?[=+@](?!")/m)
  })
})

describe.each(ENGINES)('what a correction carries on %s', (engine) => {
  test('staff search finds what counts, and no more what was corrected', async () => {
    const { desk, reference, link, decide } = await begunCorrection({ engine })
    const found = async (text: string) => {
      const url = `/api/applications?search=${encodeURIComponent(text)}`
      const page = (await desk.staff.app.inject({ url, headers: STAFF })).json()
      return page.applications.map((each: { reference: string }) => each.reference)
    }
    await correctBy(desk, link, named('社会福祉法人みどり野'))
    expect(await found('みどり野')).toEqual([])
    expect(await found('あおぞら')).toEqual([reference])
    expect((await decide(true)).statusCode).toBe(200)
    expect(await found('みどり野')).toEqual([reference])
    expect(await found('福祉法人あおぞら')).toEqual([])
  })

  test('a hundred rows of hostile text are stored as typed, counted as rows, and break nothing that shows them', async () => {
    const { desk, reference, link, decide } = await begunCorrection({ engine })
    const rows = Array.from({ length: 100 }, (_, n) => ({
      name: `${HOSTILE[n % HOSTILE.length]}${n}`.slice(0, 100),
      number: '1310000011',
      service: 'KYODO',
    }))
    const fields = { jigyousha: HOSTILE[0] ?? '', person: HOSTILE[1] ?? '' }
    const proposed = await correctBy(desk, link, { fields, rows, priceText: '9,980' })
    expect([proposed.statusCode, proposed.json().error]).toEqual([200, undefined])
    expect(proposed.json().details.proposal).toMatchObject({ fields, rows })
    const record = `/api/applications/${reference}`
    const shown = await desk.staff.app.inject({ url: record, headers: STAFF })
    expect(shown.json().correction.fields).toMatchObject(fields)
    expect(
      shown.json().correction.facilities.map((row: { facilityName: string }) => row.facilityName),
    ).toEqual(rows.map(({ name }) => name))
    expect((await decide(true)).statusCode).toBe(200)
    const stored = (await rowsIn(desk.database, 'facilities')).toSorted((a, b) => a.no - b.no)
    expect(stored.map(({ facility_name }) => facility_name)).toEqual(rows.map(({ name }) => name))
    for (const format of ['csv', 'xlsx', 'json']) {
      const url = `/api/exports/${format}`
      const file = await desk.staff.app.inject({ url, headers: STAFF })
      expect([format, file.statusCode]).toEqual([format, 200])
      if (format === 'csv') expect(file.body).not.toMatch(/(?:^|,)"?[=+@](?!")/m)
    }
    const told = (await mailsOf(desk)).filter(({ to }) => to !== STAFF_MAIL)
    expect(told).toHaveLength(1)
    for (const mail of told)
      for (const text of HOSTILE) expect(`${mail.subject}${mail.text}`).not.toContain(text)
  })
})
