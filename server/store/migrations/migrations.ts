/** The schema's history, each migration applied once and in this order: add at the end, change none that was released. */

import { RELEASE_1_0_0 } from './0001-release-1.0.0.ts'
import type { Migration } from './migration.ts'

export const MIGRATIONS: readonly Migration[] = [RELEASE_1_0_0]
