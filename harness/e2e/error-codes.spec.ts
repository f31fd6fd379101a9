/** What a page does about the answers to its calls: the server's own error codes, and answers of something in between. */
import type { Page } from '@playwright/test'
import { API_BASE, PATHS } from '#contract/apply.ts'
import { type Call, FLOWS, type Flow } from '#domain/flows.ts'
import { BREAKAGES, type Breakage, breakCall, recordCalls, stepsOf } from './calls.ts'
import { DONE_TITLES, estimated, mailOf, nameOf, openReady, ROWS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { expectNoFindings } from './inspect.ts'
import { listedAs, listedUnder, storedAs } from './stored-applications.ts'

const banner = (page: Page) => page.getByRole('region', { name: '送信が完了しませんでした' })

async function expectDone(page: Page, flow: Flow): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
}

const PORTAL = '<!doctype html><title>ログイン</title><h1>公衆Wi-Fiにログイン</h1>'
const NOT_ARRIVED = '送信した内容がサーバーに届いていません。'

/** Answered in the server's place: [flow, call, answer]; each way to know one: web/sending/http.test.ts. */
const IN_BETWEEN: [Flow, Call, Breakage][] = [
  ['entry', 'register', { status: 200, body: PORTAL, type: 'text/html' }],
  ['migration', 'consent', { status: 200, body: '', type: 'text/plain' }],
]

for (const [flow, call, how] of IN_BETWEEN) {
  const status = typeof how === 'object' ? how.status : how
  test(`${flow}: ${status} of something in between at the ${call} is no success, and one press goes on`, async ({
    page,
    staffUrl,
    mark,
  }) => {
    const mend = await breakCall(page, call, how)
    await (await openReady(page, flow, mark)).click()
    await expect(page.getByText(NOT_ARRIVED)).toBeVisible()
    await mend()
    if (!page.url().includes(FLOWS[flow].inputPath)) await button(page, '入力画面に戻る').click()
    await expect(banner(page)).toContainText(NOT_ARRIVED)
    await button(page, 'もう一度送信する').click()
    await expectDone(page, flow)
    expect((await listedAs(staffUrl, nameOf(flow, mark))).state).toBe('complete')
  })
}

/** The first call of this name is answered as if all were well, and never arrives. */
async function swallowFirst(page: Page, call: Call): Promise<void> {
  const pattern = `**${API_BASE}${PATHS[call].replace(':customer', '*')}`
  await page.route(pattern, (route) => route.fulfill({ status: 200, json: {} }), { times: 1 })
}

test('a consent that never arrived is sent again by the same press', async ({
  page,
  staffUrl,
  mark,
}) => {
  const calls = recordCalls(page)
  await swallowFirst(page, 'consent')
  await (await openReady(page, 'trial', mark)).click()
  await expectDone(page, 'trial')
  expect(stepsOf(calls).slice(-4)).toEqual(['consent', 'facilities', 'consent', 'facilities'])
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  const { state, consents } = await storedAs(staffUrl, mailOf(mark))
  expect([state, consents.length]).toEqual(['complete', 1])
})

/** An entry that was registered, and stopped at its consent. */
async function registered(page: Page, mark: string): Promise<() => Promise<void>> {
  const mend = await breakCall(page, 'consent', BREAKAGES.refused)
  await (await openReady(page, 'entry', mark)).click()
  await expect(banner(page)).toBeVisible()
  return mend
}

test('an application that another tab has superseded is begun anew by the same press', async ({
  page,
  context,
  staffUrl,
  mark,
}) => {
  const mend = await registered(page, mark)
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void open(location.href)),
  ])
  await copy.waitForLoadState()
  await expect(facilityControl(copy, 1, 'facilityName')).toHaveValue('つばさ作業所')
  await fillApplicant(copy, { companyName: '社会福祉法人わかば会' })
  await button(copy, '見積もる').click()
  await button(copy, '規約に同意して登録する').click()
  await expectDone(copy, 'entry')
  await mend()
  const calls = recordCalls(page)
  await button(page, 'もう一度送信する').click()
  await expectDone(page, 'entry')
  expect(stepsOf(calls)).toEqual(['consent', 'regist-renewal', 'consent', 'facilities'])
  const listed = await listedUnder(staffUrl, mailOf(mark))
  expect(listed.map(({ jigyousha, state }) => [jigyousha, state])).toEqual([
    ['社会福祉法人つばさ会', 'superseded'],
    ['社会福祉法人わかば会', 'complete'],
    ['社会福祉法人つばさ会', 'complete'],
  ])
})

test('edited after the server had it complete, it is said to be received, and no retry is offered', async ({
  page,
  staffUrl,
  mark,
}) => {
  const mend = await breakCall(page, 'facilities', 'reply lost')
  const register = await openReady(page, 'entry', mark)
  await register.click()
  await expect(banner(page)).toBeVisible()
  await mend()
  const more = { facilityName: 'つばさ教室', facilityNumber: '1350000001', serviceKey: 'HOKAGO' }
  await fillFacilities(page, [{}, more])
  await button(page, '見積もる').click()
  await register.click()
  const said = page.getByRole('region', { name: '受け付け済みです' })
  await expect(said).toBeFocused()
  await expect(said).toContainText(
    'このお申し込みは受け付け済みです。内容を変更する場合は、サポートへご連絡ください。',
  )
  await expect(said).toContainText(NOT_SENT)
  await expect(said).not.toContainText('別の画面')
  await expect(page.getByText('送信が完了しました。')).toHaveCount(0)
  await expect(said.getByRole('button')).toHaveCount(0)
  await expect(register).toBeDisabled()
  await expect(facilityControl(page, 2, 'facilityName')).toHaveValue('つばさ教室')
  const { state, facilities } = await storedAs(staffUrl, mailOf(mark))
  expect([state, facilities.length]).toEqual(['complete', ROWS.length])

  await page.reload()
  await expect(page.getByText('この画面からのお申し込みは、受け付け済みです。')).toBeVisible()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('')
})

