/** A correction obeys the rules of the calls by which an application is sent: each text in each field and cell has one answer and one stored form. */
import { expect, test } from 'vitest'
import { API_BASE, customerPath, PATHS, registrationFields, WIRE_NAMES } from '#contract/apply.ts'
import { applicantFieldsOf } from '#domain/applicant.ts'
import { FLOWS } from '#domain/flows.ts'
import { estimate, formatAmount, priceListAt } from '#domain/prices.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { REGISTRATION_COLUMNS, type Registration } from './store/schema.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  FACILITIES,
  NO_CAMPAIGN,
  NOW,
  PRICE,
  register,
  TRIAL,
} from './testing/calls.ts'
import { rowsIn } from './testing/rows.ts'
import { correctBy, type Desk, LINKS, startDesk } from './testing/status.ts'

/** Of every kind that a rule looks at: absence, width, length, lines, hidden and unstorable characters, other scripts. */
const TEXTS = [
  '',
  ' ',
  '　',
  ' 前後 ',
  '1',
  '7',
  '０３－１２３４－５６７８',
  '03-1234-5678',
  '123456789012345678901234567890',
  'あ'.repeat(100),
  'あ'.repeat(256),
  'あ'.repeat(257),
  'a'.repeat(2001),
  'a@b',
  'a@b.example.jp',
  'ａ＠ｂ.example.jp',
  'a@b.example.jp,c@d.example.jp',
  '一行目\n二行目',
  '\t',
  '\u0000',
  '\u0007',
  '\u200b',
  '\u202e逆',
  '𠮷野家\u{e0100}',
  '<img src=x>',
  '=1+1',
] as const

type Reply = { statusCode: number; json(): { error?: { code: string; fields?: object } } }

/** What a call says of a text; a correction of nothing is right, too. */
function verdictOf(reply: Reply): unknown {
  const { error } = reply.statusCode === 200 ? {} : reply.json()
  if (error === undefined || error.code === 'correction_empty') return 'taken'
  return { code: error.code, fields: error.fields }
}

async function complete(desk: Desk, { flow, applicant, campaign }: typeof TRIAL | typeof ENTRY) {
  const applications = applicationsOn(desk.database, { links: LINKS })
  const registered = await applications.register(register({ flow, applicant, campaign }))
  const { username: customer, reference } = registered
  const { kind, catalogue } = FLOWS[flow]
  const rows = FACILITIES.map((facility, index) => ({ no: index + 1, ...facility }))
  const { total = 0 } = estimate(priceListAt(catalogue, NOW), rows) ?? {}
  await applications.consent(consent({ customer, kind, priceText: formatAmount(total) }))
  await applications.addFacilities(addition({ customer }))
  return LINKS.to({ reference, generation: 1 })?.split('#')[1] ?? ''
}
const ENTRY = { flow: 'entry' as const, applicant: CORPORATION, campaign: NO_CAMPAIGN }

const registrationIn = (row: Registration | undefined) =>
  REGISTRATION_COLUMNS.map((column) => [column, row?.[column]])

test.each([ENTRY, TRIAL])(
  'fields of $flow: one answer and one stored form',
  async (sent) => {
    const desk = await startDesk()
    const link = await complete(desk, sent)
    const verdicts = new Set<string>()
    for (const field of applicantFieldsOf(sent.flow))
      for (const text of TEXTS) {
        const applicant = { ...sent.applicant, [field]: text }
        const fields = registrationFields(sent.flow, applicant, sent.campaign)
        const earlier = new Set((await rowsIn(desk.database, 'applications')).map(({ id }) => id))
        const asked = await desk.app.inject({
          method: 'POST',
          url: API_BASE + PATHS.register,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(fields).toString(),
        })
        const name = WIRE_NAMES[field]
        // The fields of the application as it was sent, and this text: whatever was proposed before.
        const typed = Object.fromEntries(fields)
        desk.clock.now += DAY_MS
        const corrected = await correctBy(
          desk,
          link,
          { fields: { ...typed, [name]: text } },
          { key: `${name}-${TEXTS.indexOf(text)}` },
        )
        const verdict = verdictOf(asked)
        verdicts.add(JSON.stringify(verdict))
        expect([name, text, verdictOf(corrected)]).toEqual([name, text, verdict])
        if (verdict !== 'taken' || corrected.statusCode !== 200) continue
        const stored = (await rowsIn(desk.database, 'applications')).find(
          ({ id }) => !earlier.has(id),
        )
        const revisions = await rowsIn(desk.database, 'revisions')
        const last = revisions.find(({ number }) => number === revisions.length)
        expect([name, text, registrationIn(last)]).toEqual([name, text, registrationIn(stored)])
      }
    expect(verdicts.size).toBeGreaterThan(3)
  },
  60_000,
)

test('rows: one answer', async () => {
  const desk = await startDesk()
  const link = await complete(desk, ENTRY)
  const verdicts = new Set<string>()
  const [first, ...others] = FACILITIES
  for (const cell of ['facilityName', 'facilityNumber', 'serviceKey'] as const)
    for (const text of [...TEXTS, '1310000011', 'KYODO', 'OTHER', 'toString']) {
      const facilities = [{ ...first, [cell]: text }, ...others]
      const applications = applicationsOn(desk.database)
      const { username: customer } = await applications.register(register())
      await applications.consent(consent({ customer, kind: 1 }))
      const asked = await desk.app.inject({
        method: 'POST',
        url: API_BASE + customerPath('facilities', customer),
        payload: { facilities },
      })
      const rows = facilities.map(
        ({ facilityName = '', facilityNumber = '', serviceKey = '' }) => ({
          ...{ name: facilityName, number: facilityNumber, service: serviceKey },
        }),
      )
      desk.clock.now += DAY_MS
      const key = `${cell}-${encodeURIComponent(text).slice(0, 50)}-${text.length}`
      const corrected = await correctBy(desk, link, { rows, priceText: PRICE }, { key })
      // Both calls compare a price, each with the rows that it was given.
      const verdict = verdictOf(asked)
      verdicts.add(JSON.stringify(verdict))
      expect([cell, text, verdictOf(corrected)]).toEqual([cell, text, verdict])
    }
  expect(verdicts.size).toBeGreaterThan(3)
}, 60_000)
