/** Client-side navigation as the pages see it: prefetch a page's code, then go there with navigation state. */
import type { Result } from './result.ts'

export type Navigation = {
  /** Prefetches a page's code, so that going there needs no network; false if it cannot be loaded. */
  prepare: (path: string) => Promise<boolean>
  goTo: (path: string, state: Result | null) => Promise<void>
}
