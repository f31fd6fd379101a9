/** Code that cannot be had, or that fails, takes nothing else off the screen. */
import type { Page } from '@playwright/test'
import { type Call, FLOWS, type Flow } from '#domain/flows.ts'
import { BREAKAGES, type Breakage, breakCall } from './calls.ts'
import {
  CORPORATION,
  estimated,
  fillWhole,
  mailOf,
  openReady,
  queryOf,
  ROWS,
  SEND_WORDS,
} from './filled-forms.ts'
import { test as base, expect } from './fixtures.ts'
import {
  applicantControl,
  button,
  expectAlive,
  facilityControl,
  fillApplicant,
  fillFacilities,
} from './form.ts'
import { test as sampleDirectory } from './sample-directory.ts'
import { listedAs } from './stored-applications.ts'

const test = base.extend<{ troubles: string[] }>({
  // What is broken on purpose may say so.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
  troubles: async ({}, use) => use([]),
})

const fault = (page: Page) =>
  page.getByRole('alert').filter({
    hasText: '画面の更新が必要です。ページを再読み込みしてください。入力した内容は残ります。',
  })

test('the notes are there again after a way to the result and back', async ({ page, mark }) => {
  await (await openReady(page, 'entry', mark)).click()
  await expect(page).toHaveURL('/entry/result')
  await page.goBack()
  await expect(button(page, '見積もる')).toBeEnabled()
  await expect(page.getByRole('row', { name: /^相談支援 9,980円/ })).toHaveCount(1)
  await expect(page.getByText('事業所名に半角カナは使えません')).toBeVisible()
})

/** Rewrites one file of the build on its way to the page. */
async function rewrite(page: Page, files: string, change: (code: string) => string) {
  await page.route(`**/assets/${files}-*.js`, async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const body = change(code)
    expect(body !== code, `nothing in ${files} is rewritten`).toBe(true)
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body })
  })
}

const THROWS = '{throw new Error("broken");'

/** The component that says these words fails whenever it is drawn: the function around them. */
const broken = (words: string) => (code: string) => {
  const at = code.indexOf(words)
  const start = code.lastIndexOf('function ', at)
  const body = /\)\{/g
  body.lastIndex = start
  const { index } = body.exec(code) ?? { index: 0 }
  return at < 0
    ? code
    : `${code.slice(0, index + 1)}${THROWS}}function _broken()${code.slice(index + 1)}`
}

type Part = [file: string, words: string, flow: Flow, reach: (page: Page) => Promise<unknown>]

/** What a press brings, and what brings it. */
const PARTS: Part[] = [
  ['contract', '行ごとの料金の理由', 'entry', (page) => button(page, '見積もる').click()],
  [
    'sending',
    '入力内容に誤りがあります',
    'entry',
    async (page) => {
      await facilityControl(page, 1, 'facilityName').fill('')
      await button(page, '見積もる').click()
    },
  ],
  [
    'sending',
    '送信が完了しませんでした',
    'entry',
    async (page) => {
      await breakCall(page, 'consent', BREAKAGES.refused)
      await button(page, SEND_WORDS.entry).click()
    },
  ],
  ['trial', '料金（月額・税抜）', 'trial', (page) => page.getByText('料金の目安').click()],
  [
    'sending',
    'この画面からのお申し込みは',
    'entry',
    async (page) => {
      await button(page, SEND_WORDS.entry).click()
      await expect(page).toHaveURL('/entry/result')
      await page.goBack()
    },
  ],
]

for (const [file, words, flow, reach] of PARTS)
  test(`${flow}: 「${words}」 that fails leaves the form, and the page asks to be reloaded`, async ({
    page,
    mark,
  }) => {
    await rewrite(page, file, broken(words))
    await openReady(page, flow, mark)
    await reach(page)
    await expect(fault(page)).toBeInViewport({ ratio: 1 })
    await expect(facilityControl(page, 1, 'serviceKey')).toBeEnabled()
    await expect(button(page, SEND_WORDS[flow])).toBeVisible()
    await expect(page.locator('[inert]')).toHaveCount(0)
  })

const TOOLS: [what: string, broken: (code: string) => string][] = [
  [
    'tools of the table',
    (code) => {
      const [, local] = /[{,]([\w$]+) as TableTools/.exec(code) ?? []
      return code.replace(`function ${local}(`, `function ${local}()${THROWS}}function _${local}(`)
    },
  ],
  [
    'what stands beside the rows',
    (code) => code.replace(/(function [\w$]+\(\{no:\w+,[^)}]*charge:[^)]*\))\{/, `$1${THROWS}`),
  ],
]

