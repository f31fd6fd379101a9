/** The list's filter as a query string: of the page, of its data and of its exports. What is searched for stands in no address of the page. */
import { CONSOLE_PATHS, type ExportFormat, exportPath, referencePath } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'

export const EVERYTHING: Filter = {
  flow: '',
  state: '',
  status: '',
  flag: '',
  waiting: '',
  answer: '',
  turn: '',
  from: '',
  to: '',
  assignee: '',
  late: '',
  order: '',
  search: '',
}
const NAMES = Object.keys(EVERYTHING) as (keyof Filter)[]

/** The filter of a query string; values are validated by the server. */
export function filterOf(query: string): Filter {
  const values = new URLSearchParams(query)
  return Object.fromEntries(NAMES.map((name) => [name, values.get(name) ?? ''])) as Filter
}

export function filterOfForm(form: FormData): Filter {
  const textOf = (name: string) => String(form.get(name) ?? '').trim()
  return Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as Filter
}

/** A new search is one over everything: the tab that was open before it is left. */
export function searchedAnew(before: Filter, next: Filter): Filter {
  if (next.search === '' || next.search === before.search) return next
  const state = next.state === before.state ? '' : next.state
  return { ...next, status: '', waiting: '', late: '', state }
}

/** An address of the page stays in the browser's history and in logs: it names no person. */
export function pagePath(filter: Filter, after = ''): string {
  return `/${queryOf({ ...filter, search: '' }, { after })}`
}

export function listPath(filter: Filter, after = ''): string {
  return `${CONSOLE_PATHS.applications}${queryOf(filter, { after })}`
}

export function neighboursPath(reference: string, filter: Filter): string {
  return `${referencePath('neighbours', reference)}${queryOf(filter)}`
}

/** `run` names the download, so that its progress can be asked for. */
export function downloadPath(format: ExportFormat, filter: Filter, run: string): string {
  return `${exportPath(format)}${queryOf(filter, { run })}`
}

export function sizePath(filter: Filter): string {
  return `${CONSOLE_PATHS.exportSize}${queryOf(filter)}`
}

/** `?…` without what is empty; an empty text for the whole list. */
function queryOf(filter: Filter, more: Record<string, string> = {}): string {
  const given = [...NAMES.map((name) => [name, filter[name]]), ...Object.entries(more)]
  const query = new URLSearchParams(given.filter(([, value]) => value !== '') as [string, string][])
  return query.size === 0 ? '' : `?${query}`
}

/** What stands in the browser's history beside an address: it reaches no server. */
export type PageState = { search: string; who: string }

/** Another person's search is none of this one's. */
export function searchIn(state: unknown, who: string): string {
  const { search, who: whose } = (state ?? {}) as Partial<PageState>
  return typeof search === 'string' && whose === who ? search : ''
}
