/**
 * Whatever arrives at the page of an application moves nothing, and no press acts on what was not read. Arrivals are the
 * kinds of entries in the history, buttons what the page has: a new one enters by itself.
 */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Locator, Page, Route } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import { referencePath } from '#contract/console.ts'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { drawnOf } from '#contract/drawn.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  STATUS_ADDRESS,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import { PRESSES, type PressName, type Seen, statusPress } from '#domain/presses.ts'
import type { STAFF_ACTIONS, StaffStatus } from '#domain/staff.ts'
import { PASSWORD } from '../client/staff.ts'
import { CORPORATION } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import type { Product } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import { applyForLink, referenceOf, test } from './status-product.ts'

/** `desk` is a colleague's, who is logged in. */
type On = { product: Product; desk: APIRequestContext; reference: string; link: string }
type PathName = Exclude<Parameters<typeof referencePath>[0], 'application' | 'neighbours'>

async function post(address: string, body: object) {
  const headers = { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  return { status: reply.status, text, body: text === '' ? {} : JSON.parse(text) }
}

async function done(reply: ReturnType<typeof post>): Promise<void> {
  const { status, text } = await reply
  if (status !== 200) throw new Error(`${status} ${text}`)
}

async function recordOf({ product, desk, reference }: On): Promise<ApplicationRecord> {
  const reply = await desk.get(product.staffUrl + referencePath('application', reference))
  return (await reply.json()) as ApplicationRecord
}

/** A colleague at another desk, who has read what there is. */
async function colleague(on: On, name: PressName, path: PathName, body: object, asked?: string) {
  const { product, desk, reference } = on
  const { [name]: names } = PRESSES
  const seen = asked === undefined ? drawnOf(await recordOf(on), names) : { asked }
  const whole = names.length === 0 ? body : { ...body, seen }
  const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
  const address = product.staffUrl + referencePath(path, reference)
  const reply = await desk.post(address, { headers, data: whole })
  if (!reply.ok()) throw new Error(`${path} ${reply.status()} ${await reply.text()}`)
}

const byApplicant = ({ product, link }: On, address: string, body: object) =>
  done(post(product.url + address, { link, answer: CORPORATION.tel, ...body }))

async function correct(on: On, person: string): Promise<void> {
  const looked = await post(on.product.url + STATUS_ADDRESS, {
    link: on.link,
    answer: CORPORATION.tel,
  })
  const { fields, rows, revision, proposal } = looked.body.details
  const waiting = proposal?.state === 'waiting' ? proposal.number : null
  const typed = { fields: { ...fields, person }, rows, base: revision, proposal: waiting }
  await byApplicant(on, CORRECTION_ADDRESS, typed)
}

const withdraw = async (on: On) =>
  byApplicant(on, WITHDRAWAL_ADDRESS, { proposal: (await recordOf(on)).correction?.number ?? null })
const write = (on: On, text: string) => byApplicant(on, MESSAGE_ADDRESS, { text })
const ask = (on: On) =>
  colleague(on, 'question', 'questions', { text: '番号は正しいですか。', wantsAnswer: true })

async function answer(on: On): Promise<void> {
  const { conversation } = await recordOf(on)
  const question = conversation?.messages.findLast(({ kind }) => kind === 'question')?.id
  await byApplicant(on, MESSAGE_ADDRESS, { text: 'はい。', question })
}

async function decide(on: On, of: 'correction' | 'withdrawal' | 'message', accept: boolean) {
  const { correction, conversation } = await recordOf(on)
  const ids = {
    correction: String(correction?.number),
    withdrawal: conversation?.withdrawal?.id,
    message: conversation?.messages.findLast(({ settledAt }) => settledAt === null)?.id,
  }
  const reason = accept ? '' : 'お電話ください。'
  await colleague(on, 'decision', 'decision', { of, accept, reason }, ids[of])
}

const status = (on: On, to: StaffStatus) =>
  colleague(on, statusPress(to), 'status', { to, note: '' })

type Arrival = { before?: (on: On) => Promise<unknown>; arrives: (on: On) => Promise<unknown> }

/** Null where the page tells of none, or no mail and no billing system is there to try it. */
const ARRIVALS = {
  status: { arrives: (on) => status(on, 'received') },
  note: { arrives: (on) => colleague(on, 'note', 'notes', { note: '電話済み' }) },
  assignee: { arrives: (on) => colleague(on, 'assignee', 'assignee', { to: '' }) },
  erase: {
    arrives: (on) =>
      colleague(on, 'erasure', 'erasure', { reference: on.reference, password: PASSWORD }),
  },
  resend: null,
  contacted: null,
  address: {
    arrives: (on) =>
      colleague(on, 'address', 'address', { to: 'other@aozora.example.jp', note: '' }),
  },
  acknowledge: null,
  customer_number: null,
  notify: null,
  link: { arrives: (on) => colleague(on, 'link', 'link', { mail: false, end: true }) },
  gate: null,
  withdrawal: { arrives: withdraw },
  withdrawal_refused: { before: withdraw, arrives: (on) => decide(on, 'withdrawal', false) },
  correction: { arrives: (on) => correct(on, '佐藤 花子') },
  correction_accepted: {
    before: (on) => correct(on, '佐藤 花子'),
    arrives: (on) => decide(on, 'correction', true),
  },
  correction_declined: {
    before: (on) => correct(on, '佐藤 花子'),
    arrives: (on) => decide(on, 'correction', false),
  },
  message: { arrives: (on) => write(on, '開始日は') },
  question: { arrives: ask },
  settled: { before: (on) => write(on, '開始日は'), arrives: (on) => decide(on, 'message', true) },
} as const satisfies Record<keyof typeof STAFF_ACTIONS, Arrival | null>

/** Beside the first of their kind. */
const FURTHER = {
  'a correction in the place of another': {
    before: (on) => correct(on, '佐藤 花子'),
    arrives: (on) => correct(on, '佐藤 夏子'),
  },
  'an answer': { before: ask, arrives: answer },
  'a second question': { before: ask, arrives: ask },
  'a close': { before: (on) => write(on, '開始日は'), arrives: (on) => status(on, 'rejected') },
} as const satisfies Record<string, Arrival>

const CASES = Object.entries<Arrival | null>({ ...ARRIVALS, ...FURTHER }).flatMap(
  ([name, arrival]) => (arrival ? [[name, arrival] as const] : []),
)

const desks = new Map<Product, APIRequestContext>()

/** Of a worker's server one colleague. */
async function deskOf(browser: Browser, product: Product): Promise<APIRequestContext> {
  const known = desks.get(product)
  if (known) return known
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage()
  await setUp(page, product, `colleague-${randomUUID().slice(0, 8)}`, 'administrator')
  await finishSetup(page)
  desks.set(product, page.request)
  return page.request
}

/** An administrator, whose page has every button. */
async function openAs(browser: Browser, product: Product, reference: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'ja-JP' })
  const page = await context.newPage()
  await setUp(page, product, `keeper-${reference.toLowerCase()}`, 'administrator')
  await finishSetup(page)
  await page.goto(`${product.staffUrl}/applications/${reference}`)
  await expect(page.getByRole('form', { name: '対応' })).toBeVisible()
  // Without it the browser would hide what moves above.
  await page.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'))
  await page.getByText('個人情報の消去').click()
  await page.evaluate(() => scrollTo(0, 0))
  return page
}

