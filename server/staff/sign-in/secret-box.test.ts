import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/databases.ts'
import { createSecretBox, requireKey } from './secret-box.ts'

const SECRET = Buffer.from('12345678901234567890')

test('what is sealed opens with the key of the file, in its own context, unchanged', () => {
  const file = join(temporaryFolder(), 'keys/staff-key')
  const sealed = createSecretBox(file).seal(SECRET, 'hanako')
  const box = createSecretBox(file)
  expect(box.open(sealed, 'hanako')).toEqual(SECRET)
  expect(sealed).not.toBe(box.seal(SECRET, 'hanako'))
  expect(() => box.open(sealed, 'taro')).toThrow()
  const flipped = Buffer.from(sealed, 'base64url')
  flipped[14] = (flipped[14] ?? 0) ^ 1
  expect(() => box.open(flipped.toString('base64url'), 'hanako')).toThrow()
  expect(() => createSecretBox(`${file}.other`).open(sealed, 'hanako')).toThrow()
})

test('the key is random and readable by this user alone; a broken file is refused', () => {
  const file = join(temporaryFolder(), 'staff-key')
  createSecretBox(file).seal(SECRET, '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  writeFileSync(file, 'short')
  expect(() => createSecretBox(file).seal(SECRET, '')).toThrow('holds no key')
})

test('a file that is there and cannot be read is named, not overwritten', () => {
  const file = join(temporaryFolder(), 'key')
  symlinkSync(join(temporaryFolder(), 'nowhere'), file)
  expect(() => createSecretBox(file).seal(SECRET, 'a')).toThrow(`${file} cannot be read`)
  expect(() => createSecretBox(temporaryFolder()).seal(SECRET, 'a')).toThrow('EISDIR')
})

test('a console does not start without the key of what is stored, and says what to do', () => {
  const file = join(temporaryFolder(), 'staff-key')
  const text = createSecretBox(file).seal(SECRET, 'hanako')
  const stored = [{ text, context: 'hanako' }]
  requireKey(file, stored)
  const missing = `${file}.missing`
  expect(() => requireKey(missing, stored)).toThrow(
    /^STAFF_KEY_FILE: ".+staff-key\.missing" is not there, .+ staff reset" for every account\.$/,
  )
  expect(() => requireKey(missing, stored)).toThrow(expect.objectContaining({ exitStatus: 2 }))
  // The first key is made when it is needed.
  requireKey(missing, [])
  const other = `${file}.other`
  createSecretBox(other).seal(SECRET, 'hanako')
  expect(() => requireKey(other, stored)).toThrow(/is not the key of the stored second factors/)
  // Some were reset since: they have the new key.
  const since = { text: createSecretBox(other).seal(SECRET, 'taro'), context: 'taro' }
  requireKey(other, [...stored, since])
  writeFileSync(other, 'short')
  expect(() => requireKey(other, [])).toThrow(/cannot be used: .+ holds no key of 32 bytes\.$/)
  expect(() => requireKey(temporaryFolder(), [])).toThrow(/cannot be used: EISDIR/)
  expect(() => requireKey(join(file, 'key'), [])).toThrow(/^STAFF_KEY_FILE: /)
})
