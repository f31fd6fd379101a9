/** From what a person brings to the table to a plan that they answer: pasted or dragged cells, a file, published facilities. */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PublishedFacilities } from '#domain/directory.ts'
import { cellName, isBlankRow } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import type { PriceList } from '#domain/prices.ts'
import type { Filling } from '#domain/usage.ts'
import { fileMessages, readingFailed } from '#sheets/messages.ts'
import type { PastePlan, PasteTarget } from '#sheets/paste-plan.ts'
import { rowsAfter } from '#sheets/plan.ts'
import type { LateFile } from '#sheets/read/file.ts'
import type { Sheet } from '#sheets/sheet.ts'
import type { TextControl } from '#ui/write-control.ts'
import { loadLate } from '../reload.ts'
import type { useRestore } from '../saved-form/use-restore.ts'
import { phone } from '../site.ts'
import { way } from '../way.ts'
import { type Place, placeOf, rowsOnScreen, type TableInput } from './cells.ts'
import { type FileReader, startReader } from './file-reader.ts'
import { takeOffered } from './fill-row.ts'
import type { useOverflow } from './overflow.tsx'
import type { PasteTools } from './paste-tools.ts'
import { type PasteQuestion, withFirst } from './recognition.ts'
import { reverted } from './row-edits.ts'
import { focusBar } from './row-focus.ts'
import type { useEdits } from './use-edits.ts'

type Options = {
  input: TableInput | null
  rules: RowRules
  list: PriceList
  edits: Pick<ReturnType<typeof useEdits>, 'apply' | 'announce'>
  overflowRows: ReturnType<typeof useOverflow>
  /** Takes a workbook that is a saved form. */
  restore: Pick<ReturnType<typeof useRestore>, 'offer'>
}

