/** Hook: a press on what the page of an application has drawn. It says what that was, and has a key of its own. */
import { useContext } from 'react'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import { referencePath } from '#contract/console.ts'
import { type Drawn, drawnOf } from '#contract/drawn.ts'
import { PRESSES, type PressName, type Seen } from '#domain/presses.ts'
import { Refusal, send } from './api.ts'
import type { LostPress } from './drafts.ts'
import { SessionContext } from './session-context.ts'

type Wanted = {
  path: LostPress['path']
  body: object
  /** Where the page knows it from elsewhere than the record. */
  seen?: Seen
  /** What the person entered, where the same entry may be sent otherwise once the page is drawn anew. */
  entered?: object
  /** Under which it is kept; the path where nothing else is said. */
  slot?: LostPress['path']
  /** Sent, and kept nowhere. */
  secret?: object
}

export type Press = <T>(name: PressName, wanted: Wanted) => Promise<T>

/**
 * The same press again, after its answer was lost, is sent as it was, under the same key: the server does it once. Throws
 * Refusal.
 */
export function usePress(record: Drawn): Press {
  const { drafts } = useContext(SessionContext)
  const { reference } = record
  return async <T>(name: PressName, wanted: Wanted) => {
    const { path, body, entered = body, secret, slot = path } = wanted
    const content = JSON.stringify(entered)
    const lost = drafts.readPress(reference, slot)
    const sent =
      lost?.content === content
        ? lost
        : {
            content,
            path,
            key: crypto.randomUUID(),
            body: { ...body, ...seenOf(record, name, wanted) },
          }
    drafts.writePress(reference, slot, sent)
    const key = { [IDEMPOTENCY_KEY_HEADER]: sent.key }
    try {
      const reply = await send<T>(
        'POST',
        referencePath(sent.path, reference),
        { ...sent.body, ...secret },
        key,
      )
      drafts.writePress(reference, slot, null)
      return reply
    } catch (error) {
      if (error instanceof Refusal && error.isAnswer) drafts.writePress(reference, slot, null)
      throw error
    }
  }
}

function seenOf(record: Drawn, name: PressName, { seen }: Wanted): { seen?: Seen } {
  const { [name]: names } = PRESSES
  return names.length === 0 ? {} : { seen: { ...drawnOf(record, names), ...seen } }
}
