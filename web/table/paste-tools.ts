/** What a paste needs beyond the table's own tools: reader, planner, preview. A file of its own in the build, loaded when the page is idle or with the first paste. */
import { planPaste } from '#domain/paste.ts'
import type { PastePlan, PasteTarget } from '#domain/paste-plan.ts'
import type { Sheet } from '#domain/sheet.ts'
import { PastePreview } from './paste-preview.tsx'
import { type ClipboardContent, sheetOfClipboard } from './readers/clipboard.ts'

export const pasteTools = { PastePreview, readClipboard }
export type PasteTools = typeof pasteTools

/** A table, to be asked about; or the plan for a single value, which only a select hands over. */
function readClipboard(
  target: PasteTarget,
  content: ClipboardContent,
): { sheet: Sheet } | { plan: PastePlan } {
  const sheet = sheetOfClipboard(target.list, content)
  return sheet ? { sheet } : { plan: planPaste(target, { grid: [[content.text]] }) }
}