const controls = (page: Page) =>
  page.locator('main').locator('button, input, textarea, select, summary, .record a')

/** Where each control stands, by what it is. */
const placesOf = (page: Page) =>
  controls(page).evaluateAll((all) =>
    all
      .filter((node) => !node.closest('.news'))
      .map((node) => {
        const { x, y } = node.getBoundingClientRect()
        return `${node.tagName} ${node.getAttribute('name') ?? ''} ${node.textContent} ${x} ${y}`
      }),
  )

for (const [name, arrival] of CASES)
  test(`${name}: nothing moves, and no press acts on what was not read`, {
    tag: '@long',
  }, async ({ page: applicant, browser, browserName, product, mark }) => {
    // Some thirty presses, each with its answer.
    test.slow()
    const path = await applyForLink(applicant, 'entry', mark)
    const desk = await deskOf(browser, product)
    const link = path.split('#')[1] ?? ''
    const on: On = { product, desk, reference: referenceOf(path), link }
    await status(on, 'in_progress')
    await arrival.before?.(on)
    const page = await openAs(browser, product, on.reference)
    const drawn = await recordOf(on)
    const before = await placesOf(page)
    expect(before.length).toBeGreaterThan(10)
    await arrival.arrives(on)
    const news = page.locator('.news')
    await expect(news.getByRole('status')).not.toHaveText('')
    if (name === 'erase') {
      await expect(page.locator('main form')).toHaveCount(0)
    } else {
      await expect(news.getByRole('button', { name: '表示' })).toBeVisible()
      expect(await placesOf(page)).toEqual(before)
      // Firefox shows no bodies here; what a press names is the page's own state, alike in every browser.
      if (browserName !== 'firefox') await expectReadPresses(page, on, drawn)
      await news.getByRole('button', { name: '表示' }).click()
      await expect(news.getByRole('status')).toHaveText('')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H1|H2|P)$/)
    }
    await page.context().close()
  })

