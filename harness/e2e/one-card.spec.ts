import type { Page } from '@playwright/test'
import { type Call, FLOWS, MAIL_ERROR_PATH } from '#domain/flows.ts'
import { BREAKAGES, breakCall } from './calls.ts'
import { estimated, openReady, SEND_WORDS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button } from './form.ts'
import { expectOneCard } from './one-card.ts'

type Failure = [
  flow: 'entry' | 'migration' | 'trial',
  what: string,
  fail: (page: Page) => Promise<unknown>,
  /** Where it leads; the form stays where nothing is named. */
  path?: string,
]

/** One that the form stays for, one by way of the result page, one by way of the page of a refused mail address. */
const FAILURES: Failure[] = [
  ['entry', 'the consent is refused', breaking('consent', 'refused')],
  ['migration', 'the consent is lost', breaking('consent', 'lost'), FLOWS.migration.resultPath],
  ['trial', 'the mail address is refused', refuseMail, MAIL_ERROR_PATH],
]

async function refuseMail(page: Page) {
  await applicantControl(page, 'email').fill('jimu @example.jp')
}

function breaking(call: Call, how: keyof typeof BREAKAGES) {
  return (page: Page) => breakCall(page, call, BREAKAGES[how])
}

for (const [flow, what, fail, path] of FAILURES)
  test(`${flow}, ${what}: nothing of the form stands there twice`, { tag: '@engines' }, async ({
    page,
    mark,
  }) => {
    await openReady(page, flow, mark)
    await expectOneCard(page, flow)
    await fail(page)
    await (await estimated(page, flow)).click()
    if (path === undefined) await button(page, 'もう一度送信する').click()
    else {
      await expect(page).toHaveURL(path)
      await button(page, '入力画面に戻る').click()
    }
    await expect(button(page, SEND_WORDS[flow])).toBeVisible()
    await expectOneCard(page, flow)
    if (flow !== 'trial') await button(page, '見積もる').click()
    if (flow !== 'trial') await button(page, '見積もる').click()
    await expectOneCard(page, flow)
  })
