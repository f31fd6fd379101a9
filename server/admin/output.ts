/** Standard output as a stream that is never outrun and never cut: a slow reader slows the query down. */

export type Output = {
  /** Resolves when the text is out. */
  write(text: string): Promise<void>
}

/** The reader has gone (`| head`): there is nobody left to write for. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

// Every failure reaches the callback of its write as well.
process.stdout.on('error', () => {})

export const stdout: Output = {
  write: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        if (!error) resolve()
        else reject('code' in error && error.code === 'EPIPE' ? new ReaderGone() : error)
      })
    }),
}
