/** Each flow, filled in as far as its last button. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { ApplicantField } from '#domain/applicant.ts'
import { CONSENT_WORDS } from '#domain/consent.ts'
import type { FacilityCell } from '#domain/facilities.ts'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { button, fillApplicant, fillFacilities } from './form.ts'

type Row = Readonly<Record<FacilityCell, string>>

/** One facility: 9,980 yen a month in a contract, 10,980 in the trial. */
export const ROWS: readonly Row[] = [
  { facilityName: 'つばさ作業所', facilityNumber: '1310000001', serviceKey: 'SYUKEI_B' },
]

/** Everything a contract asks of a corporation. */
export const CORPORATION = {
  companyName: '社会福祉法人つばさ会',
  zipcode: '1000001',
  address: '東京都千代田区千代田1-1',
  tel: '03-1234-5678',
  person: '鈴木 一郎',
} as const satisfies Partial<Record<ApplicantField, string>>

/** What the trial asks besides. */
export const TRIAL_ANSWERS = { chance: '9', nowsoft: '1' } as const

export const mailOf = (mark: string) => `${mark}@example.jp`
/** A usable number of an existing customer. */
export const numberOf = (mark: string) => `Z_9-${mark}`

/** The name under which staff find what openReady leads to. */
export function nameOf(flow: Flow, mark: string): string {
  return FLOWS[flow].customer === 'issued' ? mailOf(mark) : numberOf(mark)
}

/** Opens a flow's page and fills it in; the button that sends, ready to be pressed. */
export async function openReady(
  page: Page,
  flow: Flow,
  mark: string,
  query = queryOf(flow, mark),
): Promise<Locator> {
  await page.goto(FLOWS[flow].inputPath + query)
  await fillWhole(page, flow, mark)
  return estimated(page, flow)
}

/** Names the customer where a flow has one. */
export function queryOf(flow: Flow, mark: string): string {
  return FLOWS[flow].customer === 'issued' ? '' : `?customerNumber=${numberOf(mark)}`
}

/** Everything that a flow's form asks for. */
export async function fillWhole(page: Page, flow: Flow, mark: string): Promise<void> {
  const { rows, appform } = FLOWS[flow]
  if (appform !== null) await fillApplicant(page, { ...CORPORATION, email: mailOf(mark) })
  if (flow === 'trial') await fillApplicant(page, TRIAL_ANSWERS)
  if (rows) await fillFacilities(page, ROWS)
  if (flow === 'trial') await tick(page.getByRole('checkbox'), true)
}

/** Remarks that come when typing rests move what stands below from under a pointer that is already on its way: it is pressed again. */
export async function tick(box: Locator, isTicked: boolean): Promise<void> {
  await expect(() => box.setChecked(isTicked, { timeout: 3_000 })).toPass({ timeout: 15_000 })
}

/** Sends a form that came back as it was. */
export async function sendAgain(page: Page, flow: Flow): Promise<void> {
  await (await estimated(page, flow)).click()
}

/** The button that sends, once it may be pressed. */
export async function estimated(page: Page, flow: Flow): Promise<Locator> {
  const send = button(page, SEND_WORDS[flow])
  if (FLOWS[flow].rows && flow !== 'trial')
    // As with the tick: what comes at that moment moves the button from under the pointer.
    await expect(async () => {
      await button(page, '見積もる').click()
      await expect(send).toBeEnabled({ timeout: 7_000 })
    }).toPass({ timeout: 30_000 })
  await expect(send).toBeEnabled()
  return send
}

/** What the button that sends says. */
export const SEND_WORDS: Record<Flow, string> = { ...CONSENT_WORDS, trial: '無料体験を申し込む' }

/** The heading of the result page when all went well. */
export const DONE_TITLES: Record<Flow, string> = {
  entry: '登録が完了しました',
  migration: '登録が完了しました',
  suspension: '利用停止手続きを受け付けました',
  trial: 'お申し込みを受け付けました',
}
