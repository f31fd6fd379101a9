import { stepsOf } from './calls.ts'
import { CORPORATION, DONE_TITLES, mailOf, numberOf, openReady, ROWS } from './filled-forms.ts'
import { test as base, expect } from './fixtures.ts'
import {
  FOREIGN_USERNAME,
  FOREIGN_WORDS,
  type ForeignCall,
  type ForeignServer,
  startForeignServer,
} from './foreign-server.ts'
import { applicantControl, button } from './form.ts'
import { type Product, startProduct } from './product.ts'
import { buildVariant } from './variant.ts'

type Foreign = { root: string; api: ForeignServer; zip: ForeignServer }

/** Pages built for an API and a postal service on two other origins. */
const test = base.extend<object, { foreign: Foreign; product: Product }>({
  foreign: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const [api, zip] = [await startForeignServer(), await startForeignServer()]
      const { root, remove } = await buildVariant({
        apiBase: `${api.origin}/apply/api`,
        postalService: `${zip.origin}/zip`,
        extraHeaders: false,
      })
      await use({ root, api, zip })
      await Promise.all([api.stop(), zip.stop(), remove()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: [
    async ({ foreign }, use) => {
      const product = await startProduct({}, foreign.root)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

// One variant is built for all of them.
test.describe.configure({ mode: 'serial' })

const CUSTOMERS = '/apply/api/public/temp/customers'
const sent = (received: readonly ForeignCall[]) =>
  received.map(({ line, type, body }) => [line, type, body])

test.beforeEach(({ foreign }) => {
  for (const { received } of [foreign.api, foreign.zip]) received.length = 0
})

test('an entry goes to another origin exactly as specified, without a header of our own', async ({
  page,
  foreign: { api, zip },
}) => {
  const register = await openReady(page, 'entry', 'foreign')
  await applicantControl(page, 'zipcode').fill('5300001')
  await button(page, '郵便番号から住所を検索').click()
  await expect(applicantControl(page, 'address')).toHaveValue('大阪府大阪市北区')
  // The first at its seventh digit, the second by the button.
  expect(sent(zip.received)).toEqual([
    ['GET /zip?zipcode=1000001', undefined, ''],
    ['GET /zip?zipcode=5300001', undefined, ''],
  ])

  await register.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES.entry)
  const customer = encodeURIComponent(FOREIGN_USERNAME)
  const fields = new URLSearchParams([
    ['jigyousha', CORPORATION.companyName],
    ['zipcode', '5300001'],
    ['address', '大阪府大阪市北区'],
    ['tel', CORPORATION.tel],
    ['person', CORPORATION.person],
    ['mailaddress', mailOf('foreign')],
    ['appform', '3'],
    ['insert', 'true'],
    ['page', '2'],
    ['plan3', '1'],
  ])
  expect(sent(api.received)).toEqual([
    [
      `POST ${CUSTOMERS}/regist-renewal`,
      'application/x-www-form-urlencoded;charset=UTF-8',
      fields.toString(),
    ],
    [`POST ${CUSTOMERS}/${customer}/consent`, 'application/json', '{"kind":1,"priceText":"9,980"}'],
    [
      `POST ${CUSTOMERS}/${customer}/facilities`,
      'application/json',
      JSON.stringify({ facilities: ROWS }),
    ],
  ])
  for (const word of FOREIGN_WORDS) await expect(page.locator('html')).not.toContainText(word)
  const headers = new Set(api.received.flatMap((call) => call.headers))
  expect(
    [...headers].filter((name) => /idempotency|supersedes|form-signals|invitation/.test(name)),
  ).toEqual([])
})

test('its errors are understood: a banner, and the page of a refused mail address', async ({
  page,
  foreign: { api },
}) => {
  // Without a key nothing is repeated by itself: a server that took the call might take it twice.
  api.failNext('/facilities', 503, { error: { message: '夜間は休止しています。' } })
  await (await openReady(page, 'trial', 'foreign')).click()
  await expect(page.getByText('夜間は休止しています。')).toBeVisible()
  await button(page, 'もう一度送信する').click()
  await expect(page).toHaveURL('/trial/result')
  expect(stepsOf(api.received)).toEqual(['regist-renewal', 'consent', 'facilities', 'facilities'])
  api.received.length = 0

  api.failNext('/consent', 409, { error: { message: '受付を締め切りました。' } })
  await (await openReady(page, 'trial', 'foreign')).click()
  await expect(page.getByText('受付を締め切りました。')).toBeVisible()
  await button(page, 'もう一度送信する').click()
  await expect(page).toHaveURL('/trial/result')
  expect(stepsOf(api.received)).toEqual(['regist-renewal', 'consent', 'consent', 'facilities'])

  api.failNext('/regist-renewal', 400, { errors: { mailaddress: ['形式が不正です'] } })
  await (await openReady(page, 'trial', 'foreign')).click()
  await expect(page).toHaveURL('/trial/mail-error')
})

test('migration and suspension name the number of the page', async ({ page, foreign: { api } }) => {
  for (const flow of ['migration', 'suspension'] as const) {
    await (await openReady(page, flow, 'foreign')).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
  }
  const number = numberOf('foreign')
  expect(sent(api.received).map(([line, , body]) => [line, body])).toEqual([
    [`POST ${CUSTOMERS}/${number}/consent`, '{"kind":2,"priceText":"9,980"}'],
    [`POST ${CUSTOMERS}/${number}/facilities`, JSON.stringify({ facilities: ROWS })],
    [`POST ${CUSTOMERS}/${number}/consent`, '{"kind":3}'],
  ])
})

test('the policy of the pages names exactly these two origins, that of all else none', async ({
  request,
  foreign: { api, zip },
}) => {
  const connectSrc = async (path: string) =>
    /connect-src ([^;]*);/.exec(
      (await request.get(path)).headers()['content-security-policy'] ?? '',
    )?.[1]
  expect(await connectSrc('/entry/input')).toBe(`'self' ${api.origin} ${zip.origin}`)
  expect(await connectSrc('/livez')).toBe("'self'")
})
