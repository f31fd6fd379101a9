import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { zipOf } from '../corpus/zip-archive.ts'
import { openZip, UNPACKED_LIMIT, ZipError } from './zip.ts'

const bytesOf = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)
const archive = () => bytesOf(zipOf({ 'a.txt': 'あ', 'dir/b.txt': 'b'.repeat(100_000) }))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer)
/** Where the directory begins, and where its end record does. */
const placesOf = (bytes: Uint8Array) => {
  const end = bytes.length - 22
  return { end, directory: viewOf(bytes).getUint32(end + 16, true) }
}

describe('files of an archive', () => {
  test('are read by name, in any order and again', async () => {
    const read = openZip(archive())
    expect(textOf(await read('dir/b.txt'))).toBe('b'.repeat(100_000))
    expect(textOf(await read('a.txt'))).toBe('あ')
    expect(textOf(await read('a.txt'))).toBe('あ')
    expect(await read('c.txt')).toBeNull()
  })

  test('are found whatever their case and slashes', async () => {
    const bytes = bytesOf(zipOf({ 'XL\\SharedStrings.xml': 'あ' }))
    expect(textOf(await openZip(bytes)('xl/sharedStrings.xml'))).toBe('あ')
  })

  test('one packed file under several names, or one name twice, is refused', () => {
    const twice = bytesOf(zipOf({ 'a.txt': 'あ', 'b.txt': 'い' }))
    const { directory } = placesOf(twice)
    const second = directory + 46 + 'a.txt'.length
    viewOf(twice).setUint32(second + 42, 0, true)
    expect(() => openZip(twice)).toThrow(ZipError)
    const named = bytesOf(zipOf({ 'a.txt': 'あ', 'b.txt': 'い' }))
    named.set(new TextEncoder().encode('a.txt'), placesOf(named).directory + 46 + 5 + 46)
    expect(() => openZip(named)).toThrow(ZipError)
  })

  test('are found behind a comment, and where fields are longer than they need be', async () => {
    const bytes = archive()
    expect(textOf(await openZip(bytesOf(bytes, Buffer.alloc(0xffff)))('a.txt'))).toBe('あ')
    expect(() => openZip(bytesOf(bytes, Buffer.alloc(0x1_0001)))).toThrow('no directory')
    // The first file's name becomes a shorter name and an extra field, then a comment.
    const { directory } = placesOf(bytes)
    const view = viewOf(bytes)
    view.setUint16(directory + 28, 2, true)
    view.setUint16(directory + 30, 3, true)
    expect(textOf(await openZip(bytes)('a.'))).toBe('あ')
    view.setUint16(directory + 30, 0, true)
    view.setUint16(directory + 32, 3, true)
    expect(textOf(await openZip(bytes)('dir/b.txt'))).toHaveLength(100_000)
    view.setUint16(26, 2, true)
    view.setUint16(28, 3, true)
    expect(textOf(await openZip(bytes)('a.'))).toBe('あ')
  })

  test('may be none at all', async () => {
    expect(await openZip(bytesOf(zipOf({})))('a.txt')).toBeNull()
  })

  test('may be stored as they are; other methods are refused', async () => {
    const bytes = archive()
    const { directory } = placesOf(bytes)
    viewOf(bytes).setUint16(directory + 10, 0, true)
    expect(Buffer.from((await openZip(bytes)('a.txt')) ?? [])).toEqual(deflateRawSync('あ'))
    viewOf(bytes).setUint16(directory + 10, 9, true)
    await expect(openZip(bytes)('a.txt')).rejects.toThrow(new ZipError('method 9'))
  })

  test('together may unpack so much', async () => {
    const half = new Uint8Array(UNPACKED_LIMIT / 2)
    const read = openZip(bytesOf(zipOf({ a: half, b: half, c: 'c' })))
    expect((await read('a'))?.length).toBe(UNPACKED_LIMIT / 2)
    expect((await read('b'))?.length).toBe(UNPACKED_LIMIT / 2)
    await expect(read('c')).rejects.toThrow(new ZipError('too large'))
  })
})

