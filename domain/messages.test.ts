import { expect, test } from 'vitest'
import { completionOf } from './completions.ts'
import { API_ERRORS, FAILURE, messages } from './messages.ts'
import { DEFAULT_WORDS } from './operator-words.ts'

test('completions', () => {
  const registered = {
    title: '登録が完了しました',
    message:
      '登録が完了しました。2022年4月1日以降も引き続きご利用いただくには、アカウントの移行が必要です。アカウント発行のメールは、3月中旬頃にご登録のメールアドレスへお送りします。',
  }
  expect(completionOf('entry', DEFAULT_WORDS)).toEqual(registered)
  expect(completionOf('migration', DEFAULT_WORDS)).toEqual(registered)
  expect(completionOf('trial', DEFAULT_WORDS)).toEqual({
    title: 'お申し込みを受け付けました',
    message:
      '数日以内に、マニュアルとお客様番号をお送りします。その後、オーナーアカウントのメールをお送りします。',
  })
  expect(completionOf('suspension', DEFAULT_WORDS)).toEqual({
    title: '利用停止手続きを受け付けました',
    message:
      '利用停止手続きのお申し込みを受け付けました。担当者が内容を確認し、ご登録の連絡先へご連絡します。ご連絡を差し上げるまで、現在のご契約はそのまま継続します。',
  })
})

test('a completion names the day of the terms that the operator has set', () => {
  const words = { ...DEFAULT_WORDS, termsChangeOn: '2027年4月1日' }
  expect(completionOf('entry', words).message).toContain('。2027年4月1日以降も')
  const own = { ...words, completions: { entry: '承りました。' } }
  expect(completionOf('entry', own).message).toBe('承りました。')
})

test('failures', () => {
  expect(FAILURE).toEqual({
    title: 'エラーが発生しました',
    message: 'エラーが発生しました。時間をおいて再度操作してください。',
  })
  expect(messages.generic).toBe(FAILURE.message)
  expect(API_ERRORS.internal).toBe(FAILURE.message)
  expect(messages.addressNotFound).toBe('住所を取得できません。')
})

test.each(Object.entries(API_ERRORS))('%s is said in Japanese sentences', (_, message) => {
  expect(message).toMatch(/[ぁ-ん].*。$/)
  expect(message).not.toMatch(/\n|undefined/)
})
