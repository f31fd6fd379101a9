/** What every page is given: its heading, and the way to other pages of the same document. */
import type { Result } from '../sending/result.ts'

export type Navigation = {
  /** Brings a page's code while a person is still typing, so that going there needs no network. */
  prepare: (path: string) => void
  goTo: (path: string, state: Result | null) => Promise<void>
}

export type PageProps = { title: string; navigation: Navigation }
