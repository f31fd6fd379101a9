import { FLOWS, type Flow } from '#domain/flows.ts'
import { expectCalls, jsonCall, recordCalls } from './calls.ts'
import { numberOf, ROWS, SEND_WORDS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { button, facilityControl, fillFacilities } from './form.ts'
import { listedAs, listedUnder, storedAs } from './stored-applications.ts'

const REGISTERED =
  '登録が完了しました。2022年4月1日以降も引き続きご利用いただくには、アカウントの移行が必要です。アカウント発行のメールは、3月中旬頃にご登録のメールアドレスへお送りします。'

test('a customer moves its contracts, known by its number alone', { tag: '@main' }, async ({
  page,
  staffUrl,
  mark,
}) => {
  const calls = recordCalls(page)
  const number = numberOf(mark)
  await page.goto(`/inherit-facility-info/input?customerNumber=${number}`)
  await expect(page).toHaveTitle(/^契約の移行手続き/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('契約の移行手続き')
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  await expect(page.getByText('お間違いがないか、ご確認ください。')).toBeVisible()
  await expect(page.getByRole('link', { name: '新しいお客様番号を発行する' })).toHaveAttribute(
    'href',
    '/entry/input',
  )
  await expect(page.getByRole('textbox', { name: '法人名' })).toHaveCount(0)

  const rows = [
    ...ROWS,
    { facilityName: 'つばさ相談室', facilityNumber: '', serviceKey: 'KEIKAKU_SOUDAN' },
    { facilityName: 'つばさ外出支援', facilityNumber: '', serviceKey: 'IDO' },
  ]
  await fillFacilities(page, rows)
  await button(page, '見積もる').click()
  await expect(page.getByText('24,940円', { exact: true }).first()).toBeVisible()
  await button(page, '規約に同意して登録する').click()
  await expect(page).toHaveURL('/inherit-facility-info/result')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
  await expect(page.getByText(REGISTERED, { exact: true })).toBeVisible()

  expectCalls(page, calls, [
    jsonCall('consent', number, { kind: 2, priceText: '24,940' }),
    jsonCall('facilities', number, { facilities: rows }),
  ])
  expect(await storedAs(staffUrl, number)).toMatchObject({
    flow: 'migration',
    state: 'complete',
    assurance: 'unverified',
    givenNumber: number,
    priceText: '24,940',
    agreedPrice: 24_940,
    consents: [{ kind: 2, priceText: '24,940', words: '規約に同意して登録する' }],
    facilities: rows.map((row, index) => ({ no: index + 1, ...row })),
  })
})

test('a customer asks for the end of its contract with one press', async ({
  page,
  staffUrl,
  mark,
}) => {
  const calls = recordCalls(page)
  const number = numberOf(mark)
  page.on('dialog', () => expect('a dialog').toBe('none'))
  await page.goto(`/teishi/input?customerNumber=${number}`)
  await expect(page).toHaveTitle(/^利用停止手続き/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('利用停止手続き')
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  await expect(page.getByText('お間違いがないか、ご確認ください。')).toBeVisible()
  await expect(page.getByText('上のお客様番号のご契約の解約')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveText([SEND_WORDS.suspension])

  await button(page, '規約に同意して利用停止手続きを行う').click()
  await expect(page).toHaveURL('/teishi/result')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('利用停止手続きを受け付けました')
  expectCalls(page, calls, [jsonCall('consent', number, { kind: 3 })])
  expect(await storedAs(staffUrl, number)).toMatchObject({
    flow: 'suspension',
    state: 'complete',
    assurance: 'unverified',
    givenNumber: number,
    priceText: null,
    consents: [{ kind: 3, priceText: null, words: '規約に同意して利用停止手続きを行う' }],
    facilities: [],
  })
})

test('a suspension that was received is not asked for a second time: after Back, a reload and a new visit', {
  tag: '@main',
}, async ({ page, staffUrl, mark }) => {
  const number = numberOf(mark)
  const path = `/teishi/input?customerNumber=${number}`
  const send = button(page, SEND_WORDS.suspension)
  await page.goto(path)
  await send.click()
  await expect(page).toHaveURL('/teishi/result')
  const { reference } = await listedAs(staffUrl, number)
  const expectReceived = async () => {
    await expect(page.getByText(number, { exact: true })).toBeVisible()
    await expect(
      page.getByText('このお客様番号の利用停止手続きは、受け付け済みです。'),
    ).toBeVisible()
    await expect(page.getByText(`受付番号は${reference}です。`)).toBeVisible()
    await expect(send).toHaveCount(0)
    await expect(page.getByText('よろしければボタンを押してください。')).toHaveCount(0)
    await expect(page.getByText('このまま入力してください')).toHaveCount(0)
  }
  await page.goBack()
  await expectReceived()
  await page.reload()
  await expectReceived()
  await page.goto('/')
  await page.goto(path)
  await expectReceived()

  await page.goto(`${path}-2`)
  await expect(send).toBeEnabled()
  await expect(page.getByText('受け付け済みです')).toHaveCount(0)
  await send.click()
  await expect(page).toHaveURL('/teishi/result')
  for (const one of [number, `${number}-2`])
    expect(await listedUnder(staffUrl, one)).toHaveLength(1)
})

test('a browser that keeps nothing for the page still knows after a reload what was sent from it', async ({
  page,
  mark,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await page.goto(`/teishi/input?customerNumber=${numberOf(mark)}`)
  await button(page, SEND_WORDS.suspension).click()
  await expect(page).toHaveURL('/teishi/result')
  await page.goBack()
  await page.reload()
  await expect(page.getByText('受け付け済みです。')).toBeVisible()
  await expect(button(page, SEND_WORDS.suspension)).toHaveCount(0)
})

test('a suspension page that the browser shows again as it was left knows what was sent since', async ({
  page,
  mark,
}) => {
  const number = numberOf(mark)
  const path = `/teishi/input?customerNumber=${number}`
  await page.goto(path)
  await button(page, SEND_WORDS.suspension).click()
  await expect(page).toHaveURL('/teishi/result')
  const sent = await page.evaluate(() => Object.entries(sessionStorage))
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(path)
  await expect(button(page, SEND_WORDS.suspension)).toBeEnabled()
  // As from the browser's cache of pages, which these browsers are run without.
  await page.evaluate((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, sent)
  await expect(page.getByText('受け付け済みです。')).toBeVisible()
  await expect(button(page, SEND_WORDS.suspension)).toHaveCount(0)
})

const EXISTING: Flow[] = ['migration', 'suspension']
/** What a number may be: contract/contract.test.ts. */
const NUMBERS: [query: string, number: string | null][] = [
  ['?customerNumber=aZ09-_', 'aZ09-_'],
  ['?from=mail&customerNumber=%20%41%2D1%E3%80%80#top', 'A-1'],
  ['?customerNumber=..%2F..%2Fx', null],
]

test('migration: a usable number is shown, without one it can be typed and nothing can be sent', async ({
  page,
}) => {
  for (const [query, number] of NUMBERS) {
    await test.step(query, async () => {
      await page.goto(FLOWS.migration.inputPath + query)
      const typing = page.getByRole('textbox', { name: 'お客様番号', exact: true })
      if (number !== null) {
        const shown = page.getByRole('paragraph').filter({ hasText: new RegExp(`^${number}$`) })
        await expect(shown).toBeVisible()
        await expect(button(page, SEND_WORDS.migration)).toBeVisible()
        await expect(typing).toHaveCount(0)
      } else {
        await expect(typing).toBeVisible()
        // No step of a procedure that cannot be begun.
        await expect(page).toHaveTitle(/^[^（）]+続き｜/)
        await expect(page.getByRole('main').getByRole('button')).toHaveText([
          'この番号で手続きを始める',
        ])
        await expect(page.getByRole('main').locator('select')).toHaveCount(0)
      }
    })
  }
})

test('each number has a draft of its own', async ({ page, mark }) => {
  const of = (number: string) => `/inherit-facility-info/input?customerNumber=${number}`
  await page.goto(of(`${mark}-1`))
  await fillFacilities(page, ROWS)
  await page.goto(of(`${mark}-2`))
  await expect(button(page, '見積もる')).toBeEnabled()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('')
  await page.goto(of(`${mark}-1`))
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
})

for (const flow of EXISTING) {
  test(`${flow} opened without a number: it says what the page is about, and goes on with a typed one`, async ({
    page,
  }) => {
    const calls = recordCalls(page)
    await page.goto(FLOWS[flow].inputPath)
    await expect(
      page.getByText('お客様番号を入力してください。ご案内のメールにある番号です。'),
    ).toBeVisible()
    await expect(page.getByText('お間違いがないか、ご確認ください。')).toBeVisible()
    if (flow === 'suspension') await expect(page.getByText('ご契約の解約')).toBeVisible()
    else {
      await expect(page.getByRole('link', { name: '新しいお客様番号を発行する' })).toBeVisible()
      await expect(page.getByText('新規の有料のご契約になります')).toBeVisible()
      await expect(page.getByRole('row', { name: /^相談支援 9,980円/ })).toBeVisible()
      await expect(page.getByText('事業所名に半角カナは使えません')).toBeVisible()
    }
    const typing = page.getByRole('textbox', { name: 'お客様番号', exact: true })
    await typing.fill(' 12/34 ')
    await button(page, 'この番号で手続きを始める').click()
    await expect(page.getByText('このお客様番号では、お手続きを始められません。')).toBeVisible()
    await expect(typing).toHaveValue('12/34')
    await typing.fill('　Ａ－１２３ '.replace('－', '-'))
    await button(page, 'この番号で手続きを始める').click()
    await expect(page).toHaveURL(`${FLOWS[flow].inputPath}?customerNumber=A-123`)
    await expect(page.getByText('A-123', { exact: true })).toBeVisible()
    await expect(button(page, SEND_WORDS[flow])).toBeVisible()
    expect(calls).toEqual([])
  })
}

test('suspension: the connection lost before the press still leads to the result page', async ({
  page,
  context,
  staffUrl,
  mark,
}) => {
  const number = numberOf(mark)
  await page.goto(`/teishi/input?customerNumber=${number}`)
  await expect(button(page, SEND_WORDS.suspension)).toBeEnabled()
  // The code of the result page comes ahead of the press.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button(page, SEND_WORDS.suspension).click()
  await expect(page).toHaveURL('/teishi/result')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('エラーが発生しました')
  await expect(
    page.getByText('エラーが発生しました。時間をおいて再度操作してください。', { exact: true }),
  ).toBeVisible()
  await context.setOffline(false)
  await button(page, '入力画面に戻る').click()
  await button(page, SEND_WORDS.suspension).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('利用停止手続きを受け付けました')
  expect(await storedAs(staffUrl, number)).toMatchObject({ flow: 'suspension', state: 'complete' })
})
