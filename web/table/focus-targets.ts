/** Ids of what has the focus after a change of the table, besides its cells. */

/** The bar under the table: where the focus goes when the button that had it is gone. */
export const BAR_ID = 'table-bar'

/** The way on from the bar, where Escape leads from any cell. */
export const PROCEED_ID = 'table-proceed'

/** The button that opens a row's menu. */
export const rowButtonId = (no: number) => `row-${no}-menu`
