/** Page with the list of applications. Nothing in it moves by itself: what comes waits behind a button. */

import { useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { ApplicationPage } from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { catchFocus } from '#ui/focus.ts'
import { Status } from '#ui/status.tsx'
import { filterOf, listPath, pagePath, searchIn } from '../filter.ts'
import { useConfirmation } from '../list-walk.ts'
import { countSentence, waitingLabel } from '../list-words.ts'
import { ApplicationTable } from '../parts/application-table.tsx'
import { Fault, Heading } from '../parts/basics.tsx'
import { Done } from '../parts/done.tsx'
import { FilterForm, SEARCH_ID } from '../parts/filter-form.tsx'
import { Tabs } from '../parts/list-tabs.tsx'
import { allTicked, NOTHING_CHOSEN, type Selection, ticked } from '../selection.ts'
import { SessionContext, usePermission } from '../session-context.ts'
import { useResource } from '../use-resource.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { rowLink, useReturn, useScrollMemory, useStableList } from '../use-stable-list.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Downloads } from './downloads.tsx'
import { SavedViews } from './saved-views.tsx'

const RESULTS_ID = 'results'

/** Pixels of a row, about. */
const ROW_HEIGHT = 72

export function ListPage() {
  const { filter, after, show } = useQuestion()
  const path = listPath(filter, after)
  const { data, isLoading, refusal, refresh } = useResource<ApplicationPage>(path)
  const { shown, waiting, reveal } = useStableList(filter, after, isLoading ? null : data)
  const results = useRef<HTMLElement>(null)
  const mayExport = usePermission('export')
  const [confirmation, setConfirmation] = useConfirmation()
  useReturn(path)
  useScrollMemory()

  // The pressed link or button is replaced: focus moves to the new results.
  const showResults = () => {
    setConfirmation('')
    results.current?.focus({ preventScroll: true })
    // Tabs and search stay in sight where the head of the results is.
    const top = results.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight - ROW_HEIGHT) results.current?.scrollIntoView()
  }
  const narrow = (next: Filter) => {
    // Asked once more: what has come since is shown at once.
    if (listPath(next, '') === path) {
      reveal()
      void refresh()
    } else show(next)
    showResults()
  }
  const revealed = () => {
    reveal()
    showResults()
  }
  // What was pressed for it is gone, and the rows' words are old.
  const changed = (sentence: string) => {
    setConfirmation(sentence)
    results.current?.focus({ preventScroll: true })
    void refresh()
  }
  const isCurrent = shown?.path === path
  return (
    <>
      <div className="list-head">
        <Heading title="お申し込み一覧" />
        <FilterForm key={path} filter={filter} onFilter={narrow} />
      </div>
      <Tabs filter={filter} latest={data} onSame={revealed} onShow={narrow} />
      <Done>{confirmation}</Done>
      <div className="above-list">
        <Status>{isCurrent && countSentence(shown.first, filter, after !== '')}</Status>
        <Waiting count={waiting} next={data?.next ?? null} onReveal={revealed} />
        <SavedViews filter={filter} onShow={narrow} />
        <Order filter={filter} onShow={narrow} />
      </div>
      <section
        aria-label="検索結果"
        aria-busy={!isCurrent}
        tabIndex={-1}
        ref={results}
        id={RESULTS_ID}
      >
        {shown && <Rows key={shown.path} shown={shown} isCurrent={isCurrent} onChanged={changed} />}
        {isCurrent && <Nearest page={shown.first} />}
        {isCurrent && <Elsewhere filter={filter} page={shown.first} onShow={narrow} />}
      </section>
      <Pager
        isLaterPage={after !== ''}
        next={shown?.list.next ?? null}
        onPage={(page) => {
          show(filter, page)
          showResults()
        }}
      />
      <Fault refusal={confirmation === '' ? refusal : null} />
      {mayExport && <Downloads filter={filter} />}
    </>
  )
}

/** What the list answers: conditions stand in the address, the search text beside it. */
function useQuestion() {
  const { who } = useContext(SessionContext).user
  const query = useSearch()
  const state = useHistoryState()
  const [, navigate] = useLocation()
  const conditions = filterOf(query)
  const filter: Filter = { ...conditions, search: searchIn(state, who) || conditions.search }
  const after = new URLSearchParams(query).get('after') ?? ''
  const show = (next: Filter, page = '') =>
    navigate(pagePath(next, page), { state: { search: next.search, who } })
  return { filter, after, show }
}

type WaitingProps = { count: number; next: string | null; onReveal: () => void }

