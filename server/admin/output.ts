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

/** One JSON array, a line an entry, written page by page; a page is never empty. */
export async function writeJsonList<T>(
  out: Output,
  pages: AsyncIterable<readonly T[]>,
  asJson: (entry: T) => unknown,
): Promise<void> {
  let separator = '[\n'
  for await (const page of pages) {
    await out.write(separator + page.map((entry) => JSON.stringify(asJson(entry))).join(',\n'))
    separator = ',\n'
  }
  await out.write(separator === '[\n' ? '[]\n' : '\n]\n')
}
