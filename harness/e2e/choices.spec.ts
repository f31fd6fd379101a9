import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl } from './form.ts'

const CONSULTATION = `
KEIKAKU_SOUDAN 計画相談支援
TIKI_IKOU 地域移行支援
TIKI_TEITYAKU 地域定着支援
SHOGAIJI_SODAN 障害児相談支援`
const COMMUNITY = `
IDO 移動支援
NICCHU 日中一時支援
OTHER その他の地域生活支援事業`
const OTHER = `
HOME_HELP 居宅介護
JUHO 重度訪問介護
KOUDOU 行動援護
JUDO_HOUKATSU 重度障害者等包括支援
DOUKOU 同行援護
RYOYO 療養介護
SEIKATSU_KAIGO 生活介護
TANKI 短期入所
SHISETSU_NYUSHO 施設入所支援
KYODO 共同生活援助
SYUKUHAKU_JIRITSU_KUNREN 宿泊型自立訓練
JIKATSU 自立生活援助
KINOU_KUNREN 自立訓練（機能訓練）
SEIKATSU_KUNREN 自立訓練（生活訓練）
SYURO_IKOU 就労移行支援
SYURO_IKOU_YOUSEI 就労移行支援（養成施設）
SYUKEI_A 就労継続支援A型
SYUKEI_B 就労継続支援B型
TEITYAKU 就労定着支援`
const SELECTION = `
SYURO_SENTAKU 就労選択支援`
const CHILD = `
JIHATSU 児童発達支援
JIHATSU_CENTER_IRYO 医療型児童発達支援
HOKAGO 放課後等デイサービス
HOHO 保育所等訪問支援
JIHATSU_KYOTAKU 居宅訪問型児童発達支援
NYUSHO 福祉型障害児入所施設
NYUSHO_IRYO 医療型障害児入所施設`

const CATALOGUES: [path: string, groups: [name: string, services: string][]][] = [
  [
    '/entry/input',
    [
      ['相談支援', CONSULTATION],
      ['地域生活支援事業', COMMUNITY],
      ['障害福祉サービス', OTHER + CHILD],
    ],
  ],
  [
    '/inherit-facility-info/input?customerNumber=1',
    [
      ['相談支援', CONSULTATION],
      ['地域生活支援事業', COMMUNITY],
      ['障害福祉サービス', OTHER + CHILD],
    ],
  ],
  [
    '/trial/input',
    [
      ['相談支援', CONSULTATION],
      ['地域生活支援事業', COMMUNITY],
      ['障害福祉サービス', OTHER + SELECTION],
      ['児童福祉', CHILD],
    ],
  ],
]

for (const [path, groups] of CATALOGUES) {
  test(`${path}: every service under its group, by its key`, async ({ page }) => {
    await page.goto(path)
    const service = facilityControl(page, 1, 'serviceKey')
    await expect(service.locator('optgroup')).toHaveCount(groups.length)
    for (const [name, services] of groups) {
      const shown = await choicesIn(service.locator(`optgroup[label="${name}"] option`))
      expect(shown).toEqual(services.trim().split('\n'))
    }
  })
}

test('the trial asks how it was found and how is billed today, by these codes', async ({
  page,
}) => {
  await page.goto('/trial/input')
  const options = (field: 'chance' | 'nowsoft') =>
    choicesIn(applicantControl(page, field).locator('option:not([value=""])'))
  expect(await options('chance')).toEqual([
    '9 Web検索',
    '3 ダイレクトメール',
    '8 展示会',
    '4 チラシ',
    '5 広告',
    '6 他の事業所からの紹介',
    '7 その他',
  ])
  expect(await options('nowsoft')).toEqual([
    '1 新規開設',
    '2 他社ソフト',
    '3 国保連の簡易入力システム',
    '4 税理士・行政書士などへの外部委託',
  ])
})

async function placesOf(page: Page) {
  await expect(button(page, '無料体験を申し込む')).toBeEnabled()
  const boxes = await Promise.all(
    (['facilityName', 'facilityNumber', 'serviceKey'] as const).map((cell) =>
      facilityControl(page, 1, cell).boundingBox(),
    ),
  )
  return boxes.map((box) => ({ x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) }))
}

test('on a desk the trial’s rows are a table', async ({ page }) => {
  await page.goto('/trial/input')
  const [name, number, service] = await placesOf(page)
  expect(new Set([name?.y, number?.y, service?.y]).size).toBe(1)
  expect(name?.x).toBeLessThan(number?.x ?? 0)
  expect(number?.x).toBeLessThan(service?.x ?? 0)
  await expect(page.getByRole('columnheader', { name: '事業所名' })).toBeVisible()
})

test('on a phone they are cards, wide enough for nothing to scroll sideways', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/trial/input')
  const [name, number, service] = await placesOf(page)
  expect(new Set([name?.x, number?.x, service?.x]).size).toBe(1)
  expect(name?.y).toBeLessThan(number?.y ?? 0)
  expect(number?.y).toBeLessThan(service?.y ?? 0)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

function choicesIn(options: Locator): Promise<string[]> {
  return options.evaluateAll((all) =>
    all.map((option) => `${option.getAttribute('value')} ${option.textContent}`),
  )
}
