/** What outlives a reload but not the tab: session storage, or the page's memory where that is refused. */

const PREFIX = 'moushikomi:'
const memory = new Map<string, string>()

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.set(key, text)
  try {
    sessionStorage.setItem(PREFIX + key, text)
  } catch {
    // Full, forbidden or absent: the memory holds it while the page lives.
  }
}

/** What was kept under the key; undefined where there is nothing. The caller checks its shape. */
export function recall(key: string): unknown {
  const text = memory.get(key) ?? stored(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function forget(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was stored either.
  }
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}
