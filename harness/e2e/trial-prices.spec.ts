import type { Page } from '@playwright/test'
import { recordCalls } from './calls.ts'
import { mailOf, openReady } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { button, facilityControl, fillFacilities } from './form.ts'
import { listedAs } from './stored-applications.ts'

const CHILD = [
  'JIHATSU',
  'JIHATSU_CENTER_IRYO',
  'HOKAGO',
  'HOHO',
  'JIHATSU_KYOTAKU',
  'NYUSHO',
  'NYUSHO_IRYO',
]

const optionsOf = (page: Page, group: string) =>
  facilityControl(page, 1, 'serviceKey')
    .locator(`optgroup[label="${group}"] option`)
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
const groupsOf = (page: Page) =>
  facilityControl(page, 1, 'serviceKey')
    .locator('optgroup')
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('label')))

type Side = { at: string; groups: string[]; prices: [string, RegExp][]; price: string }
const BEFORE: Side = {
  at: '2025-01-31T23:59:59.999+09:00',
  groups: ['相談支援', '地域生活支援事業', '障害福祉サービス'],
  prices: [
    ['相談支援', /9,980円/],
    ['地域生活支援事業', /4,980円/],
    ['障害福祉サービス', /9,980円/],
  ],
  price: '24,940',
}
const FROM: Side = {
  at: '2025-02-01T00:00:00+09:00',
  groups: ['相談支援', '地域生活支援事業', '障害福祉サービス', '児童福祉'],
  prices: [
    ['相談支援', /10,980円/],
    ['地域生活支援事業', /5,480円/],
    ['障害福祉サービス', /10,980円/],
    ['児童福祉', /10,800円/],
  ],
  price: '27,440',
}

// Where the day is another one than in Japan.
test.describe('a clock in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  for (const [when, side] of Object.entries({ before: BEFORE, from: FROM })) {
    test(`${when} 2025-02-01 in Japan: its prices, its groups, its priceText`, async ({
      page,
      staffUrl,
      mark,
    }) => {
      const calls = recordCalls(page)
      await page.clock.setFixedTime(new Date(side.at))
      const submit = await openReady(page, 'trial', mark)
      expect(await groupsOf(page)).toEqual(side.groups)
      expect(await optionsOf(page, '児童福祉')).toEqual(side === FROM ? CHILD : [])
      expect(await optionsOf(page, '障害福祉サービス')).toContain('SYURO_SENTAKU')
      for (const key of CHILD) expect(await optionsOf(page, '障害福祉サービス')).not.toContain(key)
      await page.getByText('ご契約になった場合の料金の目安').click()
      for (const [group, price] of side.prices) {
        const row = page
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: group, exact: true }) })
        await expect(row).toContainText(price)
      }
      await fillFacilities(page, [
        {},
        { facilityName: '相談', facilityNumber: '1330000001', serviceKey: 'TIKI_IKOU' },
        { facilityName: '移動', facilityNumber: '', serviceKey: 'IDO' },
      ])
      await submit.click()
      if (side === FROM) {
        await expect(page).toHaveURL('/trial/result')
        expect((await listedAs(staffUrl, mailOf(mark))).priceText).toBe(side.price)
      } else {
        // The server's clock is years past that day: the price shown is refused, the one in force waits for a press.
        const notice = page.getByRole('region', { name: '料金が変わりました' })
        await expect(notice).toBeFocused()
        await expect(notice).toContainText(`月額${FROM.price}円（税抜）`)
        await expect(notice).toContainText('お使いの端末の日付は2025年1月31日ですが、正しくは')
        expect(await groupsOf(page)).toEqual(FROM.groups)
        await submit.click()
        await expect(page).toHaveURL('/trial/result')
        expect((await listedAs(staffUrl, mailOf(mark))).priceText).toBe(FROM.price)
        expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
      }
      expect(calls[1]?.body).toBe(JSON.stringify({ kind: 4, priceText: side.price }))
    })
  }
})

test('open over the midnight of a new price, the trial shows it and waits for another press', async ({
  page,
  mark,
}) => {
  const calls = recordCalls(page)
  await page.clock.setFixedTime(new Date(BEFORE.at))
  const submit = await openReady(page, 'trial', mark)
  const total = page.getByText('ご契約時の月額（税抜）').locator('..')
  await expect(total).toContainText('9,980円')
  await page.clock.setFixedTime(new Date(FROM.at))
  await submit.click()
  const notice = page.getByRole('region', { name: '料金が変わりました' })
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('月額10,980円')
  expect(calls).toEqual([])
  expect(await groupsOf(page)).toEqual(FROM.groups)
  await expect(total).toContainText('10,980円')
  await submit.click()
  await expect(page).toHaveURL('/trial/result')
  expect(calls[1]?.body).toBe(JSON.stringify({ kind: 4, priceText: '10,980' }))
})

test('a contract offers the child services with the others, whatever the day, and no SYURO_SENTAKU', async ({
  page,
}) => {
  for (const day of ['2025-01-31T12:00:00+09:00', '2025-02-01T12:00:00+09:00']) {
    await page.clock.setFixedTime(new Date(day))
    await page.goto('/entry/input')
    await expect(button(page, '見積もる')).toBeEnabled()
    expect(await groupsOf(page)).toEqual(BEFORE.groups)
    const others = await optionsOf(page, '障害福祉サービス')
    expect(others).toEqual(expect.arrayContaining(CHILD))
    expect(others).not.toContain('SYURO_SENTAKU')
  }
})

test('a service chosen while it was offered is refused in words when it is not any more', async ({
  page,
  mark,
}) => {
  const submit = await openReady(page, 'trial', mark)
  await facilityControl(page, 1, 'serviceKey').selectOption('HOKAGO')
  await page.clock.setFixedTime(new Date(BEFORE.at))
  await submit.click()
  await expect(page.getByRole('link', { name: /^1行目：サービス種類/ })).toBeVisible()
  await expect(facilityControl(page, 1, 'serviceKey')).toHaveAttribute('aria-invalid', 'true')
})
