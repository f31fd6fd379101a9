import { type Call, FLOWS, type Flow, TEMPORARY_CUSTOMER } from '#domain/flows.ts'
import { BREAKAGES, breakCall, customerOf, recordCalls, SERVER_SENTENCE, stepsOf } from './calls.ts'
import {
  CORPORATION,
  DONE_TITLES,
  mailOf,
  nameOf,
  openReady,
  ROWS,
  SEND_WORDS,
  sendAgain,
} from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant } from './form.ts'
import { listedAs, listedUnder, storedAs } from './stored-applications.ts'

const GENERIC = 'エラーが発生しました。時間をおいて再度操作してください。'

/** Where every call of every flow leads is a test of `web/sending/outcome.ts`. */
const TO_THE_RESULT: [Flow, Call, keyof typeof BREAKAGES][] = [
  ['entry', 'register', 'proxy'],
  ['suspension', 'consent', 'lost'],
]

for (const [flow, call, how] of TO_THE_RESULT) {
  test(`${flow}, ${call} ${how}: the result page says the generic sentence, and the way back leads on`, async ({
    page,
    staffUrl,
    mark,
  }) => {
    const mend = await breakCall(page, call, BREAKAGES[how])
    await (await openReady(page, flow, mark)).click()
    await expect(page).toHaveURL(FLOWS[flow].resultPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('エラーが発生しました')
    await expect(page.getByText(GENERIC, { exact: true })).toBeVisible()
    await expect(page.getByText(SERVER_SENTENCE)).toHaveCount(0)

    await mend()
    await button(page, '入力画面に戻る').click()
    await expect(page).toHaveURL(new RegExp(FLOWS[flow].inputPath))
    if (FLOWS[flow].rows)
      await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
    if (FLOWS[flow].appform) await expect(applicantControl(page, 'email')).toHaveValue(mailOf(mark))
    const unfinished = page.getByRole('region', { name: '送信が完了しませんでした' })
    await expect(unfinished).toBeFocused()
    await expect(unfinished).toContainText('二重に登録されることはありません')
    await expect(unfinished.getByRole('link', { name: '0120-000-000' })).toBeVisible()
    await expect(button(page, SEND_WORDS[flow])).toBeEnabled()
    if (FLOWS[flow].rows && !FLOWS[flow].isOneStep)
      await expect(page.getByRole('table', { name: '料金の内訳' })).toContainText('9,980円')
    if (how === 'lost') await button(page, 'もう一度送信する').click()
    else await sendAgain(page, flow)
    await expect(page).toHaveURL(FLOWS[flow].resultPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
    await expect(page.getByText(GENERIC)).toHaveCount(0)
    expect(await listedAs(staffUrl, nameOf(flow, mark))).toMatchObject({ flow, state: 'complete' })
  })
}

const TO_THE_BANNER: ['entry' | 'trial', Call, keyof typeof BREAKAGES][] = [
  ['entry', 'consent', 'refused'],
  ['trial', 'facilities', 'lost'],
]

for (const [flow, call, how] of TO_THE_BANNER) {
  test(`${flow}, ${call} ${how}: a banner says why, and its button goes on at that call`, async ({
    page,
    staffUrl,
    mark,
  }) => {
    const calls = recordCalls(page)
    const mend = await breakCall(page, call, BREAKAGES[how])
    const send = await openReady(page, flow, mark)
    await send.click()
    const banner = page.getByRole('region', { name: '送信が完了しませんでした' })
    await expect(banner).toBeFocused()
    await expect(banner).toContainText(how === 'refused' ? SERVER_SENTENCE : GENERIC)
    await expect(page).toHaveURL(FLOWS[flow].inputPath)
    await expect(send).toBeDisabled()
    await expect(send).toHaveAccessibleDescription(/「もう一度送信する」を押してください。/)

    await mend()
    const before = calls.length
    await button(page, 'もう一度送信する').click()
    await expect(page).toHaveURL(FLOWS[flow].resultPath)
    const onwards = call === 'consent' ? ['consent', 'facilities'] : ['facilities']
    expect(stepsOf(calls.slice(before))).toEqual(onwards)
    expect(stepsOf(calls).filter((step) => step === 'regist-renewal')).toHaveLength(1)
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    const { state, facilities } = await storedAs(staffUrl, mailOf(mark))
    expect(state).toBe('complete')
    expect(facilities).toEqual([{ no: 1, ...ROWS[0] }])
    expect(customerOf(calls)).toMatch(TEMPORARY_CUSTOMER)
  })
}

const MAIL_SENTENCE = 'メールアドレスの形式が正しくありません。正しい形式で入力し直してください。'

test('trial: a refused mail address leads to its own page, and back to everything typed', async ({
  page,
  staffUrl,
  mark,
}) => {
  const send = await openReady(page, 'trial', mark, '?utm_source=mail&lead_id=7')
  await fillApplicant(page, { email: 'jimu@@example', chance: '6', otherFacility: 'みどり' })
  await send.click()
  await expect(page).toHaveURL('/trial/mail-error')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '無料体験のお申し込みに失敗しました',
  )
  await expect(page).toHaveTitle(/^無料体験のお申し込みに失敗しました/)
  await expect(page.getByText('メールアドレスの形式が正しくなかった')).toBeVisible()
  await expect(page.getByText('もう一度お申し込みください')).toBeVisible()

  await button(page, '入力画面に戻る').click()
  await expect(page).toHaveURL('/trial/input?utm_source=mail&lead_id=7')
  await expect(applicantControl(page, 'email')).toHaveValue('jimu@@example')
  await expect(applicantControl(page, 'email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('link', { name: MAIL_SENTENCE })).toBeInViewport()
  for (const [field, text] of Object.entries(CORPORATION))
    await expect(applicantControl(page, field as keyof typeof CORPORATION)).toHaveValue(text)
  await expect(applicantControl(page, 'otherFacility')).toHaveValue('みどり')
  await expect(facilityControl(page, 1, 'serviceKey')).toHaveValue('SYUKEI_B')
  await expect(page.getByRole('checkbox')).toBeChecked()

  await fillApplicant(page, { email: mailOf(mark) })
  await send.click()
  await expect(page).toHaveURL('/trial/result')
  // What the page's query says of a campaign went there and back.
  expect(await listedAs(staffUrl, mailOf(mark))).toMatchObject({
    oshiete_jigyousha: 'みどり',
    utm_source: 'mail',
    lead_id: '7',
  })
  expect(await listedUnder(staffUrl, 'jimu@@example')).toEqual([])
})

test('entry: a refused mail address leads to the generic result, and back to the marked field', async ({
  page,
  mark,
  staffUrl,
}) => {
  const send = await openReady(page, 'entry', mark)
  const email = applicantControl(page, 'email')
  await fillApplicant(page, { email: 'jimu@@example.jp' })
  await expect(email).toHaveAccessibleDescription(/メールアドレスの形式をご確認ください。/)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await send.click()
  await expect(page).toHaveURL('/entry/result')
  await expect(page.getByText(GENERIC, { exact: true })).toBeVisible()

  await button(page, '入力画面に戻る').click()
  await expect(email).toHaveValue('jimu@@example.jp')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('link', { name: MAIL_SENTENCE })).toBeVisible()
  await fillApplicant(page, { email: mailOf(mark) })
  await button(page, '見積もる').click()
  await send.click()
  await expect(page).toHaveURL('/entry/result')
  expect(await listedAs(staffUrl, mailOf(mark))).toMatchObject({ state: 'complete' })
})
