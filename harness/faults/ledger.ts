/** What the clients did, in a file outside the server: written before each sending and after each reply, never changed. */
import { appendFileSync, readFileSync } from 'node:fs'
import type { Call } from '#domain/flows.ts'
import type { Application } from '../client/application.ts'

/** `attempt` counts from 1; a later one retries the same call with the same key. */
type Sending = { key: string; call: Call; attempt: number }

export type Entry =
  | { event: 'begun'; key: string; application: Application }
  | ({ event: 'sent' } & Sending)
  /** A 200, and the username where it brought one. */
  | ({ event: 'acknowledged'; username?: string } & Sending)
  /** No answer, or one that leaves open what was stored. */
  | ({ event: 'unknown'; why: string } & Sending)
  /** An answer that no retry would change. */
  | ({ event: 'refused'; why: string } & Sending)

export type Ledger = {
  write(entry: Entry): void
  /** All of it; or as after a power cut at a moment, when nothing that was acknowledged later counts. */
  read(cutAt?: number): (Entry & { at: number })[]
}

export function openLedger(path: string): Ledger {
  return {
    write: (entry) => appendFileSync(path, `${JSON.stringify({ ...entry, at: monotonic() })}\n`),
    read: (cutAt = Number.POSITIVE_INFINITY) =>
      readFileSync(path, { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Entry & { at: number } => JSON.parse(line))
        .filter(({ event, at }) => event !== 'acknowledged' || at <= cutAt),
  }
}

/** Milliseconds of a clock that all processes of the machine share, and nobody sets. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Calls sent for the first time, what became of them, and how often an unknown one was sent again. */
export type Tally = { sent: number; acknowledged: number; unknown: number; retried: number }

export function tallyOf(entries: readonly Entry[]): Tally {
  const count = (event: Entry['event'], first: boolean) =>
    entries.filter((entry) => entry.event === event && isFirst(entry) === first).length
  return {
    sent: count('sent', true),
    acknowledged: count('acknowledged', true),
    unknown: count('unknown', true),
    retried: count('sent', false),
  }
}

function isFirst(entry: Entry): boolean {
  return 'attempt' in entry && entry.attempt === 1
}
