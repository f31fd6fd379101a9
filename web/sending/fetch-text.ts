/** fetch() with a deadline, in every browser that is promised. */

/**
 * The answer and its text, body included in the deadline. Throws a DOMException named TimeoutError where it passes: Safari 15.4 has no
 * AbortSignal.timeout(), and of Chrome the versions before 124 name the error of every deadline AbortError.
 */
export async function fetchText(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<{ response: Response; text: string }> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal: deadline.signal })
    return { response, text: await response.text() }
  } catch (error) {
    throw deadline.signal.aborted ? new DOMException('signal timed out', 'TimeoutError') : error
  } finally {
    clearTimeout(timer)
  }
}
