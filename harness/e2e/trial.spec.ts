import { CAMPAIGN_KEYS } from '#domain/applicant.ts'
import { customerOf, expectCalls, formCall, jsonCall, recordCalls } from './calls.ts'
import { CORPORATION, mailOf, openReady } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import {
  applicantControl,
  button,
  expectAlive,
  facilityControl,
  fillApplicant,
  fillFacilities,
} from './form.ts'
import { listedAs, storedAs } from './stored-applications.ts'

const FACILITIES = [
  { facilityName: 'あさひ教室', facilityNumber: '1350000001', serviceKey: 'HOKAGO' },
  { facilityName: 'あさひ相談室', facilityNumber: '1330000001', serviceKey: 'KEIKAKU_SOUDAN' },
  { facilityName: 'あさひ外出支援', facilityNumber: '', serviceKey: 'IDO' },
  { facilityName: 'あさひ就労', facilityNumber: '1310000001', serviceKey: 'SYURO_SENTAKU' },
]
const QUERY =
  '?utm_source=mail&lead_id=L%2F1&service=%E8%A8%88%E7%94%BB&gclid=x&utm_term=a%20b&content=&lp_category=a+b'
const CAMPAIGN = {
  lead_id: 'L/1',
  contact_id: '',
  service: '計画',
  utm_source: 'mail',
  lp_category: 'a b',
  content: '',
  utm_campaign: '',
  utm_term: 'a b',
}

test('a corporation applies for the trial, and staff find exactly what it sent', {
  tag: '@main',
}, async ({ page, staffUrl, mark }) => {
  const calls = recordCalls(page)
  await page.goto(`/trial/input${QUERY}`)
  await expect(page).toHaveTitle(/^60日間無料体験のお申し込み/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('60日間無料体験のお申し込み')
  await fillApplicant(page, {
    ...CORPORATION,
    email: mailOf(mark),
    chance: '6',
    otherFacility: 'みどり作業所',
    nowsoft: '2',
    nowsoftname: '他社請求くん',
  })
  await fillFacilities(page, FACILITIES)
  await page
    .getByRole('checkbox', { name: '利用規約とプライバシーポリシーに同意する', exact: true })
    .check()
  await button(page, '無料体験を申し込む').click()
  await expect(page).toHaveURL('/trial/result')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お申し込みを受け付けました')
  await expect(
    page.getByText(
      '数日以内に、マニュアルとお客様番号をお送りします。その後、オーナーアカウントのメールをお送りします。',
      { exact: true },
    ),
  ).toBeVisible()

  const stored = await storedAs(staffUrl, mailOf(mark))
  // 10,980 for consultation, 5,480 for community, 10,980 for one number, 10,800 for a child's.
  const priceText = '38,240'
  expect(stored).toMatchObject({
    flow: 'trial',
    state: 'complete',
    jigyousha: CORPORATION.companyName,
    from: '6',
    oshiete_jigyousha: 'みどり作業所',
    nowsoft: '2',
    nowsoftname: '他社請求くん',
    ...CAMPAIGN,
    priceText,
    agreedPrice: 38_240,
    consents: [{ kind: 4, priceText, words: '利用規約とプライバシーポリシーに同意する' }],
    facilities: FACILITIES.map((facility, index) => ({ no: index + 1, ...facility })),
  })
  expectCalls(page, calls, [
    formCall([
      ['jigyousha', CORPORATION.companyName],
      ['zipcode', CORPORATION.zipcode],
      ['address', CORPORATION.address],
      ['tel', CORPORATION.tel],
      ['person', CORPORATION.person],
      ['mailaddress', mailOf(mark)],
      ['appform', '4'],
      ['insert', 'true'],
      ['page', '2'],
      ['plan3', '1'],
      ['from', '6'],
      ['oshiete_jigyousha', 'みどり作業所'],
      ['nowsoft', '2'],
      ['nowsoftname', '他社請求くん'],
      ...CAMPAIGN_KEYS.map((key): [string, string] => [key, CAMPAIGN[key]]),
    ]),
    jsonCall('consent', customerOf(calls), { kind: 4, priceText }),
    jsonCall('facilities', customerOf(calls), { facilities: FACILITIES }),
  ])
})

test('conditional fields appear with their choice, keep what was typed, and go empty when hidden', async ({
  page,
  staffUrl,
  mark,
}) => {
  const submit = await openReady(page, 'trial', mark)
  const cases = [
    ['chance', '6', 'otherFacility', 'みどり作業所'],
    ['nowsoft', '2', 'nowsoftname', '他社請求くん'],
  ] as const
  for (const [choice, code, field, text] of cases) {
    const control = applicantControl(page, field)
    await expect(control).toBeHidden()
    await applicantControl(page, choice).selectOption(code)
    await control.fill(text)
    await applicantControl(page, choice).selectOption('3')
    await expect(control).toBeHidden()
    await applicantControl(page, choice).selectOption(code)
    await expect(control).toHaveValue(text)
    await applicantControl(page, choice).selectOption('4')
  }
  await submit.click()
  await expect(page).toHaveURL('/trial/result')
  expect(await listedAs(staffUrl, mailOf(mark))).toMatchObject({
    from: '4',
    oshiete_jigyousha: '',
    nowsoft: '4',
    nowsoftname: '',
    // Without a query every campaign value goes empty.
    ...Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, ''])),
  })
})

test('five rows at first, five more a click, thirty at most', { tag: '@mobile' }, async ({
  page,
}) => {
  await page.goto('/trial/input')
  const names = page.getByRole('textbox', { name: /^\d+行目 事業所名$/ })
  const add = page.getByRole('button', { name: /^行を追加/ })
  // The first focus loads the table's code, which folds the blank rows: the button moves then.
  await expectAlive(page)
  await facilityControl(page, 1, 'facilityName').focus()
  await expect(page.getByText('後で続ける')).toBeVisible()
  for (const count of [5, 10, 15, 20, 25]) {
    await expect(names).toHaveCount(count)
    await expect(add).toHaveAccessibleName('行を追加（5行）')
    await add.click()
    await expect(facilityControl(page, count + 1, 'facilityName')).toBeFocused()
  }
  await expect(names).toHaveCount(30)
  await expect(add).toHaveCount(0)
  await expect(page.getByText('現在30行／最大30行')).toBeVisible()
})

test('what the trial promises stands on its page', async ({ page }) => {
  await page.goto('/trial/input')
  const main = page.getByRole('main')
  for (const promise of [
    '60日間無料',
    '自動で有料の契約に切り替わることはありません',
    '料金が請求されることはありません',
    '約1分',
    '無料体験（60日間）の料金0円',
  ])
    await expect(main.getByText(promise).first()).toBeVisible()
  await expect(main.getByRole('link', { name: '0120-000-000' })).toHaveAttribute(
    'href',
    'tel:0120000000',
  )
  await expect(main.getByRole('link', { name: '利用規約', exact: true })).toHaveAttribute(
    'href',
    /\.pdf$/,
  )
  await expect(
    main.getByRole('link', { name: 'プライバシーポリシー', exact: true }),
  ).toHaveAttribute('href', /\.pdf$/)
})
