/** Page with the list of applications, newest first; new ones appear by polling. */

import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { ApplicationPage, ExportFormat } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { APPLICATION_STATES, STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { saveFile } from '#ui/save-file.ts'
import { download, Refusal } from '../api.ts'
import { downloadPath, FilterForm, filterOf, listPath, pagePath } from '../filter.tsx'
import { ApplicationTable } from '../parts/application-table.tsx'
import { Alert, Heading } from '../parts/basics.tsx'
import { usePermission } from '../session-context.ts'
import { useResource } from '../use-resource.ts'

export function ListPage() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const filter = filterOf(query)
  const after = new URLSearchParams(query).get('after') ?? ''
  const path = listPath(filter, after)
  const { data, isLoading, refusal } = useResource<ApplicationPage>(path)
  const results = useRef<HTMLElement>(null)
  const mayExport = usePermission('export')
  // The pressed link or button is replaced: focus moves to the new results.
  const showResults = () => {
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView()
  }
  const narrow = (next: Filter) => {
    navigate(pagePath(next))
    showResults()
  }
  const arrivals = useArrivals(path, isLoading ? null : data)

  return (
    <>
      <Heading title="お申し込み一覧" />
      <FilterForm key={query} filter={filter} onFilter={narrow} />
      <StatusTabs filter={filter} counts={data?.counts} />
      {refusal && <Alert>{refusal.message}</Alert>}
      <p className="arrivals" role="status">
        {arrivals.size > 0 && `新しいお申し込みが${arrivals.size}件届きました。`}
      </p>
      <section aria-label="検索結果" aria-busy={isLoading} tabIndex={-1} ref={results}>
        {data && data.applications.length > 0 && (
          <ApplicationTable applications={data.applications} arrivals={arrivals} />
        )}
        {data?.applications.length === 0 && <p>条件に合うお申し込みはありません。</p>}
      </section>
      <nav className="pager" aria-label="ページ">
        {after !== '' && (
          <Link href={pagePath(filter)} onClick={showResults}>
            最新の一覧に戻る
          </Link>
        )}
        {data?.next && (
          <Link href={pagePath(filter, data.next)} onClick={showResults}>
            次のページ
          </Link>
        )}
      </nav>
      {mayExport && <Downloads filter={filter} />}
    </>
  )
}

const LABELS = { xlsx: 'Excel', csv: 'CSV', json: 'JSON' } as const satisfies Record<
  ExportFormat,
  string
>
const FORMATS = Object.keys(LABELS) as ExportFormat[]

/** Buttons that download the filtered list; a refusal or a broken download is shown on the page. */
function Downloads({ filter }: { filter: Filter }) {
  const [running, setRunning] = useState<ExportFormat | null>(null)
  const [problem, setProblem] = useState('')
  const start = async (format: ExportFormat) => {
    if (running) return
    setRunning(format)
    setProblem('')
    try {
      const { name, content } = await download(downloadPath(format, filter))
      saveFile(name, content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
    } finally {
      setRunning(null)
    }
  }
  return (
    <section className="downloads" aria-label="ダウンロード">
      <p>この条件のお申し込みをダウンロード</p>
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className="secondary"
          aria-busy={running === format}
          onClick={() => void start(format)}
        >
          {LABELS[format]}
        </button>
      ))}
      {problem !== '' && <Alert>{problem}</Alert>}
    </section>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** References that were not there when the list at this path was first seen. */
function useArrivals(path: string, page: ApplicationPage | null): ReadonlySet<string> {
  const first = useRef<{ path: string; newest: string }>(undefined)
  if (!page) return NONE
  if (first.current?.path !== path)
    first.current = { path, newest: page.applications[0]?.createdAt ?? '' }
  const { newest } = first.current
  const later = page.applications.filter(({ createdAt }) => createdAt > newest)
  return new Set(later.map(({ reference }) => reference))
}

type Props = { filter: Filter; counts: ApplicationPage['counts'] | undefined }

type Tab = {
  label: string
  count: keyof ApplicationPage['counts']
  filter: Pick<Filter, 'status' | 'state'>
}

const TABS: readonly Tab[] = [
  { label: 'すべて', count: 'all', filter: { status: '', state: '' } },
  ...STAFF_STATUS_NAMES.map(
    (status): Tab => ({
      label: STAFF_STATUSES[status].label,
      count: status,
      filter: { status, state: '' },
    }),
  ),
  {
    label: APPLICATION_STATES.pending,
    count: 'pending',
    filter: { status: '', state: 'pending' },
  },
]

/** A filter by status with the number of applications of each. */
function StatusTabs({ filter, counts }: Props) {
  return (
    <nav className="tabs" aria-label="対応状況">
      <ul>
        {TABS.map((tab) => (
          <li key={tab.label}>
            <Link
              href={pagePath({ ...filter, ...tab.filter })}
              aria-current={isCurrent(tab, filter) ? 'page' : undefined}
            >
              {tab.label}
              <span className="count">{counts && `${counts[tab.count].toLocaleString()}件`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isCurrent(tab: Tab, { status, state }: Filter): boolean {
  return tab.filter.status === status && tab.filter.state === state
}
