/** Memoisation: of a function of texts, within a bound, and of one asynchronous call. */

const MAX_TEXTS = 20_000

/**
 * The function with its answers kept by text: a plan asks the same of each cell many times. What it returns must not be
 * changed by the caller.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= MAX_TEXTS) known.clear()
    const answer = read(text)
    known.set(text, answer)
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
