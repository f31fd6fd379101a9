/** Saves bytes that the page has as a file of the person's, by a download link that nobody sees. */
import { MINUTE_MS } from '#domain/tokyo-time.ts'

/** Some browsers begin to read only after the click has returned. */
const READ_MS = MINUTE_MS

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