/** Its place is kept free: what comes moves nothing. */
function Waiting({ count, next, onReveal }: WaitingProps) {
  return (
    <Status>
      {count > 0 && (
        <button type="button" onClick={onReveal}>
          {waitingLabel(count, next)}
        </button>
      )}
    </Status>
  )
}

type OrderProps = { filter: Filter; onShow: (filter: Filter) => void }

/** A search has the one order. */
function Order({ filter, onShow }: OrderProps) {
  if (filter.search !== '') return null
  const isWork = filter.order === ''
  return (
    <p className="order">
      <span>{isWork ? '未完了の古い順' : '新しい順'}</span>{' '}
      <button
        type="button"
        className="secondary"
        onClick={() => onShow({ ...filter, order: isWork ? 'newest' : '' })}
      >
        {isWork ? '新しい順に並べる' : '未完了の古い順に並べる'}
      </button>
    </p>
  )
}

type PagerProps = {
  isLaterPage: boolean
  next: string | null
  /** Called with where a page begins; empty for the first. */
  onPage: (after: string) => void
}

function Pager({ isLaterPage, next, onPage }: PagerProps) {
  if (!isLaterPage && next === null) return null
  return (
    <nav className="pager" aria-label="ページ">
      {isLaterPage && (
        <button type="button" className="secondary" onClick={() => onPage('')}>
          最初のページに戻る
        </button>
      )}
      {next !== null && (
        <button type="button" className="secondary" onClick={() => onPage(next)}>
          次のページ
        </button>
      )}
    </nav>
  )
}

type RowsProps = {
  shown: NonNullable<ReturnType<typeof useStableList>['shown']>
  /** Whether they answer what was asked last. */
  isCurrent: boolean
  onChanged: (sentence: string) => void
}

function Rows({ shown: { list, arrivals }, isCurrent, onChanged }: RowsProps) {
  const { drafts } = useContext(SessionContext)
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN)
  const mayChange = usePermission('change')
  const order = list.rows.map(({ reference }) => reference)
  const tick = (reference: string, isRange: boolean) =>
    setSelection((old) => ticked(old, order, reference, isRange))
  useShortcuts({
    search: () => document.getElementById(SEARCH_ID)?.focus(),
    // Until the answer comes, keys are not for the rows of before.
    ...(isCurrent && { down: () => focusRow(order, 1), up: () => focusRow(order, -1) }),
    ...(isCurrent &&
      mayChange && {
        tick: () => {
          const reference = focusedRow()
          if (reference !== null) tick(reference, false)
        },
        tickAll: () => setSelection((old) => allTicked(old, order)),
      }),
  })
  if (list.rows.length === 0) return null
  return (
    <>
      <ApplicationTable
        applications={list.rows}
        marks={{ arrivals, left: list.left, drafts: new Set(drafts.references()) }}
        chosen={selection.chosen}
        onTick={mayChange ? tick : undefined}
      />
      {mayChange && (
        <BulkBar
          rows={list.rows}
          selection={selection}
          onSelect={(next) => {
            flushSync(() => setSelection(next))
            // Without a tick the bar is gone.
            catchFocus(document.getElementById(RESULTS_ID))
          }}
          onConfirm={onChanged}
        />
      )}
    </>
  )
}

/** The row that has the focus, also where it is on the row's tick. */
function focusedRow(): string | null {
  const row = document.activeElement?.closest('[role="row"]')
  return row?.querySelector('[data-row]')?.getAttribute('data-row') ?? null
}

function focusRow(order: readonly string[], by: number): void {
  const now = focusedRow()
  const index = now === null ? (by > 0 ? 0 : order.length - 1) : order.indexOf(now) + by
  const reference = order[index]
  if (reference !== undefined) rowLink(reference)?.focus()
}

/** What a search that finds nothing may have meant: rows to open, not to tick. */
function Nearest({ page: { nearest } }: { page: ApplicationPage }) {
  const { drafts } = useContext(SessionContext)
  if (nearest.length === 0) return null
  return (
    <ApplicationTable
      applications={nearest}
      marks={{ arrivals: NONE, left: NONE, drafts: new Set(drafts.references()) }}
      chosen={NONE}
      onTick={undefined}
    />
  )
}

const NONE: ReadonlySet<string> = new Set()

type ElsewhereProps = { filter: Filter; page: ApplicationPage; onShow: (filter: Filter) => void }

/** What an empty list leads on to: the same question over all states. */
function Elsewhere({ filter, page, onShow }: ElsewhereProps) {
  if (page.applications.length > 0 || page.counts.all === 0) return null
  return (
    <p>
      <button
        type="button"
        className="secondary"
        onClick={() => onShow({ ...filter, status: '', state: '' })}
      >
        すべての状況から表示（{page.counts.all.toLocaleString()}件）
      </button>
    </p>
  )
}
