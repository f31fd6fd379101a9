import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { OperatorError } from '../errors.ts'
import { zipOf } from '../testing/published-files.ts'
import { readZip } from './zip.ts'

const read = (archive: Buffer, limits?: { entries: number; bytes: number }) =>
  [...readZip(archive, '.csv', limits)].map(({ name, bytes }) => [name, bytes.toString()])

test('the files with the wanted extension are read', () => {
  expect(read(zipOf('a.csv', '名前'))).toEqual([['a.csv', '名前']])
  expect(read(zipOf('a.txt', 'x'))).toEqual([])
})

test('a comment may follow the archive', () => {
  expect(read(Buffer.concat([zipOf('a.csv', 'x'), Buffer.from('comment')]))).toHaveLength(1)
})

test('an archive cut anywhere, or changed anywhere in its file, is refused and never a crash', () => {
  const archive = zipOf('a.csv', 'some text that is long enough to be deflated, deflated')
  for (let length = 0; length < archive.length; length++)
    expect(() => read(archive.subarray(0, length))).toThrow(OperatorError)
  const contentAt = 30 + 'a.csv'.length
  for (let at = contentAt; at < contentAt + 20; at++) {
    const changed = Buffer.from(archive)
    changed.writeUInt8((archive.readUInt8(at) ^ 0x55) & 0xff, at)
    expect(() => read(changed)).toThrow(OperatorError)
  }
})

test('a bomb is refused by what it claims, and by what it holds', () => {
  const zeros = Buffer.alloc(4 * 2 ** 20)
  const limits = { entries: 4, bytes: 2 ** 20 }
  expect(() => read(zipOf('a.csv', zeros), limits)).toThrow('大きすぎます')
  expect(() => read(zipOf('a.csv', zeros, { size: 1000 }), limits)).toThrow('壊れている')
  expect(() => read(zipOf('a.csv', 'x'), { entries: 0, bytes: 10 })).toThrow('大きすぎます')
})

test('encryption and other compressions are refused', () => {
  expect(() => read(zipOf('a.csv', 'x', { flags: 1 }))).toThrow('暗号化')
  expect(() => read(zipOf('a.csv', 'x', { method: 12 }))).toThrow('特殊な圧縮')
})

test('a wrong checksum is refused, which fflate does not compare', () => {
  const damaged = zipOf('a.csv', 'x', { crc: 1 })
  expect(() => read(damaged)).toThrow('壊れている')
  expect(Buffer.from(unzipSync(damaged)['a.csv'] ?? []).toString()).toBe('x')
})
