import type { Migration } from './migration.ts'

export const REQUESTS_SIDE_BY_SIDE: Migration = {
  name: 'a suspension beside another of the same number',
  steps: ['drop index one_open_suspension'],
}
