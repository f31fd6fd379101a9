/**
 * The floor of a call's time: a bare server of the same framework that appends each body to a file and answers once it is
 * on disk. Bodies that come together share an fsync. It takes as much of the processor for a call as it is told, so that
 * whatever else the machine does keeps it waiting as long as the product.
 */
import { open } from 'node:fs/promises'
import Fastify from 'fastify'

const file = await open(process.env.FLOOR_FILE ?? '', 'a')
let waiting: { bytes: Buffer; done: () => void }[] = []
let isSyncing = false
/** Milliseconds a call. */
const PROCESSOR_MS = Number(process.env.FLOOR_PROCESSOR_MS)
let calls = 0

async function sync(): Promise<void> {
  isSyncing = true
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    await file.write(Buffer.concat(batch.map(({ bytes }) => bytes)))
    await file.sync()
    for (const { done } of batch) done()
  }
  isSyncing = false
}

function takeProcessor(): void {
  calls += 1
  const taken = () => {
    const { user, system } = process.threadCpuUsage(beforeCalls)
    return (user + system) / 1000
  }
  while (taken() < calls * PROCESSOR_MS) {}
}

const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
)
app.post<{ Body: Buffer }>('/*', async ({ body }) => {
  takeProcessor()
  await new Promise<void>((done) => {
    waiting.push({ bytes: body, done })
    if (!isSyncing) void sync()
  })
  return { username: 'tmp-floor' }
})
const beforeCalls = process.threadCpuUsage()
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address.replace('127.0.0.1', 'localhost')}\n`)
