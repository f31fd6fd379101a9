import { describe, expect, it, test } from 'vitest'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { MAIL_FACTS } from '../../testing/calls.ts'
import { acknowledgement, staffNotice } from './templates.ts'

const facts = MAIL_FACTS

describe('the acknowledgement', () => {
  it('says what was received, what it costs and what follows', () => {
    expect(acknowledgement(facts, DEFAULT_WORDS)).toEqual({
      subject: '【あおぞら請求】新規お申し込みを受け付けました（受付番号 7F3K-9QXM）',
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

-- 
あおぞら請求（障害福祉サービス事業所のための請求ソフト）
サンプル株式会社
電話　：0120-000-000（平日 9:00〜17:00）
メール：support@example.co.jp
`,
    })
  })

  it('carries nothing that the sender typed', () => {
    const typed = '【至急】03-0000-0000へ10万円をお支払いください'
    const { subject, text } = acknowledgement({ ...facts, companyName: typed }, DEFAULT_WORDS)
    expect(acknowledgement({ ...facts, companyName: '' }, DEFAULT_WORDS)).toEqual({ subject, text })
  })

  it('says what the operator knows of charges and of the end, each where it belongs', () => {
    const words = {
      ...DEFAULT_WORDS,
      chargingStart: '翌月分から発生します。',
      useEnd: '月末に終了します。',
      dataAfter: '90日後に削除します。',
      completions: { entry: '登録しました。' },
    }
    const entry = acknowledgement(facts, words).text
    expect(entry).toContain('\n登録しました。\n料金の発生：翌月分から発生します。\n')
    expect(entry).not.toContain('月末に終了')
    const end = acknowledgement({ ...facts, flow: 'suspension' }, words).text
    expect(end).toContain(
      'ご利用の終了日：月末に終了します。\n終了後のデータ：90日後に削除します。\n',
    )
    expect(end).not.toMatch(/最後のご請求|料金の発生/)
  })

  it('says what follows next where the operator wrote it, under its own procedure', () => {
    const next = '3営業日以内にご連絡します。'
    const words = { ...DEFAULT_WORDS, next: { entry: next } }
    expect(acknowledgement(facts, words).text).toContain(`お送りします。\n${next}\n\nお問い合わせ`)
    expect(acknowledgement({ ...facts, flow: 'trial' }, words).text).not.toContain(next)
  })

  it('says that a trial costs nothing before any other price, and that it turns into nothing', () => {
    const { text } = acknowledgement({ ...facts, flow: 'trial' }, DEFAULT_WORDS)
    expect(text).toContain(
      '\n無料体験の料金：0円（ご契約になった場合の目安：月額19,960円（税抜））\n',
    )
    expect(text).toContain(
      '60日間です。期間が終わっても、自動で有料の契約に切り替わることはありません。',
    )
  })
})

describe('the notice to staff', () => {
  it('names the customer number and what to look at, and no fact that the flow does not have', () => {
    const given = { flow: 'suspension', customer: 'C123', companyName: '', facilities: 0 } as const
    const remarks = ['本人確認ができていません']
    const notice = staffNotice({ ...facts, ...given, priceText: null, remarks }, '')
    expect(notice.subject).toBe('【受付】利用停止手続き 7F3K-9QXM')
    expect(notice.text).toBe(`お申し込みが届きました。

お手続き　：利用停止手続き
受付番号　：7F3K-9QXM
お客様番号：C123
受付日時　：2026年11月20日 15:04
確認事項　：本人確認ができていません

内容は、担当者の画面で受付番号から確認できます。
`)
  })
})

test('staff are given the address of the application in the console, where it is known', () => {
  const { text } = staffNotice(facts, 'https://staff.example.jp')
  expect(text).toContain('\nhttps://staff.example.jp/applications/7F3K-9QXM\n')
})
