/**
 * What the feed has not placed yet is found by a place that is missing, and no longer sorted by application: an
 * application's id is random, so every completion changed a page of the index of its own.
 */
import type { Migration } from './migration.ts'

export const FEED_IN_ORDER: Migration = {
  name: 'what is new in the feed, in the order of completion',
  steps: [
    'drop index changes_by_place',
    'create index changes_without_place on changes (place) where place is null',
    `create index changes_by_place on changes (place, application)
      where place is not null`,
  ],
}
