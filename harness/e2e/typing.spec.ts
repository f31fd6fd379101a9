import type { Page } from '@playwright/test'
import { FLOWS } from '#domain/flows.ts'
import { recordCalls, stepsOf } from './calls.ts'
import { mailOf, nameOf, openReady, ROWS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { listedAs, listedUnder, storedAs } from './stored-applications.ts'

test('what was typed is converted when its field is left', async ({ page }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  const cases = [
    [applicantControl(page, 'zipcode'), '〒１００-０００１ ', '1000001'],
    [applicantControl(page, 'tel'), '０３ー１２３４ｰ５６７８（内線Ａ）', '03-1234-5678（内線A）'],
    [facilityControl(page, 1, 'facilityNumber'), '　１３Ａｂ０００００１ ', '13Ab000001'],
    [facilityControl(page, 1, 'facilityName'), 'ﾃﾞｲｻｰﾋﾞｽ ＡＢＣ １ﾟ', 'デイサービス ＡＢＣ １゜'],
    [applicantControl(page, 'companyName'), 'ﾂﾊﾞｻ　１', 'ﾂﾊﾞｻ　１'],
    [applicantControl(page, 'address'), '　１丁目　', '　１丁目　'],
    [applicantControl(page, 'person'), '山田　Ａ', '山田　Ａ'],
  ] as const
  for (const [control, typed, left] of cases) {
    await control.fill(typed)
    await expect(control).toHaveValue(typed)
    await control.press('Tab')
    await expect(control).toHaveValue(left)
  }
})

test('what was never left is converted before an estimate and before sending', async ({
  page,
  staffUrl,
  mark,
}) => {
  await openReady(page, 'entry', mark)
  await facilityControl(page, 1, 'facilityName').fill('ﾂﾊﾞｻ')
  await facilityControl(page, 1, 'facilityNumber').fill('１３１')
  // As a password manager or an extension presses: nothing is left, nothing gets a blur.
  await button(page, '見積もる').dispatchEvent('click')
  await expect(facilityControl(page, 1, 'facilityNumber')).toHaveValue('131')
  await applicantControl(page, 'zipcode').fill('１５０-０００１')
  await button(page, '規約に同意して登録する').dispatchEvent('click')
  await expect(page).toHaveURL('/entry/result')
  expect(await storedAs(staffUrl, mailOf(mark))).toMatchObject({
    zipcode: '1500001',
    facilities: [{ facilityName: 'ツバサ', facilityNumber: '131' }],
  })
})

test('nothing is converted while an input method composes, and the Enter that ends it does nothing', async ({
  page,
  mark,
}) => {
  const calls = recordCalls(page)
  const register = await openReady(page, 'entry', mark)
  await expect(register).toBeEnabled()
  const keyboard = await page.context().newCDPSession(page)
  const name = facilityControl(page, 2, 'facilityName')
  await name.focus()
  await keyboard.send('Input.imeSetComposition', {
    text: 'ﾂﾊﾞｻ',
    selectionStart: 4,
    selectionEnd: 4,
  })
  await expect(name).toHaveValue('ﾂﾊﾞｻ')
  for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
    const wentOn = await name.evaluate(
      (control, more) =>
        control.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
        ),
      init,
    )
    // The input method itself needs the key.
    expect(wentOn).toBe(true)
  }
  await expect(name).toHaveValue('ﾂﾊﾞｻ')
  await keyboard.send('Input.insertText', { text: 'ﾂﾊﾞｻ' })
  await expect(name).toHaveValue('ﾂﾊﾞｻ')
  await name.press('Tab')
  await expect(name).toHaveValue('ツバサ')
  expect(calls).toEqual([])
})

// The button of the trial sends without an estimate before it.
test('trial: Enter in a field never sends', { tag: '@engines' }, async ({ page, mark }) => {
  const calls = recordCalls(page)
  const send = await openReady(page, 'trial', mark)
  await expect(send).toBeEnabled()
  const fields = page.getByRole('main').locator('form').getByRole('textbox')
  const names = await fields.evaluateAll((controls) => controls.map(({ id }) => id))
  // Six of a corporation, two a row.
  expect(names).toHaveLength(16)
  for (const name of names) await page.locator(`[id="${name}"]`).press('Enter')
  await page.getByRole('checkbox').press('Enter')
  await expect(page).toHaveURL(FLOWS.trial.inputPath)
  await expect(send).toBeEnabled()
  expect(calls).toEqual([])
})

/** Two presses before the page can have answered the first, one way in each flow; a migration is pressed as an entry is. */
const PRESSES = {
  'entry: two submits in one frame': (page: Page) =>
    page.locator('form').evaluate((form) => {
      if (!(form instanceof HTMLFormElement)) return
      form.requestSubmit()
      form.requestSubmit()
    }),
  'suspension: a click and the Enter key after it': async (page: Page, words: string) => {
    await button(page, words).click({ noWaitAfter: true })
    await page.keyboard.press('Enter')
  },
  'trial: two quick clicks': (page: Page, words: string) =>
    button(page, words).dblclick({ noWaitAfter: true }),
}

for (const [what, press] of Object.entries(PRESSES)) {
  test(`${what} are one application, and the button is locked from the first on`, async ({
    page,
    staffUrl,
    mark,
  }) => {
    const flow = what.split(':')[0] as 'entry' | 'suspension' | 'trial'
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/consent', async (route) => {
      await promise
      await route.continue()
    })
    const calls = recordCalls(page)
    const send = await openReady(page, flow, mark)
    await expect(send).toBeEnabled()
    await press(page, (await send.textContent()) ?? '')
    await expect(send).toBeDisabled()
    await expect(page.getByText('送信しています。そのままお待ちください。')).toBeVisible()
    if (FLOWS[flow].rows) await fillFacilities(page, [{ ...ROWS[0], facilityName: '送信中の編集' }])
    if (flow === 'entry') await expect(button(page, '見積もる')).toBeDisabled()
    await expect(send).toBeDisabled()
    release()
    await expect(page).toHaveURL(FLOWS[flow].resultPath)
    expect(stepsOf(calls)).toEqual(
      FLOWS[flow].calls.map((call) => (call === 'register' ? 'regist-renewal' : call)),
    )
    expect(await listedUnder(staffUrl, nameOf(flow, mark))).toMatchObject([
      { state: 'complete', repeats: 0 },
    ])
  })
}

test('what a password manager fills in counts, without a key being pressed', async ({
  page,
  staffUrl,
  mark,
}) => {
  await openReady(page, 'trial', mark)
  await fillApplicant(page, { tel: '' })
  await applicantControl(page, 'tel').evaluate((control) => {
    if (control instanceof HTMLInputElement) control.value = '０９０'
  })
  await button(page, '無料体験を申し込む').click()
  await expect(page).toHaveURL('/trial/result')
  expect((await listedAs(staffUrl, mailOf(mark))).tel).toBe('090')
})
