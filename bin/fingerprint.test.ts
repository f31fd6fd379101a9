import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.js'

let root: string
const of = () => fingerprint(root, ['web', 'lock.json'])
const write = (path: string, text: string) => writeFileSync(join(root, path), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fingerprint 空 '))
  mkdirSync(join(root, 'web/parts'), { recursive: true })
  write('web/parts/field.tsx', 'field')
  write('lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

test('follows the content of every file, however deep', () => {
  const before = of()
  write('web/parts/field.tsx', 'fielD')
  expect(of()).not.toBe(before)
  write('web/parts/field.tsx', 'field')
  expect(of()).toBe(before)
  write('lock.json', '{ }')
  expect(of()).not.toBe(before)
})

test('follows names and new files', () => {
  const before = of()
  renameSync(join(root, 'web/parts/field.tsx'), join(root, 'web/parts/input.tsx'))
  const renamed = of()
  expect(renamed).not.toBe(before)
  write('web/client.tsx', '')
  expect(of()).not.toBe(renamed)
})

test('does not follow times and tests', () => {
  const before = of()
  utimesSync(join(root, 'web/parts/field.tsx'), 0, 0)
  write('web/parts/field.test.tsx', 'test')
  expect(of()).toBe(before)
})
