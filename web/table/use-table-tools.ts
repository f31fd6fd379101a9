/** Brings what helps with the rows when a table is first used, and keeps for it what is input meanwhile. */
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { TableInput } from './input.ts'

type TableToolsCode = typeof import('./table-tools.tsx')

export function useTableTools() {
  const [code, setCode] = useState<TableToolsCode | null>(null)
  const [input, setInput] = useState<TableInput | null>(null)
  const tableRef = useRef<HTMLDivElement>(null)
  /** The code looks at it when it comes. */
  const lastKey = useRef<KeyboardEvent['nativeEvent']>(null)
  const [hasFailed, setFailed] = useState(false)
  // A load that failed is tried again at the next key or focus; what was input waits for it.
  const wake = () => {
    if (!code) import('./table-tools.tsx').then(setCode, () => setFailed(true))
  }
  const bring = (thing: TableInput) => {
    setInput(thing)
    wake()
  }
  const tableProps = {
    ref: tableRef,
    onFocus: wake,
    onInput: wake,
    onKeyDown: ({ nativeEvent }: KeyboardEvent) => {
      lastKey.current = nativeEvent
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      const { name } = event.target as HTMLInputElement
      // A single value is the browser's own affair, except in a select, where it can do nothing.
      if (!IS_TABLE.test(text) && !(event.target instanceof HTMLSelectElement && text)) return
      event.preventDefault()
      bring({ kind: 'text', text, into: name })
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files
      if (!file) return
      event.preventDefault()
      bring({ kind: 'file', file })
    },
  }
  return {
    TableTools: code?.TableTools,
    input,
    /** The code cannot be had, and something waits for it. */
    isStuck: hasFailed && input !== null,
    tableRef,
    lastKey,
    tableProps,
    choose: () => bring({ kind: 'choose' }),
  }
}

/** A tab or a line break, but for one at the very end. */
const IS_TABLE = /\t|\n[\s\S]|\r[^\n]/