export function usePaste(options: Options) {
  const { input, edits } = options
  const { question, take, ...rest } = useQuestion(options)
  const chooser = useRef<HTMLInputElement>(null)
  const accept = (content: TableInput | Offered) => {
    // Ctrl+V pressed twice: the question that is open stays as it is.
    if (document.querySelector('dialog[open]')) return
    if (content.kind === 'choose') chooser.current?.click()
    else void take(content)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing is taken once, as it comes.
  useEffect(() => {
    if (input) accept(input)
    // Pasted before the page came to life, when the browser put it into one cell.
    else if (rowsOnScreen().some((row) => row.facilityName.includes('\t')))
      edits.announce(
        '貼り付けた表が1つの欄に入っています。その欄を消して、もう一度貼り付けてください。',
      )
  }, [input])
  const offer = useEffectEvent((published: PublishedFacilities) =>
    accept({ kind: 'offered', published }),
  )
  useEffect(() => takeOffered((published) => offer(published)), [])
  const takeFile = (file: File) => accept({ kind: 'file', file })
  useFileDrops(takeFile)
  return { question, ...rest, chooser, takeFile }
}

type Cells = Extract<TableInput, { kind: 'cells' }>
type WholeFile = Extract<TableInput, { kind: 'file' }>
/** Facilities that the directory offers. */
type Offered = { kind: 'offered'; published: PublishedFacilities }

const FILLED_BY = { cells: 'paste', file: 'file', offered: 'directory' } as const satisfies Record<
  (Cells | WholeFile | Offered)['kind'],
  Filling
>

/** Reads what a person pastes, drops or chooses, and holds the preview of it until that is answered. */
function useQuestion({ rules, list, edits, overflowRows, restore }: Omit<Options, 'input'>) {
  const [question, setQuestion] = useState<(PasteQuestion & { from: Filling }) | null>(null)
  const { tools, load } = usePasteTools()
  const { reading, whileReading } = useReading(edits)
  const isReading = useRef(false)
  const filling = useRef<Filling>('paste')
  const ask = (about: PasteQuestion) => setQuestion({ ...about, from: filling.current })
  const carryOut: ReturnType<typeof carriedOutBy> = (...plan) => {
    way.marks.add(filling.current)
    carriedOutBy(edits, overflowRows)(...plan)
  }
  const targetAt = (focus: Place): PasteTarget => ({ list, rules, rows: rowsOnScreen(), focus })

  const takeCells = ({ into, ...content }: Cells, { readClipboard, questionOf }: PasteTools) => {
    const focus = placeOf(into) ?? firstFree()
    const target = targetAt(focus)
    const read = readClipboard(target, content)
    if ('sheet' in read) ask(questionOf(target, [read.sheet]))
    else takeChoice(read.plan, focus)
  }
  /** A single value for a select, which a browser cannot paste. */
  const takeChoice = (plan: PastePlan, focus: Place) => {
    const cell = plan.rows[0]?.cells[focus.cell]
    if (!cell || cell.unclear) edits.announce(cell?.note ?? plan.notices.join(''))
    else carryOut(plan, focus, cell.note ?? '貼り付けた内容を入力しました。')
  }
  const fail = (error: unknown) => {
    edits.announce(readingFailed(phone))
    reportError(error)
  }
  const asking = { list, edits, restore, targetAt, ask }
  const take = async (content: Cells | WholeFile | Offered) => {
    if (isReading.current) return
    isReading.current = true
    filling.current = FILLED_BY[content.kind]
    try {
      const loaded = await load()
      if (loaded === null) return
      if (content.kind === 'offered')
        ask(loaded.questionOf(targetAt(firstFree()), [{ grid: [], published: content.published }]))
      else if (content.kind === 'cells' && loaded.isQuickText(content.text))
        takeCells(content, loaded)
      else
        await whileReading((reader, isRead) =>
          takeByWorker(content, reader, { ...asking, tools: loaded, isRead }),
        )
    } catch (error) {
      fail(error)
    } finally {
      isReading.current = false
    }
  }
  const answer = (plan: PastePlan | null) => {
    question?.recognition.end()
    setQuestion(null)
    try {
      if (!plan || !question) return
      carryOut(plan, question.target.focus, sentenceOf(plan))
      // The directory fills whole rows: what is left stands above them.
      if (question.published) firstEmptyRequired()?.focus()
    } catch (error) {
      fail(error)
    }
  }
  return { question, take, answer, reading, Preview: tools?.PastePreview }
}

type Asking = Pick<Options, 'list' | 'edits' | 'restore'> & {
  tools: PasteTools
  targetAt: (focus: Place) => PasteTarget
  ask: (question: PasteQuestion) => void
  isRead: () => void
}

/** What takes a while, and every file: the worker reads it, and recognises what is not quick. */
async function takeByWorker(content: Cells | WholeFile, reader: FileReader, asking: Asking) {
  const { tools, list, edits, restore, targetAt, ask, isRead } = asking
  const read = await reader.ask(
    content.kind === 'file'
      ? { kind: 'file', file: content.file }
      : { kind: 'cells', content: { text: content.text, html: content.html }, list },
  )
  if (read?.kind === 'refused') edits.announce(read.message)
  if (read?.kind !== 'read') return reader.end()
  if (content.kind === 'file' && read.sheets) {
    const askHere = (sheets: readonly Sheet[]) =>
      ask(tools.questionOf(targetAt(firstFree()), sheets))
    const isSaved = await restore.offer(read.sheets, askHere)
    const isQuick = !isSaved && tools.isQuick(read.sheets)
    if (isSaved || isQuick) {
      reader.end()
      isRead()
    }
    if (isQuick) askHere(read.sheets)
    if (isSaved || isQuick) return
  }
  const place = content.kind === 'cells' ? placeOf(content.into) : null
  await askByWorker(reader, () => targetAt(place ?? firstFree()), asking)
}

async function askByWorker(reader: FileReader, targetNow: () => PasteTarget, asking: Asking) {
  const target = targetNow()
  const reply = await reader.ask({ kind: 'recognise', target })
  if (reply?.kind === 'refused') asking.edits.announce(reply.message)
  if (reply?.kind !== 'recognised') return reader.end()
  // The page answers meanwhile: what was typed since would be lost without a word.
  if (!isSame(target, targetNow())) return askByWorker(reader, targetNow, asking)
  const { offer, asRecognised, plan } = reply
  const recognition = withFirst({ offer, first: { asRecognised, plan }, ...reader })
  asking.isRead()
  asking.ask({ target, recognition })
}

/** Whether a plan for the one would do for the other. */
function isSame(one: PasteTarget, other: PasteTarget): boolean {
  return JSON.stringify([one.rows, one.focus]) === JSON.stringify([other.rows, other.focus])
}

const READING_LATE = {
  'other workbook': fileMessages.readingOther,
  pdf: fileMessages.readingPdf,
} as const satisfies Record<LateFile, string>

/** Milliseconds after which a reading is shown, with a way to end it. */
const SHOWN_AFTER_MS = 400

/** A reading under way, as the bar shows it. */
export type ReadingShown = { cancel: () => void }

function useReading(edits: Options['edits']) {
  const [reading, show] = useState<ReadingShown | null>(null)
  /** `isRead` is called before its result is asked about: what the bar says is over then. */
  const whileReading = async (work: (reader: FileReader, isRead: () => void) => Promise<void>) => {
    let isShown = false
    const reader = startReader((what) => begin(READING_LATE[what]))
    const cancel = () => {
      reader.end()
      edits.announce(fileMessages.cancelled)
      focusBar()
    }
    const begin = (sentence: string) => {
      clearTimeout(timer)
      isShown = true
      edits.announce(sentence)
      show({ cancel })
    }
    const timer = setTimeout(() => begin(fileMessages.reading), SHOWN_AFTER_MS)
    try {
      await work(reader, () => {
        if (isShown) edits.announce('')
      })
    } finally {
      clearTimeout(timer)
      show(null)
    }
  }
  return { reading, whileReading }
}

/** Carries a plan out as one edit; undoing brings back what an earlier paste had left over. */
function carriedOutBy(edits: Options['edits'], overflowRows: Options['overflowRows']) {
  return (plan: PastePlan, focus: Place, sentence: string) => {
    const before = rowsOnScreen()
    const after = rowsAfter(plan, before)
    const earlier = overflowRows.overflow
    const hasOverflow = plan.overflow.length > 0
    edits.apply({
      rows: after,
      sentence,
      focus: cellName(focus.no, focus.cell),
      undo: (now) => {
        if (hasOverflow) overflowRows.restoreOverflow(earlier)
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

/** Outside of the table, whose rows are one thing that is required. */
function firstEmptyRequired(): HTMLElement | undefined {
  const required = document.querySelectorAll<TextControl>('main form [aria-required="true"]')
  return Array.from(required).find(({ value }) => value === '')
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

/** A file dropped beside the table is meant for it; the browser would leave the page for it. */
function useFileDrops(takeFile: (file: File) => void): void {
  const take = useEffectEvent(takeFile)
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      take(file)
    }
    addEventListener('dragover', onDrag)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDrag)
      removeEventListener('drop', onDrop)
    }
  }, [])
}

const loadPasteTools = () => import('./paste-tools.ts')

/** Milliseconds after which a page that is never idle is asked all the same. */
const IDLE_TIMEOUT_MS = 2000

/** Loads the code that reads a paste: once the page is idle, so that the first paste does not wait for it, else with that paste. */
function usePasteTools() {
  const [tools, setTools] = useState<PasteTools | null>(null)
  /** Null where the code cannot be had. */
  const load = async (): Promise<PasteTools | null> => {
    const loaded = await loadLate(loadPasteTools)
    if (loaded) setTools(loaded.pasteTools)
    return loaded?.pasteTools ?? null
  }
  useEffect(() => {
    // A failure is told to the paste that needs the code.
    const preload = () => void loadPasteTools().catch(() => {})
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, IDLE_TIMEOUT_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(preload, { timeout: IDLE_TIMEOUT_MS })
    return () => cancelIdleCallback(request)
  }, [])
  return { tools, load }
}
