/** Readiness: whether the database takes durable writes, tried at most once a second. */
import { setTimeout } from 'node:timers/promises'
import type { GroupCommit } from './group-commit.ts'
import { unavailable } from './session.ts'
import { statement } from './statement.ts'

const GOOD_FOR_MS = 1000
/** A write that takes longer is no good, and whoever asks must hear so. */
const PATIENCE_MS = 3000

export function createCheck(group: GroupCommit): () => Promise<void> {
  let last: Promise<void> | undefined
  let until = 0
  return () => {
    const now = performance.now()
    if (last === undefined || now >= until) {
      until = Number.POSITIVE_INFINITY
      last = probe().finally(() => {
        until = performance.now() + GOOD_FOR_MS
      })
    }
    return last
  }

  async function probe() {
    const patience = new AbortController()
    const write = group.atomic((tx) => tx.run(touch, { value: crypto.randomUUID() }))
    const late = setTimeout(PATIENCE_MS, undefined, { signal: patience.signal, ref: false })
    try {
      const inTime = await Promise.race([write.then(() => true), late.then(() => false)])
      if (!inTime) throw unavailable(new Error(`no durable write in ${PATIENCE_MS} ms`))
    } finally {
      write.catch(() => {})
      late.catch(() => {})
      patience.abort()
    }
  }
}

const touch = statement((db, { value }: { value: string }) =>
  db
    .insertInto('facts')
    .values({ name: 'last_check', value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    ),
)
