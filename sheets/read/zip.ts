import { MAX_COLUMNS, MAX_LINES as READ_LINES } from '../sheet.ts'

/** Takes single files out of a ZIP archive, with the browser's own inflate where it has one, and a limit to what it may become. */

/** Bytes that the files of one archive may have unpacked; a thousand rows take a hundredth of it. */
export const UNPACKED_LIMIT = 30 * 1024 * 1024

export class ZipError extends Error {}

type Entry = { method: number; start: number; size: number; unpacked: number }

/** A reader of the archive's files by name; it throws a ZipError where the archive is broken or too large. */
export function openZip(
  bytes: Uint8Array<ArrayBuffer>,
): (name: string) => Promise<Uint8Array | null> {
  const entries = entriesOf(bytes)
  let left = UNPACKED_LIMIT
  return async (name) => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) return null
    // What the directory says is believed only where it is too much: the stream is counted.
    if (entry.unpacked > left) throw new ZipError('too large')
    const packed = bytes.subarray(entry.start, entry.start + entry.size)
    if (entry.method === STORED) return packed
    if (entry.method !== DEFLATED) throw new ZipError(`method ${entry.method}`)
    const unpacked = await inflate(packed, left)
    left -= unpacked.length
    return unpacked
  }
}

/** Throws a ZipError where the files of an archive are more, unpacked, than is read: for readers that do not count. */
export async function requireSmall(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const read = openZip(bytes)
  for (const name of entriesOf(bytes).keys()) await read(name)
}

const STORED = 0
const DEFLATED = 8
const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_SIZE = 22
const LONGEST_COMMENT = 0xffff
const MAX_FILES = 5000

/** The central directory, which stands at the end, by name in small letters: programs differ in case and slashes. */
function entriesOf(bytes: Uint8Array<ArrayBuffer>): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = bytes.length - END_SIZE
  let end = last
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) {
    if (last - end > LONGEST_COMMENT) throw new ZipError('no directory')
    end -= 1
  }
  if (end < 0) throw new ZipError('no directory')
  const count = view.getUint16(end + 10, true)
  if (count > MAX_FILES) throw new ZipError('too many files')
  const entries = new Map<string, Entry>()
  const names = new Set<string>()
  const places = new Set<number>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw new ZipError('broken directory')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    if (local + 30 > bytes.length) throw new ZipError('broken directory')
    // One packed file under many names would unpack without end.
    if (names.has(name) || places.has(local)) throw new ZipError('same file twice')
    names.add(name)
    places.add(local)
    const key = name.replaceAll('\\', '/').toLowerCase()
    if (!entries.has(key))
      entries.set(key, {
        method: view.getUint16(at + 10, true),
        size: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Bytes that deflated data become, up to where they are broken or end; throws a ZipError where they are more than `limit`. */
export async function inflatedSize(
  packed: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<number> {
  let size = 0
  const take = (chunk: Uint8Array) => {
    size += chunk.length
    if (size > limit) throw new ZipError('too large')
  }
  await eachInflated(packed, take).catch((error) => {
    if (size > limit) throw error
  })
  return size
}

async function inflate(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  await eachInflated(packed, (chunk) => {
    size += chunk.length
    if (size > limit) throw new ZipError('too large')
    chunks.push(chunk)
  })
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function eachInflated(
  packed: Uint8Array<ArrayBuffer>,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  try {
    if ('DecompressionStream' in globalThis) await inflateByBrowser(packed, take)
    else (await import('./inflate.ts')).inflate(packed, take)
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken data')
  }
}

/** `take` may throw, which ends it. */
async function inflateByBrowser(
  packed: Uint8Array<ArrayBuffer>,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      take(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw error
  }
}

/* The most of a sheet that is handed over: one line more than is read, which shows that the sheet goes on. */

export const MAX_LINES = READ_LINES + 1
export { MAX_COLUMNS }
