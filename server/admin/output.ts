/** Standard output with back-pressure: a slow reader slows the query down, and nothing is cut at the end. */

export type Output = {
  /** Resolves when it is written. */
  write(text: string | Uint8Array): Promise<void>
}

/** Standard output was closed by its reader (EPIPE, e.g. `| head`): the command ends quietly. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

// Without a listener an EPIPE would crash the process; the callback of the write reports it as well.
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
