/** Standard output as a stream that is never outrun and never cut: a slow reader slows the query down. */
import { once } from 'node:events'

export type Output = {
  /** Resolves when more may be written. */
  write(text: string): Promise<void>
}

/** The reader has gone (`| head`): there is nobody left to write for. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

let gone = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  gone = true
})

export const stdout: Output = {
  async write(text) {
    if (gone) throw new ReaderGone()
    if (!process.stdout.write(text)) await Promise.race([once(process.stdout, 'drain'), closed()])
  },
}

function closed(): Promise<unknown> {
  return new Promise((resolve) => process.stdout.once('close', resolve))
}
