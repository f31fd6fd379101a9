/** Session storage with a fallback to memory where the browser refuses it; values are JSON. */

const PREFIX = 'moushikomi:'
const memory = new Map<string, string>()

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.set(key, text)
  try {
    sessionStorage.setItem(PREFIX + key, text)
  } catch {
    // Quota exceeded, forbidden or absent: memory keeps it until the page is unloaded.
  }
}

/** The stored value; undefined if there is none. The caller validates its shape. */
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
