/** The schema's history, each migration applied once and in this order: add at the end, change none. */

import { APPLICATIONS } from './0001-applications.ts'
import { REQUESTS_BY_NUMBER } from './0002-requests-by-number.ts'
import { OPEN_LISTS } from './0003-open-lists.ts'
import { REQUESTS_SIDE_BY_SIDE } from './0004-requests-side-by-side.ts'
import { OUTBOX_DESTINATIONS } from './0005-outbox-destinations.ts'
import { STAFF_ACCOUNTS } from './0006-staff-accounts.ts'
import { APPEND_ONLY_AUDIT } from './0007-append-only-audit.ts'
import { OUTBOX_OUT_OF_QUEUE } from './0008-outbox-out-of-queue.ts'
import { STAFF_API } from './0009-staff-api.ts'
import { IDENTITY_PROVIDER } from './0010-identity-provider.ts'
import { FEED_IN_ORDER } from './0011-feed-in-the-order-of-completion.ts'
import { ACCOUNT_GENERATIONS } from './0012-generations-of-staff-accounts.ts'
import { ACCOUNT_REQUIRED } from './0013-account-required.ts'
import { COUNTER } from './0014-counter.ts'
import { OUTBOX_BACKOFF } from './0015-outbox-backoff.ts'
import { STATUS_LINKS } from './0016-status-links.ts'
import { MESSAGES } from './0017-messages.ts'
import { REVISIONS } from './0018-revisions.ts'
import type { Migration } from './migration.ts'

export const MIGRATIONS: readonly Migration[] = [
  APPLICATIONS,
  REQUESTS_BY_NUMBER,
  OPEN_LISTS,
  REQUESTS_SIDE_BY_SIDE,
  OUTBOX_DESTINATIONS,
  STAFF_ACCOUNTS,
  APPEND_ONLY_AUDIT,
  OUTBOX_OUT_OF_QUEUE,
  STAFF_API,
  IDENTITY_PROVIDER,
  FEED_IN_ORDER,
  ACCOUNT_GENERATIONS,
  ACCOUNT_REQUIRED,
  COUNTER,
  OUTBOX_BACKOFF,
  STATUS_LINKS,
  MESSAGES,
  REVISIONS,
]

/** What a process calls itself at PostgreSQL; without a number it is one that does not know a withdrawn application. */
export const PROCESS_NAME = `moushikomi ${MIGRATIONS.length}`
