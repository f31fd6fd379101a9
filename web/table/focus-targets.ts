/** Ids of what has the focus after a change of the table, besides its cells. */

/** The bar under the table: where the focus goes when the button that had it is gone. */
export const BAR_ID = 'table-bar'

/** The button that opens a row's menu. */
export const rowButtonId = (no: number) => `row-${no}-menu`
