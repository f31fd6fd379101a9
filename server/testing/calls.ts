/** Calls as the pages would make them, for tests that care about something else. */

import type { FacilityBody } from '#contract/apply-schemas.ts'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import type {
  Applications,
  ApplicationsOptions,
  ConsentCall,
  FacilitiesCall,
  RegisterCall,
} from '../apply/call-types.ts'
import { createApplications } from '../apply/public-calls.ts'
import type { MailFacts } from '../delivery/mail/templates.ts'
import { createStatusLinks } from '../follow-up/link.ts'
import type { Database } from '../store/database.ts'
import { query } from '../store/statement.ts'

/** As without a public address. */
export const NO_LINKS = createStatusLinks({ keys: () => [], origin: null })

/** 2026-11-20 09:00 in Tokyo. */
export const NOW = Date.UTC(2026, 10, 20)

export const NO_CAMPAIGN = {
  lead_id: '',
  contact_id: '',
  service: '',
  utm_source: '',
  lp_category: '',
  content: '',
  utm_campaign: '',
  utm_term: '',
}

export const CORPORATION = {
  ...EMPTY_APPLICANT,
  companyName: '社会福祉法人あおぞら',
  zipcode: '1310032',
  address: '東京都墨田区東向島1-2-3',
  tel: '03-1234-5678',
  email: 'tanaka@aozora.example.jp',
  person: '田中 花子',
}

/** What a trial sends besides. */
export const TRIAL = {
  flow: 'trial' as const,
  applicant: {
    ...CORPORATION,
    chance: '6',
    otherFacility: 'となりの事業所',
    nowsoft: '2',
    nowsoftname: 'らくらく請求',
  },
  campaign: { ...NO_CAMPAIGN, utm_source: 'メルマガ' },
}

/** Three rows, two numbers: 19,960 yen a month. */
export const FACILITIES: FacilityBody[] = [
  { facilityName: 'あおぞら作業所', facilityNumber: '1310000011', serviceKey: 'SYUKEI_B' },
  { facilityName: 'あおぞら作業所', facilityNumber: '1310000011', serviceKey: 'SEIKATSU_KAIGO' },
  { facilityName: 'ひだまりホーム', facilityNumber: '1320000022', serviceKey: 'KYODO' },
]
export const PRICE = '19,960'

export const register = (call: Partial<RegisterCall> = {}): RegisterCall => ({
  key: null,
  flags: [],
  flow: 'entry',
  applicant: CORPORATION,
  campaign: NO_CAMPAIGN,
  supersedes: null,
  ...call,
})

export const consent = (
  call: Pick<ConsentCall, 'customer' | 'kind'> & Partial<ConsentCall>,
): ConsentCall => ({ key: null, flags: [], priceText: PRICE, invitation: null, ...call })

export const suspension = (customer: string, call: Partial<ConsentCall> = {}): ConsentCall =>
  consent({ customer, kind: 3, priceText: undefined, ...call })

export const addition = (
  call: Pick<FacilitiesCall, 'customer'> & Partial<FacilitiesCall>,
): FacilitiesCall => ({
  key: null,
  flags: [],
  facilities: FACILITIES,
  invitation: null,
  sender: '192.0.2.1',
  ...call,
})

export function applicationsOn(
  database: Database,
  options: Partial<ApplicationsOptions> = {},
): Applications {
  return createApplications({
    database,
    clock: () => NOW,
    notices: { staffMail: 'staff@example.jp', webhookUrl: '' },
    termsVersion: DEFAULT_WORDS.version,
    invitations: 'optional',
    links: NO_LINKS,
    ...options,
  })
}

/** Everything that is stored, each table in the order of its key. */
export async function everythingIn(database: Database) {
  return database.read(async (tx) => ({
    applications: await tx.all(
      query((db) => db.selectFrom('applications').selectAll().orderBy('created_at').orderBy('id')),
    ),
    consents: await tx.all(
      query((db) => db.selectFrom('consents').selectAll().orderBy('application').orderBy('seq')),
    ),
    facilities: await tx.all(
      query((db) => db.selectFrom('facilities').selectAll().orderBy('application').orderBy('no')),
    ),
    flags: await tx.all(
      query((db) => db.selectFrom('flags').selectAll().orderBy('application').orderBy('flag')),
    ),
    outbox: await tx.all(
      query((db) => db.selectFrom('outbox').selectAll().orderBy('application').orderBy('kind')),
    ),
  }))
}

/** What a mail tells of a new contract. */
export const MAIL_FACTS: MailFacts = {
  flow: 'entry',
  reference: '7F3K-9QXM',
  customer: '',
  companyName: '社会福祉法人あおぞら',
  facilities: 3,
  priceText: '19,960',
  completedAt: Date.parse('2026-11-20T15:04:00+09:00'),
  remarks: [],
  statusLink: null,
}
