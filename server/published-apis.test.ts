/** Both published documents: two linters take them, and a client that a tool makes of them reads every answer strictly. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, onTestFinished, test } from 'vitest'
import { API_BASE } from '#contract/apply.ts'
import { STAFF_API_BASE } from '#contract/staff-api.ts'
import { importDirectory } from './directory/import.ts'
import { watchDirectory } from './directory/look-up.ts'
import { createLog } from './observability/log.ts'
import { startApp } from './testing/app.ts'
import { bearer, newToken } from './testing/billing.ts'
import { FACILITIES, PRICE } from './testing/calls.ts'
import { temporaryFolder } from './testing/databases.ts'
import { generatedClient } from './testing/generated-client.ts'
import { publishedCsv, publishedRow } from './testing/published-files.ts'
import { startConsole } from './testing/staff-app.ts'
import {
  applyAt,
  correctBy,
  keyOf,
  linkIn,
  PUBLIC_URL,
  startDesk,
  TELEPHONE,
} from './testing/status.ts'

const APIS = [
  ['public', async () => (await startApp()).app, API_BASE],
  [
    'staff',
    async () => (await startConsole({ config: { STAFF_URL: 'https://desk.test' } })).app,
    STAFF_API_BASE,
  ],
] as const

/** It is no software that is given away, and who runs it is told under /.well-known/security.txt. */
const REDOCLY = { extends: ['recommended-strict'], rules: { 'info-license': 'off' as const } }
const SPECTRAL = {
  extends: [[oas, 'all']],
  rules: { 'info-contact': 'off', 'info-license': 'off', 'license-url': 'off' },
} as const

