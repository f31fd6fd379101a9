/** Golden files of what the pages send and save; server/testing/golden.test.ts says what such files are for. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Applicant, EMPTY_APPLICANT } from '#domain/applicant.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOW_NAMES, FLOWS, type Flow, hasApplicant, hasRows } from '#domain/flows.ts'
import { linesOfRows, textOf } from '#sheets/read/csv.ts'
import { savedFormFile } from './saved-form/workbook.ts'
import { submit } from './sending/use-sending.ts'
import { htmlOf } from './table/export.ts'
import { type Answer, type Received, serve } from './testing.ts'
import { openPage } from './testing-page.ts'

const FOLDER = join(import.meta.dirname, '../server/testing/golden')
const compared = new Set<string>()

async function compare(name: string, text: string): Promise<void> {
  compared.add(name)
  await expect(`${text.trimEnd()}\n`).toMatchFileSnapshot(join(FOLDER, name))
}

const row = (no: number, facilityName: string, facilityNumber: string, serviceKey: string) =>
  ({ no, facilityName, facilityNumber, serviceKey }) satisfies FacilityRow
const ROWS: readonly FacilityRow[] = [
  row(1, 'あおぞら作業所', '1310000011', 'SYUKEI_B'),
  row(2, '=1+1 "<b>&\'', '0120000022', 'KYODO'),
  row(4, ' 🏠,ホーム\u202e', '', 'IDO'),
]
const APPLICANT: Applicant = {
  ...EMPTY_APPLICANT,
  companyName: '社会福祉法人 "あお<ぞら>" & _x0041_',
  zipcode: '1310032',
  address: '東京都墨田区東向島1-2-3',
  tel: '03-1234-5678',
  email: 'tanaka+desk@aozora.example.jp',
  person: '田中 花子',
}
const SURVEY = { chance: '6', otherFacility: 'となり', nowsoft: '2', nowsoftname: 'らくらく' }

const applicantOf = (flow: Flow) =>
  hasApplicant(flow) ? { ...APPLICANT, ...(FLOWS[flow].hasSurvey && SURVEY) } : null

const REFERENCE = { 'Application-Reference': '7F3K-9QXM' }
const REGISTERED: Answer = { status: 200, body: { username: 'tmp-1' }, headers: REFERENCE }
const DONE: Answer = { status: 200, headers: REFERENCE }
const refusedWith = (code: string): Answer => ({
  status: 422,
  body: { error: { code, message: 'なぜなら。', fields: { mailaddress: ['これ。'] } } },
})

/** What a page of a flow sent, and what it then shows. */
async function sent(
  flow: Flow,
  answers: Answer[],
  progress?: { key: string; registration: string },
) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const query = '?utm_source=%E5%BA%83%E5%91%8A&lead_id=L1&customerNumber=AB-1'
  const isInvited = FLOWS[flow].customer === 'existing'
  const hash = isInvited ? '#inv=v1.k1.1.id.mac' : ''
  await openPage('', `${server.base}${FLOWS[flow].inputPath}${query}${hash}`)
  const shown = await submit({
    flow,
    customer: isInvited ? 'AB-1' : null,
    content: {
      applicant: applicantOf(flow),
      search: query,
      rows: hasRows(flow) ? ROWS : [],
      ...(FLOWS[flow].catalogue && { priceText: '19,960' }),
    },
    signals: { elapsed: 61_234.5, trap: false },
    progress,
    onProgress: () => {},
    onCall: () => {},
  })
  return `${server.received.map(callText).join('\n')}→ ${JSON.stringify(shown, null, 1)}\n`
}

/** Of Node's own, not of the page. */
const LEFT_OUT = /^(host|connection|user-agent|accept|accept-.*|sec-.*|content-length)$/

function callText({ path, headers, body }: Received): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.test(name))
    .map(([name, value]) => `${name}: ${String(value).replace(/^[\w-]{22,32}$/, '<key>')}`)
    .toSorted()
  return `POST ${path}\n${lines.join('\n')}\n${body}\n`
}

test('the pages send what they sent when the golden file was written', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) })
  onTestFinished(() => void vi.useRealTimers())
  const texts: string[] = []
  for (const flow of FLOW_NAMES) {
    const answers = hasApplicant(flow) ? [REGISTERED, DONE] : [DONE]
    texts.push(`### ${flow}\n${await sent(flow, answers)}`)
    const refused = await sent(flow, [refusedWith('validation_failed')])
    texts.push(`### ${flow}, refused\n${refused}`)
  }
  for (const code of ['key_reused', 'unknown_customer'])
    texts.push(`### refused with ${code}\n${await sent('entry', [refusedWith(code)])}`)
  const earlier = { key: 'an-earlier-key', registration: 'other=fields' }
  texts.push(`### other fields than before\n${await sent('entry', [REGISTERED, DONE], earlier)}`)
  await compare('page-wire.txt', texts.join('\n'))
})

test('the pages save and copy what they did when the golden files were written', async () => {
  const now = new Date(2026, 10, 22, 12, 34)
  const texts: string[] = []
  const seen = new Set<string>()
  for (const flow of FLOW_NAMES.filter(hasRows)) {
    const leftOver = [['あふれた', '1'], ['行']]
    const applicant = applicantOf(flow) ?? EMPTY_APPLICANT
    const { name, content } = savedFormFile({ flow, applicant, rows: [...ROWS], leftOver }, now)
    const parts = unzipSync(new Uint8Array(await content.arrayBuffer()))
    // What is the same in every file stands there once.
    const partTexts = Object.entries(parts)
      .map(([path, part]) => [`## ${path}`, tagByTag(part)] as const)
      .map(([path, text]) => `${path}\n${seen.has(text) ? '(as before)' : text}\n`)
    for (const part of Object.values(parts)) seen.add(tagByTag(part))
    texts.push(`### ${flow}: ${name} ${content.type}\n${partTexts.join('\n')}`)
  }
  await compare('page-workbooks.txt', texts.join('\n'))
  const lines = linesOfRows(ROWS)
  const copies = { text: textOf(lines), csv: textOf(lines, ','), html: htmlOf(lines) }
  const shown = Object.entries(copies).map(
    ([kind, text]) => `### ${kind}\n${text.replaceAll('\r', '<CR>').replaceAll('<td', '\n<td')}\n`,
  )
  await compare('page-copies.txt', shown.join('\n'))
})

const tagByTag = (part: Uint8Array) =>
  strFromU8(part).replace(
    /<(row|c s|c><v|col|sheet|Override|xf|Relationship|font|\/worksheet)\b/g,
    '\n$&',
  )

test('every golden file of the pages is compared with something', () => {
  const found = readdirSync(FOLDER).filter((name) => name.startsWith('page-'))
  expect(found.filter((name) => !compared.has(name))).toEqual([])
})
