/** Brings what helps with the rows when a table is first used, and keeps for it what is brought meanwhile. */
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { Brought } from '../table/brought.ts'

type DeskCode = typeof import('../table/desk.tsx')

export function useDesk() {
  const [code, setCode] = useState<DeskCode | null>(null)
  const [brought, setBrought] = useState<Brought | null>(null)
  const room = useRef<HTMLDivElement>(null)
  /** The code looks at it when it comes. */
  const lastKey = useRef<KeyboardEvent['nativeEvent']>(null)
  const [hasFailed, setFailed] = useState(false)
  // A load that failed is tried again at the next key or focus; what was brought waits for it.
  const wake = () => {
    if (!code) import('../table/desk.tsx').then(setCode, () => setFailed(true))
  }
  const bring = (thing: Brought) => {
    setBrought(thing)
    wake()
  }
  const roomProps = {
    ref: room,
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
    Desk: code?.Desk,
    brought,
    /** The code cannot be had, and something waits for it. */
    isStuck: hasFailed && brought !== null,
    room,
    lastKey,
    roomProps,
    choose: () => bring({ kind: 'choose' }),
  }
}

/** A tab or a line break, but for one at the very end. */
const IS_TABLE = /\t|\n[\s\S]|\r[^\n]/
