/**
 * The disk under a database, as a process of its own: a FUSE file system with one file, which a loop device stands on.
 * So every write and every flush passes here, and the disk knows at each moment what a power cut would leave.
 */
import { spawnSync } from 'node:child_process'
import { constants, openSync, read, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** all: whatever was written arrived. flushed: nothing since the last flush. some: each 4 KB block since then, or not, by chance. */
export type CutMode = 'all' | 'flushed' | 'some'

export type DiskRequest = { id: number } & (
  | { do: 'cut'; mode: CutMode; target: string }
  /** When the nth flush from now on arrives, before it is carried out. */
  | { do: 'cutAtFlush'; nth: number; mode: CutMode; target: string }
  /** From now on writes to these blocks succeed, and all others fail; null: all succeed. */
  | { do: 'fail'; except: number[] | null }
)
/** `at` is the moment of the cut, in milliseconds of the monotonic clock. */
export type DiskReply = { id: number; at: number }

const BLOCK = 4096
const ROOT = 1n
const [EIO, ENOSYS] = [5, 38]
const BIG_WRITES = 1 << 5
const [imagePath = '', folder = ''] = process.argv.slice(2)

const image = readFileSync(imagePath)
/** What stood in the blocks that were written since the last flush. */
let unflushed = new Map<number, Buffer>()
let waiting: Extract<DiskRequest, { do: 'cutAtFlush' }>[] = []
let failsExcept: ReadonlySet<number> | null = null

const fuse = openSync('/dev/fuse', constants.O_RDWR)
mount()
process.on('message', (request: DiskRequest) => answer(request))
process.once('disconnect', () => process.exit())
const serving = serve()
reply(0)
await serving

/** mount(8) hands our descriptor to the kernel; -i keeps it from asking for helpers. */
function mount(): void {
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other'
  const { status } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'power-cuts', folder], {
    stdio: ['ignore', 'inherit', 'inherit', fuse],
  })
  if (status !== 0) throw new Error('this machine mounts no FUSE file system')
}

function answer(request: DiskRequest): void {
  if (request.do === 'cutAtFlush') return void waiting.push(request)
  if (request.do === 'cut') return void cut(request)
  failsExcept = request.except && new Set(request.except)
  reply(request.id)
}

function reply(id: number, at = monotonic()): void {
  process.send?.({ id, at } satisfies DiskReply)
}

function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

function cut({ id, mode, target }: Extract<DiskRequest, { target: string }>): void {
  const at = monotonic()
  const copy = Buffer.from(image)
  for (const [block, before] of unflushed)
    if (mode === 'flushed' || (mode === 'some' && Math.random() < 0.5))
      before.copy(copy, block * BLOCK)
  writeFileSync(target, copy)
  reply(id, at)
}

function flush(): void {
  for (const request of waiting) request.nth -= 1
  for (const request of waiting.filter(({ nth }) => nth <= 0)) cut(request)
  waiting = waiting.filter(({ nth }) => nth > 0)
  unflushed = new Map()
}

/** False where the disk fails. */
function write(offset: number, data: Buffer): boolean {
  const [first, last] = [Math.floor(offset / BLOCK), Math.floor((offset + data.length - 1) / BLOCK)]
  for (let block = first; block <= last; block++)
    if (failsExcept && !failsExcept.has(block)) return false
  for (let block = first; block <= last; block++)
    if (!unflushed.has(block))
      unflushed.set(block, Buffer.from(image.subarray(block * BLOCK, (block + 1) * BLOCK)))
  data.copy(image, offset)
  return true
}

/** The kernel's requests, one after another (linux/fuse.h, protocol 7.31). */
async function serve(): Promise<void> {
  const receive = promisify(read)
  const buffer = Buffer.alloc(1 << 20)
  for (;;) {
    // It is unmounted.
    const received = await receive(fuse, buffer, 0, buffer.length, null).catch(() => process.exit())
    const { bytesRead } = received
    const opcode = buffer.readUInt32LE(4)
    const body = handle(opcode, buffer.subarray(40, bytesRead), buffer.readBigUInt64LE(16))
    if (body === undefined) continue
    const error = typeof body === 'number' ? body : 0
    const payload = typeof body === 'number' ? Buffer.alloc(0) : body
    const header = Buffer.alloc(16)
    header.writeUInt32LE(16 + payload.length, 0)
    header.writeInt32LE(-error, 4)
    header.writeBigUInt64LE(buffer.readBigUInt64LE(8), 8)
    writeSync(fuse, Buffer.concat([header, payload]))
  }
}

/** A reply's body, the number of an error, or undefined where none is expected. */
function handle(opcode: number, input: Buffer, node: bigint): Buffer | number | undefined {
  switch (opcode) {
    case 1: // LOOKUP
      return entry()
    case 2: // FORGET
    case 36: // INTERRUPT
    case 42: // BATCH_FORGET
      return undefined
    case 3: // GETATTR
    case 4: // SETATTR
      return Buffer.concat([Buffer.alloc(16), attributes(node === ROOT)])
    case 14: // OPEN
    case 27: // OPENDIR
      return Buffer.alloc(16)
    case 15: {
      // READ
      const offset = Number(input.readBigUInt64LE(8))
      return image.subarray(offset, offset + input.readUInt32LE(16))
    }
    case 16: {
      // WRITE
      const size = input.readUInt32LE(16)
      if (!write(Number(input.readBigUInt64LE(8)), input.subarray(40, 40 + size))) return EIO
      const output = Buffer.alloc(8)
      output.writeUInt32LE(size, 0)
      return output
    }
    case 20: // FSYNC
      flush()
      return Buffer.alloc(0)
    case 18: // RELEASE
    case 25: // FLUSH
    case 29: // RELEASEDIR
    case 38: // DESTROY
      return Buffer.alloc(0)
    case 26:
      return initialised()
    default:
      return ENOSYS
  }
}

function initialised(): Buffer {
  const output = Buffer.alloc(64)
  output.writeUInt32LE(7, 0)
  output.writeUInt32LE(31, 4)
  output.writeUInt32LE(1 << 17, 8)
  output.writeUInt32LE(BIG_WRITES, 12)
  output.writeUInt32LE(1 << 17, 20)
  output.writeUInt32LE(1, 24)
  return output
}

function entry(): Buffer {
  const output = Buffer.alloc(40)
  output.writeBigUInt64LE(2n, 0)
  return Buffer.concat([output, attributes(false)])
}

function attributes(isFolder: boolean): Buffer {
  const output = Buffer.alloc(88)
  output.writeBigUInt64LE(isFolder ? ROOT : 2n, 0)
  output.writeBigUInt64LE(BigInt(isFolder ? 0 : image.length), 8)
  output.writeUInt32LE(isFolder ? 0o40755 : 0o100600, 60)
  output.writeUInt32LE(1, 64)
  output.writeUInt32LE(BLOCK, 80)
  return output
}
