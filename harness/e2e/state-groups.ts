/** The states of the pages by the product that they stand on: plain, with links in its mails, by invitation alone, with a directory. */
import { CORRECTION_STATES } from './correction-states.ts'
import { DIRECTORY_STATES } from './directory-states.ts'
import { SENTENCE_STATES } from './fault-states.ts'
import { INVITED_STATES, startInvitedProduct } from './invited-product.ts'
import { type Product, startProduct } from './product.ts'
import { startProductWithDirectory } from './sample-directory.ts'
import type { State } from './state.ts'
import { STATES } from './states.ts'
import { startLinkedProduct } from './status-product.ts'
import { STATUS_STATES } from './status-states.ts'

type Group = { states: readonly State[]; start: () => Promise<Product> }

const GROUPS: readonly Group[] = [
  { states: [...STATES, ...SENTENCE_STATES], start: startProduct },
  { states: [...STATUS_STATES, ...CORRECTION_STATES], start: startLinkedProduct },
  { states: INVITED_STATES, start: startInvitedProduct },
  { states: DIRECTORY_STATES, start: startProductWithDirectory },
]

/** Calls `look` with each state that is chosen, one after the other; a product without one is not started. */
export async function forEachState(
  isChosen: (state: State) => boolean,
  look: (state: State, product: Product) => Promise<void>,
): Promise<void> {
  for (const { states, start } of GROUPS) {
    const chosen = states.filter(isChosen)
    if (chosen.length === 0) continue
    const product = await start()
    try {
      for (const state of chosen) await look(state, product)
    } finally {
      await product.stop()
    }
  }
}
