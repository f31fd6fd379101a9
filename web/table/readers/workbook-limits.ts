/** How much of a sheet is handed over: one line more than is read, so that a sheet that goes on is seen to. */
import { MAX_COLUMNS, MAX_LINES as READ_LINES } from '#domain/sheet.ts'

export const MAX_LINES = READ_LINES + 1
export { MAX_COLUMNS }
