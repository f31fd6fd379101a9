/** A mail that comes back, from the mistyped address to the link that opens: a real SMTP server takes it, and its notice is read as one of Postfix's. */
import { STAFF_API_PATHS } from '#contract/staff-api.ts'
import { type ReceivedMail, startMailServer } from '../../server/delivery/testing.ts'
import { until } from '../../server/testing/process.ts'
import {
  CORPORATION,
  DONE_TITLES,
  estimated,
  fillWhole,
  mailOf,
  SEND_WORDS,
} from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, fillIn } from './form.ts'
import { startProduct } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'

const PUBLIC_URL = 'https://apply.example.jp'

test('a mistyped address is seen as 不達, mended after a call, and the applicant opens the link', {
  tag: '@engines',
}, async ({ page, mark }) => {
  test.slow()
  const relay = await startMailServer()
  const product = await startProduct({
    PUBLIC_URL,
    MAIL_URL: relay.url,
    MAIL_FROM: 'desk@apply.example.jp',
    MAIL_RETURN: 'bounce+{}@apply.example.jp',
    STAFF_MAIL: 'staff@example.jp',
  })
  const mailTo = async (address: string): Promise<ReceivedMail> => {
    const find = () => relay.mails.findLast(({ recipients }) => recipients.includes(address))
    await until(async () => find() !== undefined, 30_000, `a mail to ${address}`, 100)
    return find() ?? Promise.reject(new Error('no mail'))
  }
  const wrong = `wrong-${mailOf(mark)}`
  const right = mailOf(mark)
  const staff = await page.context().newPage()
  try {
    await test.step('the applicant mistypes the address', async () => {
      await page.goto(`${product.url}/entry/input`)
      await fillWhole(page, 'entry', mark)
      await fillIn(applicantControl(page, 'email'), wrong)
      await expect(await estimated(page, 'entry')).toBeVisible()
      await button(page, SEND_WORDS.entry).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES.entry)
    })
    const mail = await mailTo(wrong)
    const before = linkIn(mail)
    await test.step('the relay has taken the mail, and returns it', async () => {
      expect(mail.sender).toMatch(/^bounce\+[a-z2-7]{44}@apply\.example\.jp$/)
      const { token } = (await product.admin(
        ...['tokens', 'add', 'pipe', '--scopes', 'returned'],
      )) as { token: string }
      const answer = await fetch(product.staffUrl + STAFF_API_PATHS.returned, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
        body: noticeOf(mail, wrong),
      })
      expect(await answer.json()).toEqual({ outcome: 'marked' })
    })
    await test.step('staff see why, and whom to call', async () => {
      await setUp(staff, product, 'hanako', 'worker')
      await finishSetup(staff)
      await staff.getByRole('link', { name: '未達' }).first().click()
      const notice = staff.getByRole('listitem').filter({ hasText: wrong })
      await expect(notice).toContainText('宛先が存在しません。')
      await expect(notice).toContainText(CORPORATION.tel)
      await notice.getByRole('link').first().click()
      await expect(staff.getByRole('heading', { level: 1 })).toContainText('受付番号')
      await expect(staff.locator('.badge', { hasText: '不達' }).first()).toBeVisible()
    })
    await test.step('a link that is sent again to the dead address leaves the one that works', async () => {
      const sent = relay.mails.length
      await staff.getByRole('button', { name: '申込者のリンクを送り直す' }).click()
      await expect(staff.getByText('いまのリンクもそのまま使えます。').first()).toBeVisible()
      await until(async () => relay.mails.length > sent, 30_000, 'sent again', 100)
      await page.goto(product.url + before)
      await expect(page.getByRole('heading', { name: 'お申し込みの状況' })).toBeVisible()
    })
    await test.step('they call the number on file and set the right address', async () => {
      const form = staff.getByRole('form', { name: 'メールアドレスの変更' })
      await expect(form).toContainText('登録されている電話番号')
      await form.getByLabel('正しいメールアドレス').fill(right)
      await expect(form.getByLabel('確認のメモ（任意）')).toHaveValue('')
      await form.getByRole('button', { name: 'メールアドレスを変更する' }).click()
      await expect(
        staff.getByText('メールアドレスを変更し、新しいリンクを送信します。'),
      ).toBeVisible()
      await expect(staff.getByText(right).first()).toBeVisible()
      await staff.goto(`${product.staffUrl}/undelivered`)
      await expect(staff.getByText('未達の通知はありません。')).toBeVisible()
    })
    await test.step('the applicant opens the new link, and the former one opens nothing', async () => {
      const renewed = linkIn(await mailTo(right))
      await page.goto('about:blank')
      await page.goto(product.url + before)
      await expect(page.getByText('このリンクは使えません。').first()).toBeVisible()
      await page.goto('about:blank')
      await page.goto(product.url + renewed)
      await page.getByLabel('電話番号').fill(CORPORATION.tel)
      await button(page, '番号を確認して開く').click()
      await expect(page.getByText(right).first()).toBeVisible()
    })
  } finally {
    await staff.close()
    await product.stop()
    await relay.close()
  }
})

/** The path of the link in a mail, whose body is base 64. */
function linkIn({ source }: ReceivedMail): string {
  const text = Buffer.from(source.split('\r\n\r\n')[1] ?? '', 'base64').toString()
  return (/https:\S+\/status#\S+/.exec(text)?.[0] ?? '').slice(PUBLIC_URL.length)
}

/** As Postfix writes it. */
function noticeOf({ sender, source }: ReceivedMail, recipient: string): string {
  const [headers = ''] = source.split('\r\n\r\n')
  return `Return-Path: <>
From: MAILER-DAEMON@relay.example.jp (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${sender}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="4D1F22.1764200000/relay.example.jp"

This is a MIME-encapsulated message.

--4D1F22.1764200000/relay.example.jp
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

<${recipient}>: host mx.example.jp[192.0.2.1] said: 550 5.1.1 User unknown

--4D1F22.1764200000/relay.example.jp
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.jp
X-Postfix-Queue-ID: 4D1F22
X-Postfix-Sender: rfc822; ${sender}

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.jp
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--4D1F22.1764200000/relay.example.jp
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <${sender}>
${headers.replaceAll('\r\n', '\n')}

--4D1F22.1764200000/relay.example.jp--
`.replaceAll('\n', '\r\n')
}
