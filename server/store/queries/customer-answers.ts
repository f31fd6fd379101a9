/** What the billing system said of customer numbers. */
import type { CustomerAnswerRow } from '../schema.ts'
import { readForAll, write } from '../statement.ts'

/** The last answer takes the place of the one before. */
export const setCustomerAnswer = write((db, row: CustomerAnswerRow) =>
  db
    .insertInto('customer_answers')
    .values({
      application: row.application,
      answer: row.answer,
      name: row.name,
      version: row.version,
      at: row.at,
    })
    .onConflict((conflict) =>
      conflict.column('application').doUpdateSet((of) => ({
        answer: of.ref('excluded.answer'),
        name: of.ref('excluded.name'),
        version: of.ref('excluded.version'),
        at: of.ref('excluded.at'),
      })),
    ),
)

export const customerAnswersOf = readForAll((db, ids) =>
  db.selectFrom('customer_answers').selectAll().where('application', 'in', ids),
)