test.each(APIS)(
  'nothing in the document of the %s API is a fault for redocly or spectral',
  async (_, start, base) => {
    const app = await start()
    const source = (await app.inject(`${base}/openapi.json`)).body
    const config = await createConfig(REDOCLY)
    const redocly = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    expect(
      redocly.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([])
    const spectral = new Spectral()
    spectral.setRuleset(new Ruleset(SPECTRAL))
    const found = await spectral.run(JSON.parse(source))
    expect(found.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
  },
)

const KEY = keyOf('generated-client')
const keyed = (key = KEY) => ({ headers: { 'idempotency-key': key } })

test('a generated client reads every answer of the public API', async () => {
  const desk = await startDesk({ directory: oneCorporation() })
  const { read, operations, succeeded } = await generatedClient(desk.app, API_BASE)
  const { data: registered } = await read('register', REGISTRATION, keyed())
  const { username = '' } = registered
  await read('consent', username, { kind: 1, priceText: PRICE }, keyed())
  const body = { facilities: FACILITIES }
  const completed = await read('addFacilities', username, body, keyed())
  const link = String(completed.data.statusLink).replace(`${PUBLIC_URL}/status#`, '')
  await followUp({ read, link })
  await lookUp(read)
  expect([...succeeded].toSorted()).toEqual(operations.toSorted())
})

type Read = Awaited<ReturnType<typeof generatedClient>>['read']

/** What the applicant does afterwards, and what is refused: each answer is read. */
async function followUp({ read, link }: { read: Read; link: string }): Promise<void> {
  const entry = { link, answer: TELEPHONE }
  const refused = [
    await read('askStatus', { link, answer: '00-0000-0000' }),
    await read('askStatus', { link: link.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    await read('askStatus', { link, answer: 'x'.repeat(300) }),
    await read('consent', 'nobody-we-know', { kind: 1, priceText: PRICE }, keyed()),
    await read('register', { ...REGISTRATION, tel: 'x', zipcode: '1' }, keyed('another-key')),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 404, 422, 404, 422])
  await read('askStatus', { link })
  const { data } = await read('askStatus', entry)
  const { fields, rows } = Object(data.details)
  const changed = { ...entry, base: 1, proposal: null, fields: { ...fields, person: '鈴木' }, rows }
  await read('proposeCorrection', changed, keyed('c-1'))
  const dearer = { ...changed, proposal: 2, rows: rows.slice(0, 1), priceText: '1' }
  const price = await read('proposeCorrection', dearer, keyed('c-2'))
  expect([price.status, Object(price.data.error).code]).toEqual([422, 'price_mismatch'])
  await read('sendMessage', { ...entry, text: 'お願いします。' }, keyed('m-1'))
  expect((await read('sendMessage', { ...entry, text: 'もう一度' }, keyed('m-2'))).status).toBe(409)
  await read('withdraw', { ...entry, proposal: 2 }, keyed('w-1'))
  expect((await read('askStatus', entry)).status).toBe(200)
}

async function lookUp(read: Read): Promise<void> {
  await read('lookUpPostalCode', { zipcode: '1000001' })
  await read('lookUpPostalCode', { zipcode: 'x' })
  await read('describeDirectory')
  const found = await read('searchCorporations', { q: 'あおぞら' })
  const [corporation] = Object(found.data.corporations)
  await read('listCorporationFacilities', corporation.id)
  const headers = { 'if-none-match': found.headers.get('etag') }
  expect((await read('listCorporationFacilities', corporation.id, { headers })).status).toBe(304)
  expect((await read('listCorporationFacilities', 'nothing')).status).toBe(404)
  expect((await read('searchCorporations', { q: '' })).status).toBe(422)
  await read('findFacilities', { numbers: '1310000001' })
  await read('reportVitals', { page: '/', metrics: [{ name: 'LCP', value: 1 }] })
  await read('reportUsage', { flow: 'entry', width: 'desk', marks: ['opened'] })
  await read('isAlive')
  await read('isReady')
}

test('a generated client reads every answer of the staff API', async () => {
  const desk = await startDesk()
  const applied = await applyAt(desk, 'first')
  const { reference } = applied
  await applyAt(desk)
  const token = await newToken(desk.staff)
  const { read, operations, succeeded } = await generatedClient(desk.staff.app, STAFF_API_BASE)
  const headers = { ...bearer(token), 'x-forwarded-proto': 'https' }
  const changing = (version: number, key: string) => ({
    headers: { ...headers, 'if-match': `"${version}"`, 'idempotency-key': key },
  })
  await read('listApplications', { limit: '1' }, { headers })
  const one = await read('readApplication', reference, { headers })
  expect(one.data).toMatchObject({ reference, revision: 1 })
  const version: number = Object(one.data).version
  const known = { ...headers, 'if-none-match': one.headers.get('etag') }
  const status = (body: object, version: number, key: string) =>
    read('changeStatus', reference, body, changing(version, key))
  const answers = [
    await read('readApplication', reference, { headers: known }),
    await read('acknowledgeVersion', reference, null, changing(version, 'k-1')),
    await status({ status: 'in_progress', note: 'メモ', notify: true }, version, 'k-2'),
    await status({ status: 'done' }, version, 'k-3'),
    await status({ status: 'done', from: 'received' }, version + 1, 'k-4'),
    await status({ status: 'in_progress' }, version + 1, 'k-2'),
    await read('changeStatus', reference, { status: 'x' }, changing(version + 1, 'k-5')),
    await read('readApplication', 'XXXX-XXXX', { headers }),
    await read('readApplication', reference),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([
    304, 200, 200, 412, 409, 422, 422, 404, 401,
  ])
  expect(Object(answers[4]?.data.error)).toMatchObject({ change: { status: 'in_progress' } })
  await correctBy(desk, linkIn(applied.reply), { fields: { person: '鈴木' } })
  expect((await status({ status: 'done' }, version + 1, 'k-6')).status).toBe(409)
  const notice = { messageId: 'x', recipient: 'a@example.jp', code: '5.1.1' }
  expect((await read('handOverNotice', notice, { headers })).status).toBe(200)
  await desk.staff.staffApplications.erase({ reference, by: { name: 'root', via: 'command' } })
  const { data } = await read('readApplication', reference, { headers })
  expect(data).toMatchObject({ jigyousha: '', erasedAt: expect.any(String) })
  expect([...succeeded].toSorted()).toEqual(operations.toSorted())
})

const REGISTRATION = {
  jigyousha: '社会福祉法人あおぞら',
  zipcode: '1000001',
  address: '東京都千代田区千代田1-1',
  tel: TELEPHONE,
  mailaddress: 'office@example.jp',
  person: '山田 太郎',
  appform: '3',
  insert: 'true',
  page: '2',
  plan3: '1',
}

function oneCorporation() {
  const folder = temporaryFolder()
  const [out, table] = ['directory.db', 'sfkopendata_202503_45.csv'].map((name) =>
    join(folder, name),
  )
  if (!out || !table) throw new Error('no folder')
  writeFileSync(table, publishedCsv([publishedRow({ 法人の名称: '社会福祉法人あおぞら' })]))
  const now = Date.parse('2026-01-01')
  importDirectory([table], { out, period: '', now, zipcodeOf: () => '', progress: () => {} })
  const log = createLog({ level: 'error', clock: () => now, write: () => {} })
  const directory = watchDirectory({ file: out, clock: () => now, log })
  onTestFinished(() => directory.close())
  return directory
}