/** Presses every button; a press on what stands there no more goes to the server, which refuses it. */
async function expectReadPresses(page: Page, on: On, drawn: ApplicationRecord): Promise<void> {
  const newest = await recordOf(on)
  const verdicts: string[] = []
  let told: Seen = {}
  await page.route(`**/api/applications/${on.reference}/*`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const { press, seen } = pressIn(route)
    const { [press]: names } = PRESSES
    const isStatus = press === 'status' || press === 'closing'
    const expected = { ...drawnOf(drawn, names), ...(isStatus && told) }
    const isRead = press === 'decision' || JSON.stringify(seen) === JSON.stringify(expected)
    const isStale =
      press === 'decision'
        ? !isOpen(newest, seen.asked)
        : JSON.stringify(seen) !== JSON.stringify(drawnOf(newest, names))
    if (!isRead) verdicts.push(`${press} names ${JSON.stringify(seen)}`)
    if (press === 'decision' && !isOpen(drawn, seen.asked)) verdicts.push('decides the undrawn')
    if (!isStale) return route.fulfill({ status: 409, json: REFUSED })
    const response = await route.fetch()
    const { error } = await response.json()
    if (error?.code !== 'changed_meanwhile')
      verdicts.push(`${press} ${response.status()} ${error?.code}`)
    // Both sides were said: from then on the person knows it.
    if (isStatus) told = { status: newest.status }
    return route.fulfill({ response })
  })
  for (const press of await pressesOn(page)) await press()
  await page.unrouteAll()
  expect(verdicts).toEqual([])
}

const REFUSED = { error: { code: 'action_refused', message: 'ここまで。', fields: {} } }

/** Whether this very request waits in the record. */
function isOpen({ correction, conversation }: ApplicationRecord, asked = ''): boolean {
  const { withdrawal, messages = [] } = conversation ?? {}
  return (
    (correction?.state === 'waiting' && String(correction.number) === asked) ||
    (withdrawal?.state === 'waiting' && withdrawal.id === asked) ||
    messages.some(({ id, settledAt }) => id === asked && settledAt === null)
  )
}

const PRESS_OF: Readonly<Record<string, PressName>> = {
  assignee: 'assignee',
  notes: 'note',
  questions: 'question',
  decision: 'decision',
  resend: 'resend',
  contacted: 'contacted',
  address: 'address',
  link: 'link',
  erasure: 'erasure',
}

function pressIn(route: Route): { press: PressName; seen: Seen } {
  const request = route.request()
  expect(request.headers()[IDEMPOTENCY_KEY_HEADER.toLowerCase()]).toBeTruthy()
  const { to, seen = {} } = request.postDataJSON()
  const path = new URL(request.url()).pathname.split('/').at(-1) ?? ''
  const press = path === 'status' ? statusPress(to) : PRESS_OF[path]
  if (!press) throw new Error(`${path} is no press`)
  return { press, seen }
}

/** Each button of a form, with every status where one is chosen; what it needs is filled in first. */
async function pressesOn(page: Page): Promise<(() => Promise<void>)[]> {
  const buttons = page.locator('main form button[type="submit"]')
  const count = await buttons.count()
  const presses: (() => Promise<void>)[] = []
  for (let at = 0; at < count; at += 1) {
    const one = buttons.nth(at)
    const form = one.locator('xpath=ancestor::form')
    const choices = await form.locator('[type="radio"]').evaluateAll(valuesOf)
    if (choices.length === 0) presses.push(() => pressed(page, one))
    for (const choice of choices)
      presses.push(async () => {
        const radio = form.locator(`[type="radio"][value="${choice}"]`)
        // A refusal has said that the application is closed: what does not follow is offered no more.
        if ((await radio.count()) === 0) return
        await radio.check()
        await pressed(page, one)
      })
  }
  return presses
}

const valuesOf = (radios: Element[]) => radios.map((radio) => radio.getAttribute('value') ?? '')

async function pressed(page: Page, one: Locator): Promise<void> {
  const form = one.locator('xpath=ancestor::form')
  const fields = form.locator('input[required], textarea')
  for (const field of await fields.all()) await field.fill(await valueFor(page, field))
  const answered = page
    .waitForResponse((reply) => reply.request().method() === 'POST', { timeout: 4_000 })
    .catch(() => null)
  await one.click()
  const dialog = page.getByRole('dialog')
  await Promise.race([answered, dialog.waitFor().catch(() => {})])
  if (await dialog.isVisible()) await dialog.getByRole('button').last().click()
  await answered
  await expect(form).not.toHaveAttribute('aria-busy', 'true')
}

async function valueFor(page: Page, field: Locator): Promise<string> {
  const name = await field.getAttribute('name')
  if (name === 'reference') return page.url().split('/').at(-1) ?? ''
  if (name === 'to') return 'right@aozora.example.jp'
  if (name === 'password') return PASSWORD
  return '確認の文です。'
}
