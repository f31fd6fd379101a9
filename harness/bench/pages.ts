/** The pages that are measured: all that a visitor can open. */
import { CORRECT_PAGE, STATUS_PAGE } from '#contract/status-pages.ts'
import { FLOWS, MAIL_ERROR_PATH } from '#domain/flows.ts'

const { entry, migration, suspension, trial } = FLOWS

/** Forms with facility rows. */
export const ROW_FORMS: readonly string[] = [entry.inputPath, migration.inputPath, trial.inputPath]

/** The pages that everybody waits for first. */
export const INPUT_PATHS: readonly string[] = [...ROW_FORMS, suspension.inputPath]

/** Answered with 404, which Lighthouse will not judge. */
export const NOT_FOUND_PATH = '/404'

export const PAGE_PATHS: readonly string[] = [
  '/',
  ...INPUT_PATHS,
  entry.resultPath,
  migration.resultPath,
  suspension.resultPath,
  trial.resultPath,
  MAIL_ERROR_PATH,
  STATUS_PAGE,
  CORRECT_PAGE,
  NOT_FOUND_PATH,
]

/** As an invitation's link opens them; without a number they only say so. */
export const NUMBERED_PATHS: readonly string[] = [migration, suspension].map(
  ({ inputPath }) => `${inputPath}?customerNumber=10001`,
)

const KILOBYTE = 1024

/** Beside the goals of forms and of pages that only say something (decision 383). */
const SCRIPT: Readonly<Record<string, number>> = {
  // Asks, and hands over to the page of a correction.
  [STATUS_PAGE]: 1.3,
  // A form, what its answer is compared with, and the question of the status page.
  [CORRECT_PAGE]: 1.7,
}

/** How much a page may weigh, in brotli bytes; script as a multiple of React and ReactDOM alone, the reporter included. */
export const BUDGET = {
  script: (path: string) => SCRIPT[path] ?? (INPUT_PATHS.includes(path) ? 1.6 : 1.25),
  /** What React, a library for forms and one for schemas weigh. */
  form: 91 * KILOBYTE,
  style: 8 * KILOBYTE,
  entryHtml: 4 * KILOBYTE,
  /** The reader and planner of a paste. */
  paste: 25 * KILOBYTE,
  /** The worker that reads files, by what their bytes are, and recognises what they and long pastes say. */
  file: 37 * KILOBYTE,
  /** SheetJS, which that worker loads for .xls, .xlsb and .numbers. */
  otherFile: 110 * KILOBYTE,
}
