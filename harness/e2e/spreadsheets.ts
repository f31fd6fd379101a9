/** What spreadsheets put on a clipboard or into a file, and how it comes to a page. */
import type { Locator, Page } from '@playwright/test'
import { expectAlive } from './form.ts'

/** The two forms in which a spreadsheet hands over a table. */
export type Payload = { text: string; html: string }

type Grid = readonly (readonly string[])[]

const cells = (grid: Grid) =>
  grid.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')

/** As each program writes it: line ends, what follows the last line, and its own kind of HTML. */
export const CLIPBOARDS = {
  excel: (grid: Grid): Payload => ({
    text: grid.map((row) => `${row.map(quotedByExcel).join('\t')}\r\n`).join(''),
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15"></head><body><table><!--StartFragment-->${cells(grid)}<!--EndFragment--></table></body></html>`,
  }),
  libreOffice: (grid: Grid): Payload => ({
    text: grid.map((row) => `${row.join('\t')}\n`).join(''),
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup>${cells(grid)}</table></body></html>`,
  }),
  googleSheets: (grid: Grid): Payload => ({
    text: grid.map((row) => row.join('\t')).join('\n'),
    html: `<meta charset='utf-8'><google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" data-sheets-root="1"><tbody>${cells(grid)}</tbody></table>`,
  }),
}

/** A cell with a line break stands in quotes, its own quotes doubled. */
function quotedByExcel(text: string): string {
  return text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text
}

/** Pastes as a person does: into the focused cell, from the clipboard that the browser shares. */
export async function paste(cell: Locator, { text, html }: Payload): Promise<void> {
  const page = cell.page()
  await expectAlive(page)
  await cell.focus()
  const browser = page.context().browser()?.browserType().name()
  if (browser !== 'chromium') {
    // Only Chromium lets a test write to its clipboard; Firefox takes an event's text in its own way.
    await cell.evaluate((target, data) => {
      const event = { dataType: 'text/plain', data, bubbles: true, cancelable: true }
      target.dispatchEvent(new ClipboardEvent('paste', event))
    }, text)
    return
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    async ([plain, rich]) => {
      const item = new ClipboardItem({
        'text/plain': new Blob([plain], { type: 'text/plain' }),
        'text/html': new Blob([rich], { type: 'text/html' }),
      })
      await navigator.clipboard.write([item])
    },
    [text, html] as const,
  )
  await page.keyboard.press('ControlOrMeta+V')
}

/** Pastes lines into a cell by an event alone, as plain text; for Chromium. */
export async function pasteText(cell: Locator, lines: readonly string[]): Promise<void> {
  await expectAlive(cell.page())
  await cell.focus()
  await cell.evaluate((target, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const how = { clipboardData, bubbles: true, cancelable: true }
    target.dispatchEvent(new ClipboardEvent('paste', how))
  }, lines.join('\n'))
}

/** A file as Japanese Excel saves CSV. */
export function shiftJisCsv(grid: Grid): Buffer {
  const text = grid.map((row) => `${row.join(',')}\r\n`).join('')
  return Buffer.concat(Array.from(text, (character) => bytesInShiftJis(character)))
}

/** Drops a file onto an element of the page. */
export async function drop(page: Page, onto: Locator, file: Buffer, name: string): Promise<void> {
  await expectAlive(page)
  const dataTransfer = await page.evaluateHandle(
    ([base64, name]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: 'text/csv' }))
      return transfer
    },
    [file.toString('base64'), name] as const,
  )
  await onto.dispatchEvent('dragover', { dataTransfer })
  await onto.dispatchEvent('drop', { dataTransfer })
}

const SHIFT_JIS = new Map<string, Buffer>()

/** Node reads Shift_JIS and does not write it: every two bytes are read once. */
function bytesInShiftJis(character: string): Buffer {
  if (SHIFT_JIS.size === 0) {
    const decoder = new TextDecoder('shift_jis')
    for (let lead = 0x81; lead <= 0xfc; lead += 1)
      for (let trail = 0x40; trail <= 0xfc; trail += 1) {
        const bytes = Buffer.from([lead, trail])
        const read = decoder.decode(bytes)
        if (read.length === 1 && !SHIFT_JIS.has(read)) SHIFT_JIS.set(read, bytes)
      }
  }
  return SHIFT_JIS.get(character) ?? Buffer.from(character, 'latin1')
}
