/** What a paste needs beyond the table's own tools: reader, planner, preview. A file of its own in the build, loaded when the page is idle or with the first paste. */

import type { PastePlan, PasteTarget } from '#sheets/paste-plan.ts'
import { planPaste } from '#sheets/plan.ts'
import { type ClipboardContent, sheetOfClipboard } from '#sheets/read/clipboard.ts'
import { isQuick, isQuickText, recogniserOf } from '#sheets/recognition.ts'
import type { Sheet } from '#sheets/sheet.ts'
import { PastePreview } from './paste-preview.tsx'
import { type PasteQuestion, recognisedHere } from './recognition.ts'

export const pasteTools = { PastePreview, readClipboard, isQuick, isQuickText, questionOf }
export type PasteTools = typeof pasteTools

/** Asked of this page. */
function questionOf(target: PasteTarget, sheets: readonly Sheet[]): PasteQuestion {
  const recognition = recognisedHere(recogniserOf(target, sheets))
  return { target, recognition, published: sheets[0]?.published }
}

/** A table, to be asked about; or the plan for a single value, which only a select hands over. */
function readClipboard(
  target: PasteTarget,
  content: ClipboardContent,
): { sheet: Sheet } | { plan: PastePlan } {
  const sheet = sheetOfClipboard(content)
  return sheet ? { sheet } : { plan: planPaste(target, { grid: [[content.text]] }) }
}
