import { expect, test } from 'vitest'
import { passwordProblem } from './password-policy.ts'

test.each([
  ['short-secret', '12文字以上', 'short-secre'],
  ['a list of common ones', 'よく使われる', '1qaz2wsx3edc'],
  ['a common word with digits', 'よく使われる', 'password12345!'],
  ['one twice', 'よく使われる', 'dragonball7'.repeat(2).slice(0, 6) + '1'.repeat(8)],
  ['few characters', 'よく使われる', 'ababababababab'],
  ['the account’s name', '利用者名やサービス名', 'xx-Hanako-2026-xx'],
  ['the service’s name', '利用者名やサービス名', 'Moushikomi-2026!'],
  ['too long', '256文字以内', 'あいうえおか'.repeat(43)],
])('%s is refused', async (_, reason, password) => {
  expect(await passwordProblem(password, 'hanako')).toContain(reason)
})

test.each([
  '正しい馬の電池の留め金だ',
  'correct horse battery',
  'かきくけこ 12 さしすせそ',
  `${'𠮷'.repeat(3)}野家の牛丼並盛り一つ`,
])('%s is taken', async (password) => {
  expect(await passwordProblem(password, 'hanako')).toBeNull()
})
