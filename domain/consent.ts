/** Evidence of a consent: the button's words. The version of the terms is the operator's (operator-words.ts). */
import type { Flow } from './flows.ts'

/** The words that a person presses (the trial: the box to tick, then the button), exactly as shown. */
export const CONSENT_WORDS = {
  entry: '規約に同意して登録する',
  migration: '規約に同意して登録する',
  suspension: '規約に同意して利用停止手続きを行う',
  trial: '利用規約とプライバシーポリシーに同意する',
} as const satisfies Record<Flow, string>
