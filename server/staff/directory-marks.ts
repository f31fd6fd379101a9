import { type DirectoryMarks, directoryMarks } from '#domain/directory-marks.ts'
import type { Directory } from '../directory/look-up.ts'
import type { WholeApplication } from '../store/queries/stored-applications.ts'
import { facilityAsJson } from './application-json.ts'

/** The directory's marks for one application; null where there is no directory, or it knows nothing of the application. */
export function marksOf(
  directory: Directory | undefined,
  { application, facilities }: Pick<WholeApplication, 'application' | 'facilities'>,
): DirectoryMarks | null {
  if (!directory?.about.period) return null
  const { period } = directory.about
  const rows = facilities.map(facilityAsJson)
  const numbers = new Set(rows.map(({ facilityNumber }) => facilityNumber))
  const published = directory.facilitiesOfNumbers([...numbers].filter((number) => number !== ''))
  const marks = directoryMarks(application.company_name ?? '', rows, published)
  return marks.length > 0 ? { period, marks } : null
}
