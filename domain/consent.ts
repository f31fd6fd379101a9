/**
 * Consent: the button's words, which are its evidence, and what an operator lets applicants know of charges and of the end
 * of use. The version of the terms is the operator's (operator-words.ts, which every page loads; this file not).
 */

import { FLOWS, type Flow } from './flows.ts'
import type { OperatorWords } from './operator-words.ts'

/** The words that a person presses (the trial: the box to tick, then the button), exactly as shown. */
export const CONSENT_WORDS = {
  entry: '規約に同意して登録する',
  migration: '規約に同意して登録する',
  suspension: '規約に同意して利用停止手続きを行う',
  trial: '利用規約とプライバシーポリシーに同意する',
} as const satisfies Record<Flow, string>

/** The words of a correction: where its price is another than was agreed to, they are the consent to it. */
export function correctionWords(flow: Flow, isPriced: boolean): string {
  if (!isPriced) return '訂正を申し出る'
  return FLOWS[flow].isFree
    ? '新しい料金の目安に同意して訂正を申し出る'
    : '新しい料金に同意して訂正を申し出る'
}

/** What follows a suspension, in the order in which it comes; a text is missing where it is not known. */
export function afterSuspension(words: OperatorWords): (readonly [string, string | undefined])[] {
  const { useEnd, lastBill, dataAfter } = words
  return [
    ['ご利用の終了日', useEnd],
    ['最後のご請求', lastBill],
    ['終了後のデータ', dataAfter],
  ]
}

/** What the operator has written of charges and of the end of use: label and sentence for each. */
export function termSentences(flow: Flow, words: OperatorWords): [label: string, text: string][] {
  const charging = FLOWS[flow].isFree ? [] : ([['料金の発生', words.chargingStart]] as const)
  const all = flow === 'suspension' ? afterSuspension(words) : charging
  return all.flatMap(([label, text]) => (text ? [[label, text]] : []))
}
