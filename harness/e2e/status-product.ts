/** A server whose pages have a public address, and so links to the status of applications. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import { STAFF_API_PATHS } from '#contract/staff-api.ts'
import { STATUS_PAGE } from '#contract/status-pages.ts'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { applyBy, NO_CAMPAIGN, priceOf } from '../client/application.ts'
import { CORPORATION, mailOf, numberOf, ROWS, TRIAL_ANSWERS } from './filled-forms.ts'
import { testAt } from './fixtures.ts'
import { type Product, startProduct } from './product.ts'
import { startProductWithDirectory } from './sample-directory.ts'

/** Nobody answers there: journeys take what stands behind the address to the server under trial. */
export const PUBLIC_URL = 'https://apply.example.jp'

export const startLinkedProduct = () => startProduct({ PUBLIC_URL })

export const test = testAt(startLinkedProduct)
export const testWithDirectory = testAt(() => startProductWithDirectory({ PUBLIC_URL }))

/** Applies with what the forms are filled in with, without a page; the path of its link. */
export async function applyForLink(page: Page, flow: Flow, mark: string): Promise<string> {
  const { customer, catalogue } = FLOWS[flow]
  const { statusLink } = await applyBy(
    async ({ path, headers, body }) => {
      const response = await page.request.post(path, { headers, data: body })
      return { status: response.status(), text: await response.text() }
    },
    {
      key: randomUUID(),
      flow,
      customer: customer === 'existing' ? numberOf(mark) : null,
      applicant: {
        ...{ ...EMPTY_APPLICANT, ...CORPORATION, email: mailOf(mark) },
        ...(flow === 'trial' && TRIAL_ANSWERS),
      },
      campaign: NO_CAMPAIGN,
      priceText: catalogue && priceOf(catalogue, ROWS, Date.now()),
      facilities: [...ROWS],
    },
  )
  return pathOf(statusLink)
}

export async function linkOnPage(page: Page): Promise<string> {
  const link = page
    .getByRole('region', { name: 'お申し込みの状況' })
    .getByRole('link', { name: 'お申し込みの状況を見る' })
  return pathOf((await link.getAttribute('href')) ?? '')
}

function pathOf(address: string): string {
  expect(address.startsWith(`${PUBLIC_URL}${STATUS_PAGE}#`)).toBe(true)
  return address.slice(PUBLIC_URL.length)
}

/** The paths of the links in the mails to this mailbox, the oldest first. */
export function linksMailedTo({ mailFolder }: Pick<Product, 'mailFolder'>, mailbox: string) {
  return readdirSync(mailFolder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => textOf(readFileSync(join(mailFolder, name), 'utf8')))
    .filter(({ head }) => head.includes(mailbox))
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => ({ text, path: pathOf(/https:\S+\/status#\S+/.exec(text)?.[0] ?? '') }))
}

function textOf(mail: string): { head: string; text: string; at: number } {
  const [head = '', ...rest] = mail.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  const at = Date.parse(/^Date: (.*)$/m.exec(head)?.[1] ?? '')
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head)
  return { head, text: isBase64 ? Buffer.from(body, 'base64').toString() : body, at }
}

/** The receipt number of a link. */
export function referenceOf(path: string): string {
  return /#([\w-]+)\./.exec(path)?.[1] ?? ''
}

const tokens = new WeakMap<Product, string>()

/** As a billing system does it: reads the application, then changes that version. */
export async function changeByBilling(
  product: Product,
  reference: string,
  change: { status: string; from?: string; customerNumber?: string; notify?: boolean },
): Promise<void> {
  const token = tokens.get(product) ?? (await newToken(product))
  tokens.set(product, token)
  const authorization = `Bearer ${token}`
  const address = (path: string) => product.staffUrl + path.replace(':reference', reference)
  const read = await fetch(address(STAFF_API_PATHS.application), { headers: { authorization } })
  const changed = await fetch(address(STAFF_API_PATHS.status), {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      'if-match': read.headers.get('etag') ?? '',
      [IDEMPOTENCY_KEY_HEADER]: `${change.status}-${reference}`,
    },
    body: JSON.stringify(change),
  })
  expect([changed.status, await changed.json()]).toMatchObject([200, { status: change.status }])
}

async function newToken(product: Product): Promise<string> {
  const scopes = 'read,status,customer_number,notify'
  const added = await product.admin('tokens', 'add', 'billing', '--scopes', scopes)
  return (added as { token: string }).token
}