const NOT_SENT = 'この画面で変えた内容は送信されていません。'

/** As a browser duplicates a tab, once what was typed is kept. */
async function duplicate(page: Page): Promise<Page> {
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(kept).toContain('SYUKEI_B')
  const [copy] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void open(location.href)),
  ])
  await copy.waitForLoadState()
  await expect(facilityControl(copy, 1, 'serviceKey')).toHaveValue('SYUKEI_B')
  return copy
}

const MORE = {
  facilityName: 'つばさ教室',
  facilityNumber: '1350000001',
  serviceKey: 'SEIKATSU_KAIGO',
}

test('a duplicated tab with another row says that the other was received, and sends nothing beside it', {
  tag: '@engines',
}, async ({ page, staffUrl, mark }) => {
  const send = await openReady(page, 'trial', mark)
  const copy = await duplicate(page)
  await fillFacilities(copy, [{}, MORE])
  await send.click()
  await expectDone(page, 'trial')
  const expectSaid = async () => {
    await copy.getByRole('checkbox').check()
    const sendCopy = await estimated(copy, 'trial')
    await sendCopy.click()
    const said = copy.getByRole('region', { name: '受け付け済みです' })
    await expect(said).toBeFocused()
    await expect(said).toContainText(`別の画面から受け付け済みです。${NOT_SENT}`)
    await expect(copy.getByText('送信が完了しました。')).toHaveCount(0)
    await expect(sendCopy).toBeDisabled()
    await expect(facilityControl(copy, 2, 'facilityName')).toHaveValue('つばさ教室')
  }
  await expectSaid()
  await expectNoFindings(copy)

  // What was not sent is still there, and another press files nothing beside the other.
  await copy.reload()
  await expect(copy.getByText(`別の画面から受け付け済みです。${NOT_SENT}`)).toBeVisible()
  await expect(facilityControl(copy, 2, 'facilityName')).toHaveValue('つばさ教室')
  await expectSaid()
  const listed = await listedUnder(staffUrl, mailOf(mark))
  expect(listed.map(({ state }) => state)).toEqual(['complete'])
  expect((await storedAs(staffUrl, mailOf(mark))).facilities).toHaveLength(ROWS.length)
})

/** Codes that no retry can mend: [flow, call, code, what is said, the button that is offered]. */
const IN_VAIN: [Flow, Call, string, string, string | null][] = [
  ['entry', 'facilities', 'malformed_request', '画面の更新が必要です。', '再読み込みする'],
  ['migration', 'facilities', 'validation_failed', 'サーバーの文です。', null],
]

for (const [flow, call, code, sentence, offered] of IN_VAIN) {
  test(`${flow}: after ${code} at the ${call} nothing is offered that cannot succeed`, async ({
    page,
    mark,
  }) => {
    const body = { error: { code, message: 'サーバーの文です。' } }
    await breakCall(page, call, { status: 422, body })
    await (await openReady(page, flow, mark)).click()
    const back = button(page, '入力画面に戻る')
    await expect(banner(page).or(back)).toBeVisible()
    if (await back.isVisible()) {
      await expect(page.getByText('続きから送信できます')).toHaveCount(0)
      await back.click()
    }
    await expect(banner(page)).toBeFocused()
    await expect(banner(page)).toContainText(sentence)
    await expect(banner(page).getByRole('link', { name: '0120-000-000' })).toBeVisible()
    const buttons = await banner(page).getByRole('button').allTextContents()
    expect(buttons).toEqual(offered === null ? [] : [offered])
    // What was refused is estimated anew: nothing else leads on.
    if (code === 'validation_failed')
      await expect(button(page, '見積もる')).not.toHaveClass('secondary')
    if (FLOWS[flow].rows)
      await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
  })
}

test('prices of a group that the page does not know lead to a reload that keeps what was typed', async ({
  page,
  staffUrl,
  mark,
}) => {
  const inForce = {
    version: 'trial-9',
    prices: { disability: 1, nursing: 2 },
    at: new Date().toISOString(),
  }
  const body = { error: { code: 'price_mismatch', message: 'x', inForce } }
  const mend = await breakCall(page, 'facilities', { status: 422, body })
  const send = await openReady(page, 'trial', mark)
  await send.click()
  await expect(banner(page)).toContainText(
    '画面の更新が必要です。ページを再読み込みしてください。入力した内容は残ります。',
  )
  await mend()
  await button(page, '再読み込みする').click()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
  await expect(banner(page)).toHaveCount(0)
  await send.click()
  await expectDone(page, 'trial')
  expect((await listedAs(staffUrl, mailOf(mark))).state).toBe('complete')
})

test('after a reload the button says that the estimate has to be repeated', async ({
  page,
  mark,
}) => {
  const register = await openReady(page, 'entry', mark)
  await page.reload()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
  await expect(register).toHaveAccessibleDescription(
    'もう一度見積もると、このボタンで登録できます。',
  )
  await expect(
    page.getByText('入力した内容を復元しました。もう一度見積もってください。'),
  ).toBeVisible()
  await button(page, '見積もる').click()
  await expect(register).toBeEnabled()
})
