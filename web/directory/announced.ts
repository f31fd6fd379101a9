/** Whether the server that sent this page has a directory of facilities. */
import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'

/** Its period as yyyy-mm; undefined where there is none. */
export function announcedPeriod(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.find(({ name }) => name === DIRECTORY_ANNOUNCEMENT)?.description
}
