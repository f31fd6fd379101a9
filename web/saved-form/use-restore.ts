/** Asks before a saved form takes the place of what stands on the screen; the code for it is loaded with the first such file. */
import { type ReactNode, useState } from 'react'
import type { Sheet } from '#sheets/sheet.ts'
import { loadLate } from '../reload.ts'
import type { RestoreContext } from './restore.tsx'

const loadRestore = () => import('./restore.tsx')

export function useRestore(context: RestoreContext) {
  const [question, ask] = useState<ReactNode>(null)
  /** Whether the workbook is a saved form; `preview` takes sheets that are not exactly its rows. */
  const offer = async (sheets: readonly Sheet[], preview: (sheets: readonly Sheet[]) => void) => {
    if (sheets.length < 2) return false
    const code = await loadLate(loadRestore)
    const node = code?.restoreQuestion({ ...context, sheets, preview, close: () => ask(null) })
    if (node) ask(node)
    return node !== undefined && node !== null
  }
  return { question, offer }
}
