import type { Page } from '@playwright/test'
import { PATHS } from '#contract/apply.ts'
import { FLOWS } from '#domain/flows.ts'
import { BREAKAGES, breakCall, recordCalls, stepsOf } from './calls.ts'
import { DONE_TITLES, mailOf, nameOf, openReady, ROWS, SEND_WORDS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { listedAs, listedUnder, storedAs } from './stored-applications.ts'

const banner = (page: Page) => page.getByRole('region', { name: '送信が完了しませんでした' })

/** An entry that stopped at a call, which works again. */
async function stopAt(page: Page, mark: string, call: 'consent' | 'facilities') {
  const calls = recordCalls(page)
  const mend = await breakCall(page, call, BREAKAGES.refused)
  const register = await openReady(page, 'entry', mark)
  await register.click()
  await expect(banner(page)).toBeVisible()
  await mend()
  const before = calls.length
  return { register, calls, since: () => calls.slice(before) }
}

test('edited after it was registered, it starts a new key, and the earlier one is superseded', async ({
  page,
  staffUrl,
  mark,
}) => {
  const { calls, since } = await stopAt(page, mark, 'consent')
  await fillApplicant(page, { companyName: '社会福祉法人わかば会' })
  await button(page, 'もう一度送信する').click()
  await expect(page).toHaveURL('/entry/result')
  const after = since()
  expect(stepsOf(after)).toEqual(['regist-renewal', 'consent', 'facilities'])
  expect(after[0]?.key).not.toBe(calls[0]?.key)
  expect(new Set(after.map(({ key }) => key)).size).toBe(1)
  expect(after[0]?.supersedes).toBe(calls[0]?.key)
  const [earlier, later, ...others] = await listedUnder(staffUrl, mailOf(mark))
  expect(others).toEqual([])
  expect(earlier).toMatchObject({
    jigyousha: '社会福祉法人つばさ会',
    state: 'superseded',
    facilityCount: 0,
  })
  expect(later).toMatchObject({ jigyousha: '社会福祉法人わかば会', state: 'complete' })
  expect(earlier?.supersededBy).toBe(later?.reference)
})

test('edited rows ask for a new estimate, and its price for a new consent of the same customer', async ({
  page,
  staffUrl,
  mark,
}) => {
  const { register, calls, since } = await stopAt(page, mark, 'facilities')
  const more = { facilityName: 'つばさ教室', facilityNumber: '1350000001', serviceKey: 'HOKAGO' }
  await fillFacilities(page, [{}, more])
  await expect(banner(page)).toHaveCount(0)
  await expect(register).toBeDisabled()
  await button(page, '見積もる').click()
  await register.click()
  await expect(page).toHaveURL('/entry/result')
  expect(stepsOf(since())).toEqual(['consent', 'facilities'])
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  expect(await storedAs(staffUrl, mailOf(mark))).toMatchObject({
    state: 'complete',
    priceText: '19,960',
    consents: [{ priceText: '9,980' }, { priceText: '19,960' }],
    facilities: [...ROWS, more].map((row, index) => ({ no: index + 1, ...row })),
  })
})

test('after a reload a new estimate unlocks too, and goes on with the same customer and key', async ({
  page,
  staffUrl,
  mark,
}) => {
  const { register, calls, since } = await stopAt(page, mark, 'consent')
  await page.reload()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
  await expect(banner(page)).toBeVisible()
  await expect(register).toBeDisabled()
  await button(page, '見積もる').click()
  await expect(banner(page)).toHaveCount(0)
  await register.click()
  await expect(page).toHaveURL('/entry/result')
  expect(stepsOf(since())).toEqual(['consent', 'facilities'])
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  expect((await listedAs(staffUrl, mailOf(mark))).state).toBe('complete')
})

const BROKEN_OFF =
  '送信の途中でページが再読み込みされたため、完了したかどうかを確認できませんでした。'

for (const [flow, call] of [
  ['entry', 'register'],
  ['suspension', 'consent'],
] as const) {
  test(`${flow}: reloaded while the ${call} call hangs, the page says so and goes on with one press`, async ({
    page,
    staffUrl,
    mark,
  }) => {
    const calls = recordCalls(page)
    const mend = await breakCall(page, call, 'hanging')
    const send = await openReady(page, flow, mark)
    await send.click()
    await expect.poll(() => stepsOf(calls).at(-1)).toBe(PATHS[call].split('/').at(-1))
    await page.reload()
    await expect(banner(page)).toContainText(BROKEN_OFF)
    await expect(banner(page)).toBeFocused()
    await expect(banner(page)).toBeInViewport({ ratio: 1 })
    await expect(send).toBeDisabled()
    await mend()
    await button(page, 'もう一度送信する').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    expect((await listedAs(staffUrl, nameOf(flow, mark))).state).toBe('complete')

    await page.goBack()
    await expect(page).toHaveURL(new RegExp(FLOWS[flow].inputPath))
    // Of a suspension, a second press would be all of a second application.
    await expect(button(page, SEND_WORDS[flow])).toHaveCount(flow === 'suspension' ? 0 : 1)
    await expect(banner(page)).toHaveCount(0)
  })
}

for (const call of ['register', 'facilities'] as const) {
  test(`taken by the server but never answered, the ${call} call is not done twice`, async ({
    page,
    staffUrl,
    mark,
  }) => {
    const calls = recordCalls(page)
    const mend = await breakCall(page, call, 'reply lost')
    const register = await openReady(page, 'entry', mark)
    await register.click()
    if (call === 'register') {
      await button(page, '入力画面に戻る').click()
      await mend()
      await button(page, '見積もる').click()
      await register.click()
    } else {
      await expect(banner(page)).toBeVisible()
      await mend()
      await button(page, 'もう一度送信する').click()
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    const stored = await storedAs(staffUrl, mailOf(mark))
    expect(stored.state).toBe('complete')
    expect(stored.consents).toHaveLength(1)
    expect(stored.facilities).toHaveLength(1)
  })
}

test('a complete application leaves nothing behind: the next one starts empty, under its own key', async ({
  page,
  staffUrl,
  mark,
}) => {
  const calls = recordCalls(page)
  await (await openReady(page, 'entry', mark)).click()
  await expect(page).toHaveURL('/entry/result')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('')
  await (await openReady(page, 'entry', mark)).click()
  await expect(page).toHaveURL('/entry/result')
  expect(new Set(calls.map(({ key }) => key)).size).toBe(2)
  expect(await listedUnder(staffUrl, mailOf(mark))).toHaveLength(2)
})
