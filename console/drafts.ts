/** What is chosen and typed at an application and neither recorded nor sent yet: kept in the tab's session storage, by account. */

import type { referencePath } from '#contract/console.ts'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import type { LastChange } from '#contract/error-schemas.ts'
import { NOTE_LIMIT } from '#contract/staff-api.ts'
import { MESSAGE_LIMIT } from '#contract/status.ts'
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

/** What is typed for an applicant, with the tick beside it where there is one. */
export type Text = { text: string; isTicked: boolean }

/** What a text is for: a message to the applicant, or the reason of the decision on exactly this request. */
export type Purpose = 'message' | `correction-${number}` | `withdrawal-${string}`

/** A press whose answer has not come yet, as it was sent; `content` is what the person entered. */
export type LostPress = {
  content: string
  path: Exclude<Parameters<typeof referencePath>[0], 'application' | 'neighbours'>
  body: object
  key: string
}

export type Drafts = {
  read(reference: string): Draft | null
  /** Null removes it. A browser that keeps nothing is no error: then the form alone has it. */
  write(reference: string, draft: Draft | null): void
  readText(reference: string, purpose: Purpose): Text | null
  /** Null removes it, and so does an empty one. */
  writeText(reference: string, purpose: Purpose, text: Text | null): void
  readPress(reference: string, path: LostPress['path']): LostPress | null
  /** Null removes it. */
  writePress(reference: string, path: LostPress['path'], press: LostPress | null): void
  /** Removes an application's texts for anything else, as for requests that somebody has decided. */
  keepTexts(reference: string, purposes: readonly Purpose[]): void
  /** Applications that have something unrecorded or unsent; a press is neither. */
  references(): string[]
}

/** A tab keeps so many texts; then the one that was typed first goes. */
export const MOST_TEXTS = 50

const PREFIX = 'draft.'
const PRESS = 'press-'

export const NO_DRAFTS: Drafts = {
  read: () => null,
  write: () => {},
  readText: () => null,
  writeText: () => {},
  readPress: () => null,
  writePress: () => {},
  keepTexts: () => {},
  references: () => [],
}

/** Null where the browser forbids it. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

export function createDrafts(storage: Storage | null, who: string, now = Date.now): Drafts {
  if (storage === null) return NO_DRAFTS
  const prefix = prefixOf(who)
  const keys = () => keysOf(storage).filter((key) => key.startsWith(prefix))
  const write = (key: string, value: object | null) => {
    if (value === null) return storage.removeItem(key)
    try {
      storage.setItem(key, JSON.stringify(value))
    } catch {
      // The storage is full or switched off.
    }
  }
  /** Without a purpose, what the keys of all its texts begin with. No receipt number has a dot. */
  const textKey = (reference: string, purpose = '') => `${prefix}${reference}.${purpose}`
  return {
    read: (reference) => parsed(storage.getItem(prefix + reference)),
    write: (reference, draft) => write(prefix + reference, draft),
    readText: (reference, purpose) => textOf(storage.getItem(textKey(reference, purpose))),
    writeText: (reference, purpose, text) => {
      const isKept = text !== null && isText(text)
      write(textKey(reference, purpose), isKept ? { ...text, at: now() } : null)
      removeOldest(
        storage,
        keys().filter((key) => key.slice(prefix.length).includes('.')),
      )
    },
    readPress: (reference, path) => pressOf(storage.getItem(textKey(reference, PRESS + path))),
    writePress: (reference, path, press) =>
      write(textKey(reference, PRESS + path), press && { ...press, at: now() }),
    keepTexts: (reference, purposes) => {
      const kept = purposes.map((purpose) => textKey(reference, purpose))
      // Where nothing may be sent any more, no press is sent again.
      const presses = textKey(reference, purposes.length === 0 ? '.' : PRESS)
      for (const key of keys())
        if (key.startsWith(textKey(reference)) && !key.startsWith(presses) && !kept.includes(key))
          storage.removeItem(key)
    },
    references: () => [
      ...new Set(
        keys()
          .filter((key) => !key.includes(`.${PRESS}`))
          .map((key) => key.slice(prefix.length).split('.')[0] ?? ''),
      ),
    ],
  }
}

/** What texts of an application may still be for. */
export function openPurposes(record: ApplicationRecord): Purpose[] {
  const { conversation, correction, erasedAt } = record
  if (erasedAt) return []
  const { withdrawal } = conversation ?? {}
  return [
    'message',
    ...(withdrawal?.state === 'waiting' ? [`withdrawal-${withdrawal.id}` as const] : []),
    ...(correction?.state === 'waiting' ? [`correction-${correction.number}` as const] : []),
  ]
}

/** Removes what other accounts left in this tab; without an account, everything. */
export function forgetDrafts(storage: Storage | null, exceptOf?: string): void {
  if (storage === null) return
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
function parsed(json: string | null): Draft | null {
  const { choice, note, confirmedBy, notify, seen } = fieldsOf<Draft>(json)
  if (typeof note !== 'string' || note.length > NOTE_LIMIT) return null
  if (choice !== null && !isStaffStatus(String(choice))) return null
  if (!seen || !isStaffStatus(seen.status)) return null
  const confirmed = String(confirmedBy ?? '')
  return { choice: choice ?? null, note, confirmedBy: confirmed, notify: notify === true, seen }
}

function pressOf(json: string | null): LostPress | null {
  const { content, path, body, key } = fieldsOf<LostPress>(json)
  return content && path && body && key ? { content, path, body, key } : null
}

function textOf(json: string | null): Text | null {
  const { text, isTicked } = fieldsOf<Text>(json)
  if (typeof text !== 'string' || !isText({ text })) return null
  return { text, isTicked: isTicked === true }
}

function isText({ text }: Pick<Text, 'text'>): boolean {
  return text.trim() !== '' && text.length <= MESSAGE_LIMIT
}

function removeOldest(storage: Storage, keys: string[]): void {
  if (keys.length <= MOST_TEXTS) return
  const aged = keys.map((key) => ({
    key,
    at: Number(fieldsOf<{ at: number }>(storage.getItem(key)).at ?? 0),
  }))
  for (const { key } of aged.sort((a, b) => b.at - a.at).slice(MOST_TEXTS)) storage.removeItem(key)
}

/** None where it is no object. */
function fieldsOf<T extends object>(json: string | null): Partial<T> {
  try {
    return Object(JSON.parse(json ?? 'null'))
  } catch {
    return {}
  }
}
