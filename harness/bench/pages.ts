/** The pages that are measured: all that a visitor can open. */
import { CORRECT_PAGE, STATUS_PAGE } from '#contract/status-pages.ts'
import { FLOWS, MAIL_ERROR_PATH, QUOTE_PATH } from '#domain/flows.ts'

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
  QUOTE_PATH,
  NOT_FOUND_PATH,
]

/** As an invitation's link opens them; without a number they only say so. */
export const NUMBERED_PATHS: readonly string[] = [migration, suspension].map(
  ({ inputPath }) => `${inputPath}?customerNumber=10001`,
)

const KILOBYTE = 1024

/** Whoever opens these fills in a form. */
const FORM_PATHS: readonly string[] = [...INPUT_PATHS, CORRECT_PAGE]

/**
 * How much a page may weigh, in brotli bytes; script as a multiple of React and ReactDOM alone, the reporter included. A budget that is
 * met has about a tenth of air: who has to shave bytes for a sentence moves it, and says why (decision 51).
 */
export const BUDGET = {
  /** Of a correction 1.75 until the reporter told how far forms are filled: it has a form, and the difference to what was sent. */
  script: (path: string) => (path === CORRECT_PAGE ? 1.85 : FORM_PATHS.includes(path) ? 1.75 : 1.4),
  /** What React, a library for forms and one for schemas weigh, and a tenth more. */
  form: 100 * KILOBYTE,
  /** 8 KB until the check step, the status page and a phone's rows each got a layout of their own. */
  style: 9 * KILOBYTE,
  entryHtml: 4.25 * KILOBYTE,
  /** The reader and planner of a paste. */
  paste: 25 * KILOBYTE,
  /** The worker that reads files, by what their bytes are, and recognises what they and long pastes say. */
  file: 48 * KILOBYTE,
  /** SheetJS, which that worker loads for .xls, .xlsb and .numbers. */
  otherFile: 110 * KILOBYTE,
  /** PDF.js, which that worker loads for a PDF. */
  pdf: 480 * KILOBYTE,
}
