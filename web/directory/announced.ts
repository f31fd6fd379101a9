import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'

/** The period (yyyy-mm) of the directory of the server that sent this page; undefined where it has none. */
export function announcedPeriod(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.find(({ name }) => name === DIRECTORY_ANNOUNCEMENT)?.description
}
