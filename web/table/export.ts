/** Hands text over to other programs: by the clipboard, or as a file. */

/** False where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // On a plain-HTTP address there is no such thing.
    return copyByCommand(text)
  }
}

/** Saves a text as a file that Excel opens in the right encoding when it is double-clicked. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function copyByCommand(text: string): boolean {
  const take = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', take)
  const done = document.execCommand('copy')
  document.removeEventListener('copy', take)
  return done
}
