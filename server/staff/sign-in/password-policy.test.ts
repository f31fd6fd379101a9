import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

test.each([
  ['short-secret', '12文字以上', 'short-secre'],
  ['a list of common ones', 'よく使われる', '1qaz2wsx3edc'],
  ['a common word with digits', 'よく使われる', 'password12345!'],
  ['a common word with few digits', 'よく使われる', `dragon${'1'.repeat(8)}`],
  ['a common word between digits and signs', 'よく使われる', '!!12baseball34!!'],
  ['a common word twice', 'よく使われる', 'football'.repeat(2)],
  ['a common one with digits within, twice', 'よく使われる', 'zaq12wsx'.repeat(2)],
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
  // As long as one may be, and of as few different characters.
  'かきくけこさしす'.repeat(32),
  'かきくけこ'.repeat(3),
  // A common word in other company, and one that is only twice there in part.
  'football of mine',
  'footballfoot-',
  'foot-ball-4711',
])('%s is taken', async (password) => {
  expect(await passwordProblem(password, 'hanako')).toBeNull()
})

test('a name of one letter forbids none, and one of two does', async () => {
  expect(await passwordProblem('correct horse battery', 'c')).toBeNull()
  expect(await passwordProblem('correct horse battery', 'Ho')).toContain('利用者名')
})
