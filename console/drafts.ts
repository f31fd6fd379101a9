/** What is chosen and typed in an application's form and not recorded yet: kept in the tab's session storage, by account. */

import type { LastChange } from '#contract/console.ts'
import { NOTE_LIMIT } from '#contract/staff-api.ts'
import { isStaffStatus, type StaffStatus } from '#domain/staff.ts'

export type Draft = {
  choice: StaffStatus | null
  note: string
  /** Who confirmed it, where a request has to be confirmed with the customer. */
  confirmedBy: string
  /** Whether the applicant is to be told by mail. */
  notify: boolean
  /** The last change that was on the screen when the choice was made: its status is sent as the old one. */
  seen: LastChange
}

export type Drafts = {
  read(reference: string): Draft | null
  /** Null removes it. A browser that keeps nothing is no error: then the form alone has it. */
  write(reference: string, draft: Draft | null): void
  /** Applications that have something unrecorded. */
  references(): string[]
}

const PREFIX = 'draft.'

export function createDrafts(storage: Storage, who: string): Drafts {
  const prefix = prefixOf(who)
  return {
    read: (reference) => parsed(storage.getItem(prefix + reference)),
    write: (reference, draft) => {
      if (draft === null) return storage.removeItem(prefix + reference)
      try {
        storage.setItem(prefix + reference, JSON.stringify(draft))
      } catch {
        // The storage is full or switched off.
      }
    },
    references: () =>
      keysOf(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}

/** Removes what other accounts left in this tab; without an account, everything. */
export function forgetDrafts(storage: Storage, exceptOf?: string): void {
  const kept = exceptOf === undefined ? undefined : prefixOf(exceptOf)
  for (const key of keysOf(storage))
    if (key.startsWith(PREFIX) && (kept === undefined || !key.startsWith(kept)))
      storage.removeItem(key)
}

/** No account's prefix begins with another's: a name may hold any character. */
function prefixOf(who: string): string {
  return `${PREFIX}${JSON.stringify(who)}.`
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

/** Null where it is none: an earlier version of the console may have written it. */
function parsed(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const { choice, note, confirmedBy, notify, seen } = JSON.parse(text) as Partial<Draft>
    if (typeof note !== 'string' || note.length > NOTE_LIMIT) return null
    if (choice !== null && !isStaffStatus(String(choice))) return null
    if (!seen || !isStaffStatus(seen.status)) return null
    const confirmed = String(confirmedBy ?? '')
    return { choice: choice ?? null, note, confirmedBy: confirmed, notify: notify === true, seen }
  } catch {
    return null
  }
}
