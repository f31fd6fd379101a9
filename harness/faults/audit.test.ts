import { describe, expect, it } from 'vitest'
import { APPLICANT_FIELDS, type ApplicantField, CAMPAIGN_KEYS } from '#domain/applicant.ts'
import { type Call, FLOWS } from '#domain/flows.ts'
import type { Application } from '../client/application.ts'
import { invent } from '../client/invent.ts'
import { audit } from './audit.ts'
import { type Entry, tallyOf } from './ledger.ts'
import type { Row, Stored } from './stored.ts'

const AT = Date.UTC(2026, 10, 20)
/** 0 entry, 1 migration, 2 suspension, 3 trial. */
const application = (no: number) => invent('l', no, AT)

function begun(no: number): Entry {
  return { event: 'begun', key: application(no).key, application: application(no) }
}
function sent(no: number, call: Call, attempt = 1): Entry {
  return { event: 'sent', key: application(no).key, call, attempt }
}
function acknowledged(no: number, call: Call, username?: string): Entry {
  return { ...sent(no, call), event: 'acknowledged', ...(username && { username }) } as Entry
}
/** Everything sent and acknowledged, as it should be. */
function wholeStory(no: number, username = `tmp-${no}`): Entry[] {
  return [
    begun(no),
    ...FLOWS[application(no).flow].calls.flatMap((call) => [
      sent(no, call),
      acknowledged(no, call, call === 'register' ? username : undefined),
    ]),
  ]
}

/** The rows that a whole story leaves. */
function wholeRows(no: number, id = `tmp-${no}`): Stored {
  const { flow, facilities, priceText, applicant } = application(no)
  const promised = flow === 'entry' || flow === 'trial' ? [applicant.email] : []
  return {
    applications: [applicationRow(application(no), id)],
    consents: [{ application: id, seq: 1, kind: FLOWS[flow].kind, price_text: priceText }],
    facilities: facilities.map(({ facilityName, facilityNumber, serviceKey }, index) => ({
      application: id,
      no: index + 1,
      facility_name: facilityName,
      facility_number: facilityNumber,
      service_key: serviceKey,
    })),
    outbox: [
      ...promised.map((recipient) => ({ application: id, kind: 'mail_applicant', recipient })),
      { application: id, kind: 'mail_staff', recipient: 'staff' },
    ],
  }
}

function applicationRow(sent: Application, id: string): Row {
  const { key, flow, customer, applicant, campaign, priceText } = sent
  const asked = (field: ApplicantField) =>
    flow === 'trial' || (flow === 'entry' && !('isSurvey' in APPLICANT_FIELDS[field]))
  const fields = (Object.keys(APPLICANT_FIELDS) as ApplicantField[]).map((field) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    asked(field) ? applicant[field] : '',
  ])
  return {
    id,
    flow,
    customer: customer ?? '',
    issued_name: customer === null ? id : '',
    application_key: key,
    state: 'complete',
    consent_seq: 1,
    consent_price: priceText,
    agreed_price: priceText && Number(priceText.replaceAll(',', '')),
    ...Object.fromEntries(fields),
    ...Object.fromEntries(
      CAMPAIGN_KEYS.map((name) => [name, flow === 'trial' ? campaign[name] : '']),
    ),
  }
}

const together = (...all: Stored[]): Stored => ({
  applications: all.flatMap((stored) => stored.applications),
  consents: all.flatMap((stored) => stored.consents),
  facilities: all.flatMap((stored) => stored.facilities),
  outbox: all.flatMap((stored) => stored.outbox),
})
const NOTHING = together()
const CLEAN = { lost: [], doubled: [], unexpected: [] }

describe('the audit', () => {
  it.each([0, 1, 2, 3])('finds nothing where application %i is stored as it was sent', (no) => {
    expect(audit(wholeStory(no), wholeRows(no))).toEqual(CLEAN)
  })

  it('finds nothing where an unanswered call left nothing, or all', () => {
    const story = [begun(0), sent(0, 'register')]
    const registered = {
      ...NOTHING,
      applications: wholeRows(0).applications.map((row) => ({
        ...row,
        state: 'pending',
        consent_seq: 0,
        consent_price: null,
        agreed_price: null,
      })),
    }
    expect(audit(story, NOTHING)).toEqual(CLEAN)
    expect(audit(story, registered)).toEqual(CLEAN)
  })

  it('calls lost what was acknowledged and is absent, call by call', () => {
    const { lost } = audit(wholeStory(0), NOTHING)
    expect(lost).toHaveLength(4)
    expect(lost[0]).toBe('l/0: tmp-0 was answered and is not there')
    expect(lost[2]).toMatch(/^l\/0 consent: consent = \[1,1,/)
  })

  it.each([
    ['a facility', { ...wholeRows(3), facilities: wholeRows(3).facilities.slice(1) }],
    ['a promised mail', { ...wholeRows(3), outbox: wholeRows(3).outbox.slice(1) }],
    ['the consent', { ...wholeRows(3), consents: [] }],
  ])('calls lost an acknowledged application without %s', (_, stored) => {
    expect(audit(wholeStory(3), stored)).toMatchObject({ lost: [expect.any(String)], doubled: [] })
  })

  it('calls half stored what nobody was told of and is not whole', () => {
    const story = wholeStory(3).filter(
      (entry) => entry.event !== 'acknowledged' || entry.call !== 'facilities',
    )
    const stored = { ...wholeRows(3), facilities: wholeRows(3).facilities.slice(1) }
    const { lost, unexpected } = audit(story, stored)
    expect(lost).toEqual([])
    expect(unexpected[0]).toMatch(/^l\/3 facilities: half stored, without row = \[1,/)
  })

  it('calls doubled an application with two rows, under whatever key', () => {
    const again = wholeRows(1, 'req-again')
    const other = { ...again, applications: [{ ...again.applications[0], application_key: null }] }
    expect(audit(wholeStory(1), together(wholeRows(1), other)).doubled).toEqual([
      'l/1: stored again as req-again',
    ])
  })

  it('calls doubled two usernames for one key, a second consent and a second mail', () => {
    const twice = [...wholeStory(0), acknowledged(0, 'register', 'tmp-other')]
    expect(audit(twice, wholeRows(0)).doubled).toEqual(['l/0: answered tmp-0 and tmp-other'])
    const rows = wholeRows(2)
    const doubledRows = together(rows, { ...NOTHING, consents: rows.consents, outbox: rows.outbox })
    expect(audit(wholeStory(2), doubledRows).doubled).toHaveLength(2)
  })

  it('calls unexpected what nobody sent, and a field that was sent otherwise', () => {
    expect(audit([], wholeRows(0)).unexpected).toEqual(['tmp-0: nobody sent it'])
    const [row] = wholeRows(0).applications
    const spoilt = { ...wholeRows(0), applications: [{ ...row, person: '?' }] }
    const { lost, unexpected } = audit(wholeStory(0), spoilt)
    expect(unexpected).toEqual(['l/0 register: person = "?"'])
    expect(lost).toHaveLength(1)
  })
})

describe('the tally', () => {
  it('counts first sendings apart from retries', () => {
    const entries: Entry[] = [
      begun(0),
      sent(0, 'register'),
      { ...sent(0, 'register'), event: 'unknown', why: 'ECONNRESET' } as Entry,
      sent(0, 'register', 2),
      { ...sent(0, 'register', 2), event: 'acknowledged', username: 'tmp-0' } as Entry,
      sent(0, 'consent'),
      acknowledged(0, 'consent'),
    ]
    expect(tallyOf(entries)).toEqual({ sent: 2, acknowledged: 1, unknown: 1, retried: 1 })
  })
})
