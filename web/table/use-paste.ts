/** From what a person brings to the table to a plan that they answer: pasted or dragged cells, or a file. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PublishedFacilities } from '#domain/directory.ts'
import { cellName, isBlankRow } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { planPaste, rowsAfter } from '#domain/paste.ts'
import type { PastePlan, PasteTarget } from '#domain/paste-plan.ts'
import type { PriceList } from '#domain/price-lists.ts'
import type { Sheet } from '#domain/sheet.ts'
import type { useRestore } from '../keeping/use-restore.ts'
import { type Place, placeOf, rowsOnScreen } from './cells.ts'
import type { TableInput } from './input.ts'
import { takeOffered } from './offered-rows.ts'
import { type ClipboardContent, sheetOfClipboard } from './readers/clipboard.ts'
import { sheetsOfFile } from './readers/file.ts'
import { reverted } from './row-edits.ts'
import type { useEdits } from './use-edits.ts'
import { useFileDrops } from './use-file-drops.ts'
import type { useOverflow } from './use-overflow.ts'

type Options = {
  input: TableInput | null
  rules: RowRules
  list: PriceList
  edits: Pick<ReturnType<typeof useEdits>, 'apply' | 'say'>
  overflowRows: ReturnType<typeof useOverflow>
  /** Takes a workbook that is a saved form. */
  restore: Pick<ReturnType<typeof useRestore>, 'offer'>
}

/** What a preview asks about: sheets, one of which comes into the table at a place. */
export type PasteQuestion = { target: PasteTarget; sheets: readonly Sheet[] }

export function usePaste({ input, rules, list, edits, overflowRows, restore }: Options) {
  const [question, ask] = useState<PasteQuestion | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const carryOut = carriedOutBy(edits, overflowRows)

  const targetAt = (focus: Place): PasteTarget => ({ list, rules, rows: rowsOnScreen(), focus })
  const askAt = (focus: Place, sheets: readonly Sheet[]) => ask({ target: targetAt(focus), sheets })
  const takeCells = (content: ClipboardContent, into: string) => {
    const sheet = sheetOfClipboard(list, content)
    if (sheet) askAt(placeOf(into) ?? firstFree(), [sheet])
    else takeChoice(content.text, placeOf(into) ?? firstFree())
  }
  /** A single value for a select, which a browser cannot paste. */
  const takeChoice = (text: string, focus: Place) => {
    const plan = planPaste(targetAt(focus), { grid: [[text]] })
    const cell = plan.rows[0]?.cells[focus.cell]
    if (!cell || cell.unclear) edits.say(cell?.note ?? plan.notices.join(''))
    else carryOut(plan, focus, cell.note ?? '貼り付けた内容を入力しました。')
  }
  const takeFile = async (file: File) => {
    const read = await sheetsOfFile(file)
    if ('message' in read) return edits.say(read.message)
    const preview = (sheets: readonly Sheet[]) => askAt(firstFree(), sheets)
    if (!(await restore.offer(read.sheets, preview))) preview(read.sheets)
  }
  const answer = (plan: PastePlan | null) => {
    ask(null)
    if (plan && question) carryOut(plan, question.target.focus, sentenceOf(plan))
  }

  const take = (thing: TableInput) => {
    if (isAnswering()) return
    if (thing.kind === 'cells') takeCells(thing, thing.into)
    else if (thing.kind === 'file') void takeFile(thing.file)
    else chooser.current?.click()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing is taken once, as it comes.
  useEffect(() => {
    if (input) take(input)
    // Pasted before the page came to life, when the browser put it into one cell.
    else if (rowsOnScreen().some((row) => row.facilityName.includes('\t')))
      edits.say('貼り付けた表が1つの欄に入っています。その欄を消して、もう一度貼り付けてください。')
  }, [input])
  useOffered((sheet) => askAt(firstFree(), [sheet]))
  useFileDrops((file) => take({ kind: 'file', file }))

  return { question, answer, chooser, takeFile }
}

/** Facilities that the directory offers. */
function useOffered(ask: (sheet: Sheet) => void): void {
  const take = useEffectEvent((published: PublishedFacilities) => {
    if (!isAnswering()) ask({ grid: [], published })
  })
  useEffect(() => takeOffered((published) => take(published)), [])
}

/** Ctrl+V pressed twice: the question that is open stays as it is. */
function isAnswering(): boolean {
  return document.querySelector('dialog[open]') !== null
}

/** Carries a plan out as one edit; undoing brings back what an earlier paste had left over. */
function carriedOutBy(edits: Options['edits'], overflowRows: Options['overflowRows']) {
  return (plan: PastePlan, focus: Place, sentence: string) => {
    const before = rowsOnScreen()
    const after = rowsAfter(plan, before)
    const kept = overflowRows.overflow
    const hasOverflow = plan.overflow.length > 0
    edits.apply({
      rows: after,
      sentence,
      focus: cellName(focus.no, focus.cell),
      undo: (now) => {
        if (hasOverflow) overflowRows.restoreOverflow(kept)
        return reverted(now, before, after)
      },
      redo: (now) => {
        if (hasOverflow) overflowRows.keepOverflow(plan)
        return reverted(now, after, before)
      },
    })
    if (hasOverflow) overflowRows.keepOverflow(plan)
  }
}

/** A file never replaces what was typed: it goes below the last row in use. */
function firstFree(): Place {
  const rows = rowsOnScreen()
  return { no: rows.findLastIndex((row) => !isBlankRow(row)) + 2, cell: 'facilityName' }
}

function sentenceOf({ rows, overflow }: PastePlan): string {
  const unclear = rows
    .flatMap(({ cells }) => Object.values(cells))
    .filter((cell) => cell.unclear).length
  const details = [
    unclear > 0 && `空欄${unclear}か所`,
    overflow.length > 0 && `残り${overflow.length}件は表の下`,
  ].filter((detail) => detail !== false)
  const inBrackets = details.length > 0 ? `（${details.join('、')}）` : ''
  return `${rows.length}件を取り込みました${inBrackets}。`
}
