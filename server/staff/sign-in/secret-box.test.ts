import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/databases.ts'
import { createSecretBox } from './secret-box.ts'

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
