import type { Migration } from './migration.ts'

export const REQUESTS_BY_NUMBER: Migration = {
  name: 'requests found by their number, open or not',
  steps: [
    `create index requests_by_number on applications (customer)
      where flow in ('migration', 'suspension')`,
    'drop index migrations_by_number',
  ],
}
