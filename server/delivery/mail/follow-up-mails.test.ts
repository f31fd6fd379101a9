import { describe, expect, test } from 'vitest'
import { linkSentence } from '#domain/link-sentence.ts'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { MAIL_FACTS } from '../../testing/calls.ts'
import { farewell, type News, staffNews, statusMail } from './follow-up-mails.ts'
import { acknowledgement } from './templates.ts'

const facts = { ...MAIL_FACTS, statusLink: 'https://apply.example.jp/status#link' }

const nothing: News = {
  ...{ status: 'in_progress', hasQuestion: false, hasNotice: false, hasMessage: false },
  ...{ withdrawal: null, correction: null },
}

const ACCEPTED = `訂正の内容を反映しました。現在の事業所は${MAIL_FACTS.facilities}件、料金は、月額${MAIL_FACTS.priceText}円（税抜）です。`
const DECLINED =
  '訂正の申し出について、担当者からの返答があります。状況のページで、ご確認ください。'
const QUESTION =
  'お申し込みについて、担当者が確認したいことがあります。状況のページから、ご回答ください。'
const REFUSED =
  '取り下げの申し出について、担当者からの返答があります。状況のページで、ご確認ください。'
const NOTICE = 'お申し込みについて、担当者からの連絡があります。状況のページで、ご確認ください。'

describe('a mail to the applicant', () => {
  test.each<[what: string, news: Partial<News>, said: string[]]>([
    ['an accepted correction', { correction: 'accepted' }, [ACCEPTED]],
    ['a declined correction', { correction: 'declined' }, [DECLINED]],
    ['a question', { hasQuestion: true }, [QUESTION]],
    ['a notice', { hasNotice: true }, [NOTICE]],
    ['a question beside a notice', { hasQuestion: true, hasNotice: true }, [QUESTION]],
    ['a refused withdrawal', { withdrawal: 'refused' }, [REFUSED]],
    [
      'all that was decided, and a question',
      { correction: 'declined', hasQuestion: true, withdrawal: 'refused' },
      [DECLINED, QUESTION, REFUSED],
    ],
  ])('says that there is %s, and from whom', (_, news, said) => {
    const { subject, text } = statusMail(facts, { ...nothing, ...news }, DEFAULT_WORDS)
    expect(subject).toBe(
      `【あおぞら請求】担当者からの連絡：新規お申し込み（受付番号 ${facts.reference}）`,
    )
    expect(text).toContain(`ご担当者 様\n\n${said.join('\n')}\n\nお手続き　：新規お申し込み\n`)
  })

  test.each<[what: string, news: Partial<News>]>([
    ['nothing was said', {}],
    [
      'only the applicant has done something',
      { hasMessage: true, withdrawal: 'waiting', correction: 'waiting' },
    ],
    ['a withdrawal was confirmed', { withdrawal: 'confirmed' }],
    [
      'it is closed, whatever was said before',
      { status: 'done', hasQuestion: true, correction: 'accepted', withdrawal: 'refused' },
    ],
  ])('tells how it stands where %s', (_, news) => {
    const { subject, text } = statusMail(facts, { ...nothing, ...news }, DEFAULT_WORDS)
    expect(subject).toBe(
      `【あおぞら請求】お申し込みの状況：新規お申し込み（受付番号 ${facts.reference}）`,
    )
    expect(text).toContain('ご担当者 様\n\nお申し込みの状況をお知らせします。\n\nお手続き')
  })

  test('has the number, the state and the link, and nothing that was typed', () => {
    const { text } = statusMail(facts, nothing, DEFAULT_WORDS)
    expect(text).toContain(
      `\n受付番号　：7F3K-9QXM\n状況　　　：確認中\n\n${linkSentence(false)}\n${facts.statusLink}\nお申し込みのときの電話番号を入力すると開きます。\n\nお問い合わせ`,
    )
    expect(text).not.toContain(facts.companyName)
  })
})

