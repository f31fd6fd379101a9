/** From what a person brings to the table to a plan they answer: pasted text, or a file. */
import { useEffect, useRef, useState } from 'react'
import { cellName, type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { type Grid, type PastePlan, type PasteTarget, planPaste, rowsAfter } from '#domain/paste.ts'
import type { PriceList } from '#domain/pricing.ts'
import { type Place, placeOf, rowsOnScreen } from './cells.ts'
import { FILE_LIMIT, gridOfFile, gridOfText } from './clipboard.ts'
import type { TableInput } from './input.ts'
import { reverted } from './row-edits.ts'
import type { useEdits } from './use-edits.ts'
import type { useOverflow } from './use-overflow.ts'

type Options = {
  input: TableInput | null
  rules: RowRules
  list: PriceList
  edits: Pick<ReturnType<typeof useEdits>, 'apply' | 'say'>
  left: Pick<ReturnType<typeof useOverflow>, 'overflow' | 'keepOverflow' | 'restoreOverflow'>
}

type Question = { target: PasteTarget; grid: Grid }

export function usePaste({ input, rules, list, edits, left }: Options) {
  /** What is to be answered before anything is written. */
  const [question, ask] = useState<Question | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const askAt = (focus: Place, grid: Grid) =>
    ask({ target: { list, rules, rows: rowsOnScreen(), focus }, grid })
  const takeText = (text: string, into: string) => {
    const place = placeOf(into) ?? firstFree(rowsOnScreen())
    const grid = gridOfText(text)
    if (grid) askAt(place, grid)
    else takeChoice(text, place)
  }
  /** A single value for a select, which a browser cannot paste. */
  const takeChoice = (text: string, focus: Place) => {
    const rows = rowsOnScreen()
    const plan = planPaste({ list, rules, rows, focus }, [[text]])
    const cell = plan.rows[0]?.cells[focus.cell]
    if (!cell || cell.unclear) edits.say(cell?.note ?? plan.notices.join(''))
    else carryOut(plan, focus, cell.note ?? '貼り付けた内容を入力しました。')
  }
  const takeFile = async (file: File) => {
    const read = gridOfFile(new Uint8Array(await file.slice(0, FILE_LIMIT + 1).arrayBuffer()))
    if ('grid' in read) askAt(firstFree(rowsOnScreen()), read.grid)
    else edits.say(read.message)
  }
  const carryOut = (plan: PastePlan, focus: Place, sentence: string) => {
    const before = rowsOnScreen()
    const after = rowsAfter(plan, before)
    const { overflow: kept } = left
    const hasOverflow = plan.overflow.length > 0
    edits.apply({
      rows: after,
      sentence,
      focus: cellName(focus.no, focus.cell),
      undo: (now) => {
        // What an earlier paste left over is still all there is of it.
        if (hasOverflow) left.restoreOverflow(kept)
        return reverted(now, before, after)
      },
    })
    if (hasOverflow) left.keepOverflow(plan)
  }
  const answer = (plan: PastePlan | null) => {
    ask(null)
    if (plan && question) carryOut(plan, question.target.focus, sentenceOf(plan))
  }

  const take = (thing: TableInput) => {
    // Ctrl+V pressed twice: the question that is open, for the cell that was meant, stays as it is.
    if (document.querySelector('dialog[open]')) return
    if (thing.kind === 'text') takeText(thing.text, thing.into)
    else if (thing.kind === 'file') void takeFile(thing.file)
    else chooser.current?.click()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing is taken once, as it is input.
  useEffect(() => {
    if (input) take(input)
    // Pasted before the page came to life, when the browser put it into one cell.
    else if (rowsOnScreen().some((row) => row.facilityName.includes('\t')))
      edits.say('貼り付けた表が1つの欄に入っています。その欄を消して、もう一度貼り付けてください。')
  }, [input])
  useMissedDrops((file) => take({ kind: 'file', file }))

  return { question, answer, chooser, takeFile }
}

/** A file dropped beside the table is meant for it; the browser would leave the page for it. */
function useMissedDrops(takeFile: (file: File) => void): void {
  const current = useRef(takeFile)
  current.current = takeFile
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      current.current(file)
    }
    addEventListener('dragover', onDrag)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDrag)
      removeEventListener('drop', onDrop)
    }
  }, [])
}

/** A file never replaces what was typed: it goes below the last row in use. */
function firstFree(rows: readonly FacilityRow[]): Place {
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
