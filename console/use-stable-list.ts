/** Hook: the list as it was when it was asked for, with newer words; what came since waits until it is asked for too. */
import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import type { ApplicationPage } from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { partsOf } from '#domain/list-order.ts'
import { listPath } from './filter.ts'
import { listOf, type StableList, withNews } from './list-stability.ts'
import { type LastList, WalkContext } from './list-walk.ts'

type Shown = {
  path: string
  list: StableList
  /** The answer that the list shows, and the newest one. */
  first: ApplicationPage
  latest: ApplicationPage
  /** References that came while somebody looked, and were asked for. */
  arrivals: ReadonlySet<string>
}

export type Listing = {
  shown: Shown | null
  waiting: number
  /** Shows what waits. */
  reveal(): void
}

const NONE: ReadonlySet<string> = new Set()

/** `latest` is the newest answer to the question, null while it is on its way. */
export function useStableList(
  filter: Filter,
  after: string,
  latest: ApplicationPage | null,
): Listing {
  const walk = useContext(WalkContext)
  const path = listPath(filter, after)
  const [shown, setShown] = useState<Shown | null>(() => shownOf(walk.last, path))
  const news = latest && shown?.path === path ? withNews(shown.list, latest, partsOf(filter)) : null
  if (latest && shown?.path !== path)
    setShown({ path, list: listOf(latest), first: latest, latest, arrivals: NONE })
  else if (shown && latest && news && shown.latest !== latest)
    setShown({ ...shown, list: news.list, latest })

  useEffect(() => {
    if (shown?.path !== path) return
    const { list, first } = shown
    const isSame = walk.last?.path === path
    walk.last = {
      ...{ path, filter, after, list, first },
      scrolled: isSame ? (walk.last?.scrolled ?? 0) : 0,
      opened: isSame ? (walk.last?.opened ?? null) : null,
    }
  })
  return {
    shown,
    waiting: news?.waiting.length ?? 0,
    reveal: () => {
      if (!latest || !shown) return
      const arrivals = new Set([
        ...shown.arrivals,
        ...(news?.waiting ?? []).map(({ reference }) => reference),
      ])
      setShown({ path, list: listOf(latest), first: latest, latest, arrivals })
    },
  }
}

function shownOf(last: LastList | null, path: string): Shown | null {
  if (last?.path !== path) return null
  return { path, list: last.list, first: last.first, latest: last.first, arrivals: NONE }
}

/** Back on a list, its place is where it was, and the focus on the application that was opened. */
export function useReturn(path: string): void {
  const { last } = useContext(WalkContext)
  const [back] = useState(() => (last?.path === path && last.opened !== null ? last : null))
  useLayoutEffect(() => {
    if (back) scrollTo({ top: back.scrolled, behavior: 'instant' })
  }, [back])
  useEffect(() => {
    if (back) rowLink(back.opened ?? '')?.focus({ preventScroll: true })
  }, [back])
}

/** Remembers how far the page is scrolled, for the way back. */
export function useScrollMemory(): void {
  const walk = useContext(WalkContext)
  useLayoutEffect(() => {
    const remember = () => {
      if (walk.last) walk.last.scrolled = scrollY
    }
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [walk])
}

export function rowLink(reference: string): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(reference)}"]`)
}
