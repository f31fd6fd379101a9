/** How much of a sheet is read: far more than a table of a hundred rows needs. */
export const MAX_LINES = 5000
export const MAX_COLUMNS = 200
