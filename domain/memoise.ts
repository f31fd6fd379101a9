/** Memoisation: of a function of texts, within a bound, and of one asynchronous call. */

const MAX_TEXTS = 20_000

/**
 * The function with its answers kept by text: a plan asks the same of each cell many times. What it returns must not be
 * changed by the caller.
 */
export function memoised<T>(read: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>()
  return (text) => {
    const cached = answers.get(text)
    if (cached !== undefined) return cached
    if (answers.size >= MAX_TEXTS) answers.clear()
    const answer = read(text)
    answers.set(text, answer)
    return answer
  }
}

/** Later calls share what the first came to, a rejection too. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
