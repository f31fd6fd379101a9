/** Loads the table's tools when a table is first used, and keeps pastes and dropped files for them meanwhile. */
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { loadLate } from '../reload.ts'
import type { TableInput } from './cells.ts'

type TableToolsCode = typeof import('./table-tools.tsx')
const loadTableTools = () => import('./table-tools.tsx')

export function useTableTools() {
  const [code, setCode] = useState<TableToolsCode | null>(null)
  const [input, setInput] = useState<TableInput | null>(null)
  const tableRef = useRef<HTMLDivElement>(null)
  /** The code looks at it when it comes. */
  const lastKey = useRef<KeyboardEvent['nativeEvent']>(null)
  // A load that failed is tried again at the next key or focus; what was brought waits for it.
  const load = () => {
    if (!code) void loadLate(loadTableTools).then(setCode)
  }
  const bring = (thing: TableInput) => {
    setInput(thing)
    load()
  }
  const bringCells = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const thing = cellsOrFile(event.target as HTMLElement, data)
    if (!thing) return
    event.preventDefault()
    bring(thing)
  }
  usePasteOutsideFields((data) => {
    const thing = cellsOrFile(document.body, data)
    if (thing) bring(thing)
    return thing !== undefined
  })
  const tableProps = {
    ref: tableRef,
    onFocus: load,
    onInput: load,
    onKeyDown: ({ nativeEvent }: KeyboardEvent) => {
      lastKey.current = nativeEvent
    },
    onPaste: (event: ClipboardEvent) => bringCells(event, event.clipboardData),
    onDragOver: (event: DragEvent) => {
      if (/Files|html/.test(`${event.dataTransfer.types}`)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => bringCells(event, event.dataTransfer),
  }
  return {
    TableTools: code?.TableTools,
    input,
    tableRef,
    lastKey,
    tableProps,
    choose: () => bring({ kind: 'choose' }),
  }
}

/** A table pasted where no field takes it is meant for the table of facilities; `take` says whether it was one. */
function usePasteOutsideFields(take: (data: DataTransfer) => boolean): void {
  const onPaste = useEffectEvent((event: globalThis.ClipboardEvent) => {
    const isTaken = event.defaultPrevented || document.querySelector('dialog[open]') !== null
    const isInField = (event.target as Element | null)?.closest?.('input, textarea, select')
    if (isTaken || isInField || !event.clipboardData) return
    if (take(event.clipboardData)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: globalThis.ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}

/** Undefined where the browser is to paste: a single value, except in a select, where it can do nothing. */
function cellsOrFile(target: HTMLElement, data: DataTransfer): TableInput | undefined {
  const text = data.getData('text/plain')
  const isTable = IS_TABLE.test(text)
  // Excel puts a picture of its cells beside them.
  const file = !isTable && data.files[0]
  if (file) return { kind: 'file', file }
  if (!isTable && !(target instanceof HTMLSelectElement && text)) return undefined
  const { name: into } = target as HTMLInputElement
  return { kind: 'cells', text, html: data.getData('text/html'), into }
}

/** A tab or a line break, but for one at the very end. */
const IS_TABLE = /\t|\n[\s\S]|\r[^\n]/
