/** What a page knows of the directory before its code is loaded. */
import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'

/** The corporation's name, by the name of its control. */
export const SUGGESTING_FIELD = 'companyName'

/** The period (yyyy-mm) of the directory of the server that sent this page; undefined where it has none. */
export function announcedPeriod(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.find(({ name }) => name === DIRECTORY_ANNOUNCEMENT)?.description
}

/**
 * At hydration: a screen reader says what a field is at its first focus, before the code of its suggestions can be there.
 * Never prerendered, since the pages are built before anybody imports a directory.
 */
export function announceSuggestions(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem(SUGGESTING_FIELD)
  if (field instanceof HTMLInputElement && announcedPeriod()) makeCombobox(field)
}

/** A text field that will suggest, its list closed. */
export function makeCombobox(field: HTMLInputElement): void {
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-expanded', 'false')
}
