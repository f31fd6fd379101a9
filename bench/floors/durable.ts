/** The floor of a call's time: a bare server of the same framework that appends each body to a file and answers once it is on disk. Bodies that come together share an fsync. */
import { open } from 'node:fs/promises'
import Fastify from 'fastify'

const file = await open(process.env.FLOOR_FILE ?? '', 'a')
let waiting: { bytes: Buffer; done: () => void }[] = []
let isSyncing = false

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

const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
)
app.post<{ Body: Buffer }>('/*', async ({ body }) => {
  await new Promise<void>((done) => {
    waiting.push({ bytes: body, done })
    if (!isSyncing) void sync()
  })
  return { username: 'tmp-floor' }
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address.replace('127.0.0.1', 'localhost')}\n`)
