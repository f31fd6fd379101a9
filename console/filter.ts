/** The list's filter as a query string, the same for the page, its data and its exports. */
import { CONSOLE_PATHS, type ExportFormat, exportPath, type Filter } from '#domain/console.ts'

const EMPTY: Filter = { flow: '', state: '', status: '', flag: '', from: '', to: '', search: '' }
const NAMES = Object.keys(EMPTY) as (keyof Filter)[]

/** The filter of a query string; values are validated by the server. */
export function filterOf(query: string): Filter {
  const values = new URLSearchParams(query)
  return Object.fromEntries(NAMES.map((name) => [name, values.get(name) ?? ''])) as Filter
}

export function filterOfForm(form: FormData): Filter {
  const textOf = (name: string) => String(form.get(name) ?? '').trim()
  return Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as Filter
}

/** `?…` without empty conditions; an empty text for the whole list. */
export function queryOf(filter: Filter, after = ''): string {
  const given = [...NAMES.map((name) => [name, filter[name]]), ['after', after]]
  const query = new URLSearchParams(given.filter(([, value]) => value !== '') as [string, string][])
  return query.size === 0 ? '' : `?${query}`
}

export function pagePath(filter: Filter, after?: string): string {
  return `/${queryOf(filter, after)}`
}

export function listPath(filter: Filter, after?: string): string {
  return `${CONSOLE_PATHS.applications}${queryOf(filter, after)}`
}

export function downloadPath(format: ExportFormat, filter: Filter): string {
  return `${exportPath(format)}${queryOf(filter)}`
}
