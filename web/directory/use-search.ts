/** Searches the directory while a person types: one answer at a time, the last question wins. */
import { useRef, useState } from 'react'
import type { DirectoryHit } from '#domain/directory.ts'
import { searchCorporations } from './look-up.ts'

/** Typing pauses this long before it is a question. */
const DEBOUNCE_MS = 120

export type Search = { hits: readonly DirectoryHit[]; said: string }

const NOTHING: Search = { hits: [], said: '' }

export function useSearch(input: HTMLInputElement | null) {
  const [found, setFound] = useState(NOTHING)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)

  const close = () => {
    clearTimeout(timer.current)
    asked.current += 1
    setFound(NOTHING)
  }
  const ask = async () => {
    asked.current += 1
    const mine = asked.current
    const text = input?.value.trim() ?? ''
    const hits = text === '' ? [] : await searchCorporations(text)
    if (mine !== asked.current || document.activeElement !== input) return
    setFound({ hits: hits ?? [], said: text === '' ? '' : sentenceOf(hits) })
  }
  const askSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, DEBOUNCE_MS)
  }
  return { ...found, close, askSoon }
}

function sentenceOf(hits: readonly DirectoryHit[] | undefined): string {
  if (hits === undefined) return '公表されている法人を検索できませんでした。そのまま入力できます。'
  if (hits.length === 0) return '公表されている法人に、候補はありません。そのまま入力できます。'
  return `候補が${hits.length}件あります。上下の矢印キーで選び、Enterキーで決定します。`
}
