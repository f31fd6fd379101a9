/** Reads a small ZIP archive whole: bounded in files and bytes whatever its headers claim, every checksum compared, which fflate's reader does not (decision 150). */

import { crc32, inflateRawSync } from 'node:zlib'
import { OperatorError } from '../errors.ts'

export type ZipEntry = { name: string; bytes: Buffer }

/** The largest published table has 14 MB; all 29 together 110 MB. */
export const ZIP_LIMITS = { entries: 64, bytes: 256 * 2 ** 20 } as const

const DAMAGED = 'ZIPファイルが壊れているか、途中で切れています。もう一度ダウンロードしてください。'
const TOO_LARGE = 'ZIPファイルの中身が大きすぎます。公表されているファイルかご確認ください。'
const UNSUPPORTED =
  'ZIPファイルに暗号化や特殊な圧縮が使われているため、読めません。公表されているファイルかご確認ください。'

const END = { signature: 0x06054b50, size: 22, maxComment: 0xffff }
const CENTRAL = { signature: 0x02014b50, size: 46 }
const LOCAL = { signature: 0x04034b50, size: 30 }
const STORED = 0
const DEFLATED = 8

/** The files whose names end with `extension`, one after another, so that only one is in memory. Throws OperatorError. */
export function* readZip(
  archive: Buffer,
  extension: string,
  limits: { entries: number; bytes: number } = ZIP_LIMITS,
): Generator<ZipEntry> {
  let remaining = limits.bytes
  for (const header of centralDirectory(archive, limits.entries)) {
    if (!header.name.toLowerCase().endsWith(extension)) continue
    if (header.size > remaining) throw new OperatorError('import', TOO_LARGE)
    remaining -= header.size
    yield { name: header.name, bytes: contentOf(archive, header) }
  }
}

type Header = {
  name: string
  method: number
  crc: number
  packed: number
  size: number
  localAt: number
}

function centralDirectory(archive: Buffer, maxEntries: number): Header[] {
  const end = endOf(archive)
  const count = archive.readUInt16LE(end + 10)
  if (count > maxEntries) throw new OperatorError('import', TOO_LARGE)
  const headers: Header[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    const { header, next } = headerAt(archive, at)
    headers.push(header)
    at = next
  }
  return headers
}

/** Where the record stands that ends every archive, before a comment that may follow. */
function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END.size - END.maxComment)
  for (let at = archive.length - END.size; at >= first; at--)
    if (archive.readUInt32LE(at) === END.signature) return at
  throw new OperatorError('import', DAMAGED)
}

function headerAt(archive: Buffer, at: number): { header: Header; next: number } {
  const nameAt = at + CENTRAL.size
  if (nameAt > archive.length || archive.readUInt32LE(at) !== CENTRAL.signature)
    throw new OperatorError('import', DAMAGED)
  const nameLength = archive.readUInt16LE(at + 28)
  const next = nameAt + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  if (next > archive.length) throw new OperatorError('import', DAMAGED)
  const method = archive.readUInt16LE(at + 10)
  const isEncrypted = (archive.readUInt16LE(at + 8) & 1) !== 0
  if (isEncrypted || (method !== STORED && method !== DEFLATED))
    throw new OperatorError('import', UNSUPPORTED)
  const header = {
    name: archive.toString('utf8', nameAt, nameAt + nameLength),
    method,
    crc: archive.readUInt32LE(at + 16),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    localAt: archive.readUInt32LE(at + 42),
  }
  return { header, next }
}

function contentOf(archive: Buffer, { method, crc, packed, size, localAt }: Header): Buffer {
  if (localAt + LOCAL.size > archive.length || archive.readUInt32LE(localAt) !== LOCAL.signature)
    throw new OperatorError('import', DAMAGED)
  const from =
    localAt + LOCAL.size + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28)
  if (from + packed > archive.length) throw new OperatorError('import', DAMAGED)
  const data = archive.subarray(from, from + packed)
  const bytes = method === STORED ? data : inflate(data, size)
  if (bytes.length !== size || crc32(bytes) !== crc) throw new OperatorError('import', DAMAGED)
  return bytes
}

/** Never more than the header promised: what claims to be small and is not ends here. */
function inflate(data: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    throw new OperatorError('import', DAMAGED, { cause: error })
  }
}
