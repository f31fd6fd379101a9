/** Hands tables over to other programs: by the clipboard, or as a file. */
import { textOf } from '#sheets/read/csv.ts'
import { saveFile } from '#ui/save-file.ts'

type Lines = readonly (readonly string[])[]

/** As text and as HTML, in which every cell is marked as text, so that a spreadsheet keeps leading zeros; false where the browser refuses. */
export async function copyTable(lines: Lines): Promise<boolean> {
  const text = textOf(lines)
  // The Clipboard API would clean the HTML of the marks.
  if (copyByCommand({ 'text/plain': text, 'text/html': htmlOf(lines) })) return true
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** Saves a text as a file that Excel opens in the right encoding when it is double-clicked. */
export function saveText(name: string, text: string): void {
  saveFile(name, new Blob([`\ufeff${text}`], { type: 'text/csv;charset=utf-8' }))
}

/** Marks of Excel, LibreOffice and Google Sheets for a cell that is text whatever it looks like. */
const TEXT_CELL = `style="mso-number-format:'\\@'" sdnum="1041;0;@"`

export function htmlOf(lines: Lines): string {
  const rows = lines.map((cells) => {
    const html = cells.map((text) => {
      const google = escaped(JSON.stringify({ 1: 2, 2: text }))
      return `<td ${TEXT_CELL} data-sheets-value="${google}">${escaped(text)}</td>`
    })
    return `<tr>${html.join('')}</tr>`
  })
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function copyByCommand(texts: Readonly<Record<string, string>>): boolean {
  const take = (event: ClipboardEvent) => {
    event.preventDefault()
    for (const [type, text] of Object.entries(texts)) event.clipboardData?.setData(type, text)
  }
  document.addEventListener('copy', take)
  const done = document.execCommand('copy')
  document.removeEventListener('copy', take)
  return done
}
