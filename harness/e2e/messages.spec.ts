import type { Page } from '@playwright/test'
import { CORPORATION_FIELDS } from '#domain/applicant.ts'
import { FLOWS } from '#domain/flows.ts'
import { recordCalls } from './calls.ts'
import { openReady, ROWS, TRIAL_ANSWERS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'

const REQUIRED = [
  '法人名を入力してください。',
  '郵便番号を入力してください。',
  '住所を入力してください。',
  '電話番号を入力してください。',
  'メールアドレスを入力してください。',
  '登録担当者名を入力してください。',
]
const TOO_LONG = [
  '法人名は255文字以内で入力してください。',
  '郵便番号は半角数値7文字で入力してください。',
  '住所は255文字以内で入力してください。',
  '電話番号は255文字以内で入力してください。',
  'メールアドレスは255文字以内で入力してください。',
  '登録担当者名は255文字以内で入力してください。',
]
const NO_ROW = '事業所を1件以上入力してください。'
const LONG = {
  companyName: 'あ'.repeat(256),
  zipcode: '123456',
  address: '住'.repeat(256),
  tel: '0'.repeat(256),
  email: `${'a'.repeat(250)}@x.example`,
  person: '山'.repeat(256),
}

const summary = (page: Page) => page.getByRole('region', { name: /^入力内容に誤りがあります/ })

/** The list above the form says exactly this, has the focus, and the title says so too. */
async function expectProblems(page: Page, title: string, messages: readonly string[]) {
  await expect(summary(page).getByRole('listitem')).toHaveText([...messages])
  await expect(summary(page)).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^エラー：${title}`))
}

test('entry: what is missing and what is too long is listed above the form, field by field', async ({
  page,
}) => {
  const calls = recordCalls(page)
  await page.goto('/entry/input')
  await button(page, '見積もる').click()
  await expectProblems(page, '新規お申し込み', [NO_ROW])
  await fillFacilities(page, ROWS)
  await button(page, '見積もる').click()
  await expect(summary(page)).toHaveCount(0)
  await expect(page).toHaveTitle(/^新規お申し込み/)

  const register = button(page, '規約に同意して登録する')
  await register.click()
  await expectProblems(page, '新規お申し込み', REQUIRED)
  const fault = await faultColour(page)
  for (const [index, field] of CORPORATION_FIELDS.entries()) {
    const control = applicantControl(page, field)
    await expect(control).toHaveAttribute('aria-invalid', 'true')
    await expect(control).toHaveAccessibleDescription(new RegExp(`^${REQUIRED[index]}`))
    await expect(control).toHaveCSS('border-top-color', fault)
  }
  await expect(facilityControl(page, 1, 'facilityName')).not.toHaveCSS('border-top-color', fault)
  await page.getByRole('link', { name: '電話番号を入力してください。' }).click()
  await expect(applicantControl(page, 'tel')).toBeFocused()

  await fillApplicant(page, LONG)
  await register.click()
  await expectProblems(page, '新規お申し込み', TOO_LONG)
  await expect(register).toBeEnabled()
  expect(calls).toEqual([])
})

test('trial: all that is missing is said at once, in the order of the screen', {
  tag: '@mobile',
}, async ({ page, mark }) => {
  const calls = recordCalls(page)
  const submit = button(page, '無料体験を申し込む')
  await page.goto('/trial/input')
  await submit.click()
  await expectProblems(page, '60日間無料体験のお申し込み', [
    ...REQUIRED,
    '当ソフトを何でお知りになったかを選択してください。',
    '現在の請求方法を選択してください。',
    NO_ROW,
    '利用規約とプライバシーポリシーへの同意が必要です。内容をご確認のうえ、チェックを入れてください。',
  ])
  await expect(page.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true')
  await expect(applicantControl(page, 'chance')).toHaveAttribute('aria-invalid', 'true')

  await fillApplicant(page, { chance: '6', otherFacility: 'み'.repeat(256), nowsoft: '2' })
  await fillApplicant(page, LONG)
  await fillFacilities(page, [{ ...ROWS[0], facilityNumber: '1310000001' }])
  await page.getByRole('checkbox').check()
  await submit.click()
  await expectProblems(page, '60日間無料体験のお申し込み', [
    ...TOO_LONG,
    'ご紹介元の事業所名は255文字以内で入力してください。',
    'ご利用中のソフト名を入力してください。',
  ])
  await fillApplicant(page, { otherFacility: 'み'.repeat(255), nowsoftname: 'ソ'.repeat(256) })
  await submit.click()
  await expectProblems(page, '60日間無料体験のお申し込み', [
    ...TOO_LONG,
    'ご利用中のソフト名は255文字以内で入力してください。',
  ])
  // What is hidden is neither asked for nor measured.
  await openReady(page, 'trial', mark)
  await fillApplicant(page, TRIAL_ANSWERS)
  await submit.click()
  await expect(page).toHaveURL('/trial/result')
  expect(calls).toHaveLength(3)
})

type Cells = [facilityName: string, facilityNumber: string, serviceKey: string]
type Invalid = 'facilityName' | 'facilityNumber' | 'serviceKey'
const HALF = '事業所名またはサービス種類が入力されていません。'
const DECORATED = '事業所番号の前後の空白と引用符を取り除いてください。'
const TEN = '事業所番号は10文字で入力してください。'

/** One row each, in this order: what is typed, which cells are marked, what is said of it. All rules: domain/facilities.test.ts. */
const ROW_RULES: Record<'contract' | 'trial', [Cells, Invalid[], string | null][]> = {
  contract: [
    [['名だけ', '', ''], ['serviceKey'], HALF],
    [['', '1310000001', ''], ['facilityName', 'serviceKey'], HALF],
    [
      ['長い番号', '1'.repeat(33), 'KYODO'],
      ['facilityNumber'],
      '事業所番号は32文字以内で入力してください。',
    ],
    [
      ['な'.repeat(256), '', 'KYODO'],
      ['facilityName'],
      '事業所名は255文字以内で入力してください。',
    ],
    [['引用符', '　"131 ', 'IDO'], [], null],
    [['　', ' ', ''], [], null],
  ],
  trial: [
    [['名だけ', '1310000001', ''], ['serviceKey'], HALF],
    [['後の全角空白', '131000000　', 'KYODO'], ['facilityNumber'], DECORATED],
    [['九文字', '131000001', 'KYODO'], ['facilityNumber'], TEN],
    [['なし', '', 'IDO'], [], null],
  ],
}

for (const flow of ['entry', 'trial'] as const) {
  test(`${flow}: what is wrong with a row is said of that row, and marks the cell at fault`, async ({
    page,
    mark,
  }) => {
    const rules = ROW_RULES[FLOWS[flow].catalogue]
    const send = await openReady(page, flow, mark)
    await fillFacilities(
      page,
      rules.map(([[facilityName, facilityNumber, serviceKey]]) => ({
        facilityName,
        facilityNumber,
        serviceKey,
      })),
    )
    await facilityControl(page, 2, 'facilityName').fill(rules[1]?.[0][0] ?? '')
    await facilityControl(page, 1, 'serviceKey').selectOption(rules[0]?.[0][2] ?? '')
    await (flow === 'trial' ? send : button(page, '見積もる')).click()

    const sentences = rules.flatMap(([, , message], index) =>
      message === null ? [] : [`${index + 1}行目：${message}`],
    )
    await expect(summary(page).getByRole('listitem')).toHaveText(sentences)
    const fault = await faultColour(page)
    for (const [index, [, marked]] of rules.entries()) {
      for (const cell of ['facilityName', 'facilityNumber', 'serviceKey'] as const) {
        const control = facilityControl(page, index + 1, cell)
        if (marked.includes(cell)) {
          await expect(control).toHaveAttribute('aria-invalid', 'true')
          await expect(control).toHaveCSS('border-top-width', '2px')
          await expect(control).toHaveCSS('border-top-color', fault)
        } else {
          await expect(control).not.toHaveAttribute('aria-invalid')
          await expect(control).not.toHaveCSS('border-top-color', fault)
        }
      }
    }
    if (flow !== 'trial') await expect(send).toBeDisabled()
    await page.getByRole('link', { name: `1行目：${HALF}` }).click()
    await expect(facilityControl(page, 1, 'serviceKey')).toBeFocused()
  })
}

/** The colour of the borders of fields at fault. */
function faultColour(page: Page): Promise<string> {
  return summary(page).evaluate((box) => getComputedStyle(box).borderTopColor)
}
