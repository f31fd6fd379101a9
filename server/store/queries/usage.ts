/** Sums of how far forms were filled, by the day in Tokyo. */
import type { UsageErrorRow, UsageRow } from '../schema.ts'
import { readAll, write } from '../statement.ts'

export const addUsage = write((db, row: UsageRow) =>
  db
    .insertInto('usage')
    .values({ day: row.day, flow: row.flow, mark: row.mark, width: row.width, count: row.count })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'flow', 'mark', 'width'])
        .doUpdateSet((stored) => ({ count: stored('usage.count', '+', row.count) })),
    ),
)

export const addUsageErrors = write((db, row: UsageErrorRow) =>
  db
    .insertInto('usage_errors')
    .values({ day: row.day, flow: row.flow, field: row.field, code: row.code, count: row.count })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'flow', 'field', 'code'])
        .doUpdateSet((stored) => ({ count: stored('usage_errors.count', '+', row.count) })),
    ),
)

/** Days, both included. */
export type Days = { from: string; to: string }

export const usageBetween = readAll((db, { from, to }: Days) =>
  db
    .selectFrom('usage')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['flow', 'mark', 'width'])
    .select((eb) => ['flow', 'mark', 'width', eb.fn.sum<number>('count').as('count')]),
)

export const usageErrorsBetween = readAll((db, { from, to }: Days) =>
  db
    .selectFrom('usage_errors')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['flow', 'field', 'code'])
    .select((eb) => ['flow', 'field', 'code', eb.fn.sum<number>('count').as('count')]),
)

/** Days before. */
export const dropUsage = write((db, { day }: { day: string }) =>
  db.deleteFrom('usage').where('day', '<', day),
)

export const dropUsageErrors = write((db, { day }: { day: string }) =>
  db.deleteFrom('usage_errors').where('day', '<', day),
)
