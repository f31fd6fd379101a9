import { expect, onTestFinished, test } from 'vitest'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import * as site from '../site.ts'
import { isResult, receiptOf } from './receipt.ts'

const AT = Date.UTC(2026, 10, 20, 6, 4)
const ROWS = [
  { no: 1, facilityName: 'ひまわり', facilityNumber: '1311111114', serviceKey: 'SYUKEI_B' },
  { no: 4, facilityName: 'つばめ', facilityNumber: '', serviceKey: 'IDO' },
]

test('a new contract: number, corporation, price, time, rows, and where the mail goes', () => {
  const applicant = { ...EMPTY_APPLICANT, companyName: 'あおば会', email: 'a@b.example' }
  const content = { applicant, search: '', rows: ROWS, priceText: '14,960' }
  const received = { flow: 'entry', content, customer: 'tmp-1', at: AT } as const
  const receipt = receiptOf({ ...received, reference: '7F3K-9QXM' })
  expect(receipt).toEqual({
    number: '7F3K-9QXM',
    facts: [
      ['受付番号', '7F3K-9QXM'],
      ['お手続き', '新規お申し込み'],
      ['受付日時', '2026年11月20日 15:04'],
      ['法人名', 'あおば会'],
      ['メールアドレス', 'a@b.example'],
      ['同意いただいた料金', '月額14,960円（税抜）'],
    ],
    facilities: [
      ['ひまわり', '1311111114', '就労継続支援B型'],
      ['つばめ', '', '移動支援'],
    ],
    mailTo: 'a@b.example',
  })
  expect(isResult({ title: 'a', message: 'b', receipt })).toBe(true)
  // A server that tells no receipt number has issued the customer at least.
  expect(receiptOf({ ...received, reference: null }).facts[0]).toEqual(['受付番号', 'tmp-1'])
})

test('a suspension names the customer number, and has neither price nor mail', () => {
  const content = { applicant: null, search: '', rows: [] }
  const received = { flow: 'suspension', content, customer: 'C-1', reference: null } as const
  const receipt = receiptOf({ ...received, at: AT })
  expect(isResult({ title: 'a', message: 'b', receipt })).toBe(true)
  expect(receipt).toEqual({
    number: null,
    facts: [
      ['お客様番号', 'C-1'],
      ['お手続き', '利用停止手続き'],
      ['受付日時', '2026年11月20日 15:04'],
    ],
    facilities: [],
    mailTo: null,
  })
})

test('the private address of the status page is shown where the server has told one', () => {
  const content = { applicant: null, search: '', rows: [] }
  const page = '/status#K7F4-9QXT.1.0123456789abcdef0123456789abcdef'
  const received = { flow: 'suspension', content, customer: 'C-1', reference: null } as const
  for (const origin of ['https://apply.example.jp', 'http://127.0.0.1:8080']) {
    const receipt = receiptOf({ ...received, statusLink: origin + page, at: AT })
    expect(receipt.statusLink).toBe(origin + page)
    expect(isResult({ title: 'a', message: 'b', receipt })).toBe(true)
  }
})

test('what happens next is said where the operator says it of this procedure', () => {
  const words: { next?: object } = site.words
  words.next = { suspension: '3営業日以内にお電話します。' }
  onTestFinished(() => void delete words.next)
  const content = { applicant: null, search: '', rows: [] }
  const received = { flow: 'suspension', content, customer: 'C-1', reference: null } as const
  const receipt = receiptOf({ ...received, at: AT })
  expect(receipt.next).toBe('3営業日以内にお電話します。')
  expect(isResult({ title: 'a', message: 'b', receipt })).toBe(true)
  expect(receiptOf({ ...received, flow: 'migration', at: AT })).not.toHaveProperty('next')
})

test('the trial says choices in words, what was left out not at all, and its price is none yet', () => {
  const applicant = { ...EMPTY_APPLICANT, chance: '9', nowsoft: '3' }
  const content = { applicant, search: '', rows: [], priceText: '10,980' }
  const received = { flow: 'trial', content, customer: 'tmp-1', reference: 'A', at: AT } as const
  expect(receiptOf(received).facts.slice(3)).toEqual([
    ['当ソフトを何でお知りになりましたか', 'Web検索'],
    ['現在の請求方法', '国保連の簡易入力システム'],
    ['無料体験の料金', '0円（ご契約になった場合の目安：月額10,980円（税抜））'],
  ])
  const blank = { ...content, applicant: EMPTY_APPLICANT }
  expect(receiptOf({ ...received, content: blank }).facts).toHaveLength(4)
})

test.each([
  { number: null, facts: [['a', 1]], facilities: [], mailTo: null },
  { number: null, facts: 'a', facilities: [], mailTo: null },
  {
    number: null,
    facts: [
      ['a', 'b'],
      ['a', 1],
    ],
    facilities: [],
    mailTo: null,
  },
  { number: null, facts: ['ab'], facilities: [], mailTo: null },
  { number: null, facts: [], facilities: [], mailTo: 1 },
  { number: 1, facts: [], facilities: [], mailTo: null },
  { number: null, facts: [], facilities: [], mailTo: null, statusLink: 1 },
  ...['javascript:alert(1)', 'javascript:alert(1)//https://a.example', 'https://a.example/ b'].map(
    (statusLink) => ({ number: null, facts: [], facilities: [], mailTo: null, statusLink }),
  ),
  { number: null, facts: [], facilities: [], mailTo: null, next: 1 },
  null,
])('a receipt of another shape is not shown: %j', (receipt) => {
  expect(isResult({ title: 'a', message: 'b', receipt })).toBe(false)
})

test.each([
  [{ title: 'a', message: 'b' }, true],
  [{ title: 'a', message: 'b', failed: { offer: 'support' } }, true],
  [{ title: 'a', message: 'b', failed: { offer: 'retry', message: 'c' } }, true],
  [{ title: 'a', message: 'b', failed: { offer: 'retry', message: {} } }, false],
  [{ title: 'a' }, false],
  [{ title: 1, message: 'b' }, false],
  [null, false],
  [undefined, false],
  ['title', false],
])('only a result is shown: %j is %s', (state, expected) => {
  expect(isResult(state)).toBe(expected)
})