test('whoever reads the former address is told that it changed, and gets neither link nor name', () => {
  const { subject, text } = farewell(facts, DEFAULT_WORDS)
  expect(subject).toBe(
    `【あおぞら請求】メールアドレスの変更：新規お申し込み（受付番号 ${facts.reference}）`,
  )
  expect(text).toMatch(
    /^ご担当者 様\n\nお申し込みのメールアドレスが変更されました。今後のお知らせは、新しいメールアドレスへお送りします。\n\nお手続き　：新規お申し込み\n受付番号　：7F3K-9QXM\n\n/,
  )
  expect(text).not.toContain('status#')
  expect(text).not.toContain(facts.companyName)
})

describe('whom a mail surprises', () => {
  const DISCARD =
    'お問い合わせの際は、受付番号をお知らせください。\nお心当たりのない場合は、お手数ですがこのメールを破棄してください。\n\n-- \n'
  const REPORT =
    'お申し込みをされた方で、お心当たりのない場合は、サポートへご連絡ください。\nお問い合わせの際は、受付番号をお知らせください。\n\n-- \n'
  const mailOf = (news: Partial<News>) =>
    statusMail(facts, { ...nothing, ...news }, DEFAULT_WORDS).text

  test.each<[what: string, text: string]>([
    ['of another address', farewell(facts, DEFAULT_WORDS).text],
    ['of an accepted correction', mailOf({ correction: 'accepted' })],
    ['of a declined correction', mailOf({ correction: 'declined', hasQuestion: true })],
    ['of a refused withdrawal', mailOf({ withdrawal: 'refused' })],
    ['of a withdrawal', mailOf({ status: 'withdrawn', withdrawal: 'confirmed' })],
  ])('is told by one %s to ask the support, and nothing else', (_, text) => {
    expect(text).toContain(REPORT)
    expect(text.match(/お心当たり/g)).toHaveLength(1)
  })

  test.each<[what: string, text: string]>([
    ['that acknowledges', acknowledgement(facts, DEFAULT_WORDS).text],
    ['of how it stands', mailOf({})],
    ['of a question', mailOf({ hasQuestion: true })],
    ['of a notice', mailOf({ hasNotice: true })],
    ['of the end, whatever was decided before', mailOf({ status: 'done', withdrawal: 'refused' })],
  ])('throws away one %s', (_, text) => {
    expect(text).toContain(DISCARD)
    expect(text.match(/お心当たり/g)).toHaveLength(1)
  })
})

describe('a mail to staff', () => {
  const said = (news: Partial<News>) =>
    staffNews(
      { ...facts, companyName: '' },
      { ...nothing, ...news },
      'https://staff.example.jp',
    ).text.split('\n\n')[0]

  test.each<[news: Partial<News>, said: string]>([
    [{ correction: 'waiting' }, '訂正の申し出が届いています。'],
    [{ status: 'withdrawn' }, 'お申し込みが取り下げられました。'],
    [{ withdrawal: 'waiting' }, '取り下げの申し出が届いています。'],
    [{ hasMessage: true }, '申込者からのメッセージが届いています。'],
    [
      { correction: 'waiting', hasMessage: true },
      '訂正の申し出が届いています。\n申込者からのメッセージが届いています。',
    ],
    [{ correction: 'accepted', withdrawal: 'refused' }, '申込者から連絡がありました。'],
  ])('of %o says what waits', (news, expected) => {
    expect(said(news)).toBe(expected)
  })

  test('names the corporation, where there is one, and leads to the console', () => {
    const { subject, text } = staffNews(facts, nothing, 'https://staff.example.jp')
    expect(subject).toBe('【連絡】新規お申し込み 7F3K-9QXM')
    expect(text).toContain('\n\n法人名　　：社会福祉法人あおぞら\nお手続き')
    expect(text).toMatch(
      /件\n料金.*\n\n内容は.*\nhttps:\/\/staff\.example\.jp\/applications\/7F3K-9QXM\n$/,
    )
    const nameless = staffNews({ ...facts, companyName: '' }, nothing, 'https://staff.example.jp')
    expect(nameless.text).toContain('連絡がありました。\n\nお手続き')
  })
})