for (const [what, change] of TOOLS)
  test(`${what} that fail leave the table, and after a reload it goes on`, {
    tag: '@engines',
  }, async ({ page, mark, staffUrl }) => {
    await rewrite(page, 'table-tools', change)
    const send = await openReady(page, 'entry', mark)
    await expect(fault(page)).toBeInViewport({ ratio: 1 })
    await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')

    await page.unroute('**/assets/table-tools-*.js')
    await button(page, '再読み込みする').click()
    await expect(fault(page)).toHaveCount(0)
    await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
    await button(page, '見積もる').click()
    await send.click()
    await expect(page).toHaveURL('/entry/result')
    expect(await listedAs(staffUrl, mailOf(mark))).toMatchObject({ state: 'complete' })
  })

const atDirectory = sampleDirectory.extend<{ troubles: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
  troubles: async ({}, use) => use([]),
})

atDirectory('tools of the directory that fail leave the form', async ({ page }) => {
  await rewrite(page, 'directory-tools', (code) =>
    code.replace(/(function [\w$]+\(\{form:\w+,period:\w+\}\))\{/, `$1${THROWS}`),
  )
  await page.goto('/entry/input')
  await fillApplicant(page, CORPORATION)
  await expect(fault(page)).toBeInViewport({ ratio: 1 })
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
})

/** The page's own code fails whenever `condition` holds. */
const breakPage = (page: Page, condition: string) =>
  rewrite(page, 'entry', (code) =>
    code.replace(
      /export\{(\S+) as Page\}/,
      `export{Broken as Page};function Broken(props){if(${condition})throw new Error("broken");return $1(props)}`,
    ),
  )

test('a page that fails leaves what was typed on the screen, and a reload brings it back', {
  tag: '@engines',
}, async ({ page }) => {
  await breakPage(page, 'document.documentElement.dataset.broken')
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  await fillApplicant(page, CORPORATION)
  await fillFacilities(page, ROWS)
  await page.evaluate(() => {
    document.documentElement.dataset.broken = 'yes'
  })
  await page.getByRole('button', { name: '行を追加' }).click()
  await expect(fault(page)).toBeInViewport({ ratio: 1 })
  const inertForm = page.locator('[inert]')
  await expect(inertForm.getByLabel('法人名')).toHaveValue(CORPORATION.companyName)
  await expect(inertForm.getByLabel('1行目 事業所名')).toHaveValue('つばさ作業所')
  await expect(inertForm.getByLabel('1行目 サービス種類')).toHaveValue('SYUKEI_B')
  await expect(inertForm.getByText('規約に同意して登録する')).toBeVisible()

  await button(page, '再読み込みする').click()
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  await expect(facilityControl(page, 1, 'serviceKey')).toHaveValue('SYUKEI_B')
  await expect(button(page, '見積もる')).toBeEnabled()
})

test('a page that fails as it comes to life still shows its form, and offers no reload', async ({
  page,
}) => {
  await breakPage(page, 'true')
  await page.goto('/entry/input')
  const sentence = page.getByRole('alert').filter({ hasText: /動きません.*お電話/ })
  await expect(sentence).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[inert]').getByLabel('法人名')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新規お申し込み')
})

const MAIL_REFUSED: Breakage = {
  status: 422,
  body: { error: { code: 'validation_failed', message: 'x', fields: { mailaddress: ['x'] } } },
}

/** Where section 8 of the specification sends a failure: [flow, call, how, heading]. */
const LED_TO: [Flow, Call, Breakage, string][] = [
  ['migration', 'facilities', BREAKAGES.refused, 'エラーが発生しました'],
  ['trial', 'register', MAIL_REFUSED, '無料体験のお申し込みに失敗しました'],
]

for (const [flow, call, how, heading] of LED_TO)
  test(`${flow}: a ${call} that fails leads to 「${heading}」, also where no code can be had any more, and back to the whole form`, {
    tag: flow === 'migration' ? '@engines' : [],
  }, async ({ page, mark }) => {
    await page.goto(FLOWS[flow].inputPath + queryOf(flow, mark))
    if (FLOWS[flow].rows) await expectAlive(page)
    else await estimated(page, flow)
    await page.route('**/assets/**', (route) => route.abort())
    await breakCall(page, call, how)
    await fillWhole(page, flow, mark)
    await (await estimated(page, flow)).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await button(page, '入力画面に戻る').click()
    if (FLOWS[flow].rows)
      await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
    await expect(button(page, SEND_WORDS[flow])).toBeVisible()
  })
