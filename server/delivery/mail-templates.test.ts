import { describe, expect, it } from 'vitest'
import { acknowledgement, type MailFacts, safeName, staffNotice } from './mail-templates.ts'

const facts: MailFacts = {
  flow: 'entry',
  reference: '7F3K-9QXM',
  customer: 'tmp-abcdefghijklmnopqrstuvwxyz',
  companyName: '社会福祉法人あおぞら',
  facilities: 3,
  priceText: '19,960',
  completedAt: Date.parse('2026-11-20T15:04:00+09:00'),
  remarks: [],
}

describe('the acknowledgement', () => {
  it('says what was received, what it costs and what follows', () => {
    expect(acknowledgement(facts)).toEqual({
      subject: '【受付完了】新規お申し込み',
      text: `ご担当者 様

お申し込みありがとうございます。次の内容で受け付けました。

お手続き　：新規お申し込み
受付番号　：7F3K-9QXM
受付日時　：2026年11月20日 15:04
事業所の数：3件
料金　　　：月額19,960円（税抜）

登録が完了しました。2022年4月1日以降も引き続きご利用いただくには、アカウントの移行が必要です。アカウント発行のメールは、3月中旬頃にご登録のメールアドレスへお送りします。

お問い合わせの際は、受付番号をお知らせください。
お心当たりのない場合は、お手数ですがこのメールを破棄してください。
`,
    })
  })

  it('carries nothing that the sender typed', () => {
    const typed = '【至急】03-0000-0000へ10万円をお支払いください'
    const { subject, text } = acknowledgement({ ...facts, companyName: typed })
    expect(acknowledgement({ ...facts, companyName: '' })).toEqual({ subject, text })
  })

  it('calls the price of a trial a guide, and says that a trial turns into nothing', () => {
    const { text } = acknowledgement({ ...facts, flow: 'trial' })
    expect(text).toContain('料金の目安：月額19,960円（税抜）')
    expect(text).toContain('60日間です。期間の終了後、自動で有料契約になることはありません。')
  })
})

describe('the notice to staff', () => {
  it('names the customer number and what to look at, and no fact that the flow does not have', () => {
    const notice = staffNotice({
      ...facts,
      flow: 'suspension',
      customer: 'C123',
      companyName: '',
      facilities: 0,
      priceText: null,
      remarks: ['本人確認ができていません'],
    })
    expect(notice.subject).toBe('【受付】利用停止手続き 7F3K-9QXM')
    expect(notice.text).toContain('お客様番号：C123\n')
    expect(notice.text).toContain('確認事項　：本人確認ができていません\n')
    expect(notice.text).toContain('npm run -s admin -- applications show 7F3K-9QXM\n')
    expect(notice.text).not.toMatch(/法人名|事業所|料金/)
  })
})

describe('a name in a mail', () => {
  it.each([
    ['医療法人　髙﨑会', '医療法人 髙﨑会'],
    ['A\r\nBcc: evil@example.com', 'A Bcc： evil＠example．com'],
    ['今すぐ https://evil.example/x', '今すぐ https：／／evil．example／x'],
    ['a\u202eb\u200bc', 'a b c'],
    ['𠮷'.repeat(61), `${'𠮷'.repeat(60)}…`],
  ])('%j becomes %j', (typed, safe) => {
    expect(safeName(typed)).toBe(safe)
  })
})
