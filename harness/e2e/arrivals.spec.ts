/**
 * Whatever arrives at the page of an application moves nothing, and no press acts on what was not read. Buttons are what
 * the page has: a new one enters by itself.
 */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Locator, Page, Route } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { drawnOf } from '#contract/drawn.ts'
import { decisionPress, PRESSES, type PressName, type Seen, statusPress } from '#domain/presses.ts'
import { PASSWORD } from '../client/staff.ts'
import { CASES, type On, recordOf, status } from './arrivals.ts'
import { expect } from './fixtures.ts'
import type { Product } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import { applyForLink, referenceOf, test } from './status-product.ts'

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
    // What is decided the decision names: the others are as they are drawn.
    const { asked } = seen
    const drawnNow = (record: ApplicationRecord) => ({
      ...drawnOf(record, names),
      ...(asked !== undefined && { asked }),
    })
    const expected = { ...drawnNow(drawn), ...(isStatus && told) }
    const isRead = JSON.stringify(seen) === JSON.stringify(expected)
    const isDecided = asked !== undefined && !isOpen(newest, asked)
    const isStale = isDecided || JSON.stringify(seen) !== JSON.stringify(drawnNow(newest))
    if (!isRead) verdicts.push(`${press} names ${JSON.stringify(seen)}`)
    if (asked !== undefined && !isOpen(drawn, asked)) verdicts.push('decides the undrawn')
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
  resend: 'resend',
  contacted: 'contacted',
  address: 'address',
  link: 'link',
  erasure: 'erasure',
}

function pressIn(route: Route): { press: PressName; seen: Seen } {
  const request = route.request()
  expect(request.headers()[IDEMPOTENCY_KEY_HEADER.toLowerCase()]).toBeTruthy()
  const { to, seen = {}, ...body } = request.postDataJSON()
  const path = new URL(request.url()).pathname.split('/').at(-1) ?? ''
  const press =
    path === 'status' ? statusPress(to) : path === 'decision' ? decisionPress(body) : PRESS_OF[path]
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
