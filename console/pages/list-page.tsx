/** Page with the list of applications, newest first; new ones appear by polling. */
import { useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { ApplicationPage, Filter } from '#domain/console.ts'
import { filterOf, listPath, pagePath } from '../filter.ts'
import { Alert } from '../parts/alert.tsx'
import { ApplicationTable } from '../parts/application-table.tsx'
import { FilterForm } from '../parts/filter-form.tsx'
import { Heading } from '../parts/heading.tsx'
import { StatusTabs } from '../parts/status-tabs.tsx'
import { usePermission } from '../session-context.ts'
import { useArrivals } from '../use-arrivals.ts'
import { useResource } from '../use-resource.ts'
import { Downloads } from './downloads.tsx'

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