test.each([
  ['by the browser', true],
  ['by the library', false],
])('what a directory says to be small is counted as it is unpacked, %s', async (_, hasOwn) => {
  if (!hasOwn) {
    vi.stubGlobal('DecompressionStream', undefined)
    Reflect.deleteProperty(globalThis, 'DecompressionStream')
    onTestFinished(() => void vi.unstubAllGlobals())
  }
  const bytes = bytesOf(zipOf({ a: new Uint8Array(UNPACKED_LIMIT + 1) }))
  viewOf(bytes).setUint32(placesOf(bytes).directory + 24, 1, true)
  await expect(openZip(bytes)('a')).rejects.toThrow(new ZipError('too large'))
})

describe('in a browser without DecompressionStream', () => {
  beforeEach(() => {
    vi.stubGlobal('DecompressionStream', undefined)
    Reflect.deleteProperty(globalThis, 'DecompressionStream')
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('files are unpacked all the same', async () => {
    const long = 'あいう'.repeat(100_000)
    const read = openZip(bytesOf(zipOf({ 'a.txt': long, 'b.txt': '' })))
    expect(textOf(await read('a.txt'))).toBe(long)
    expect(textOf(await read('b.txt'))).toBe('')
  })

  test('only so much is', async () => {
    const read = openZip(bytesOf(zipOf({ a: new Uint8Array(UNPACKED_LIMIT), b: 'b' })))
    expect((await read('a'))?.length).toBe(UNPACKED_LIMIT)
    await expect(read('b')).rejects.toThrow(new ZipError('too large'))
  })

  test('broken data are told', async () => {
    const bytes = archive()
    bytes.fill(0xff, 30, placesOf(bytes).directory)
    const { directory } = placesOf(bytes)
    viewOf(bytes).setUint32(directory + 20, 20, true)
    await expect(openZip(bytes)('a.txt')).rejects.toThrow(new ZipError('broken data'))
  })
})

describe('an archive is broken', () => {
  test.each([
    ['without bytes', new Uint8Array()],
    ['without a directory', new Uint8Array(100)],
    ['too short', archive().slice(-21)],
  ])('%s', (_, bytes) => {
    expect(() => openZip(bytes)).toThrow(new ZipError('no directory'))
  })

  test('where its directory stands elsewhere, or names what is outside', () => {
    const changed = (change: (view: DataView, places: ReturnType<typeof placesOf>) => void) => {
      const bytes = archive()
      change(viewOf(bytes), placesOf(bytes))
      return () => openZip(bytes)
    }
    const broken = new ZipError('broken directory')
    expect(changed((view, { end }) => view.setUint32(end + 16, 7, true))).toThrow(broken)
    expect(changed((view, { end }) => view.setUint32(end + 16, end, true))).toThrow(broken)
    expect(changed((view, { end }) => view.setUint32(end + 16, end + 22, true))).toThrow(broken)
    expect(changed((view, { directory }) => view.setUint32(directory, 0, true))).toThrow(broken)
    expect(changed((view, { end }) => view.setUint16(end + 10, 3, true))).toThrow(broken)
    expect(
      changed((view, { directory, end }) => view.setUint32(directory + 42, end - 7, true)),
    ).toThrow(broken)
    expect(
      changed((view, { directory, end }) => view.setUint32(directory + 42, end - 8, true)),
    ).not.toThrow()
    expect(changed((view, { end }) => view.setUint16(end + 10, 5001, true))).toThrow(
      'too many files',
    )
    expect(changed((view, { end }) => view.setUint16(end + 10, 5000, true))).toThrow(broken)
  })

  test('where its data is', async () => {
    const bytes = archive()
    bytes.fill(0xff, 30 + 'a.txt'.length, 36 + 'a.txt'.length)
    await expect(openZip(bytes)('a.txt')).rejects.toThrow(new ZipError('broken data'))
  })
})
