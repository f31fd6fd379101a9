/** What an operator lets applicants know of charges and of the end of use. Apart from operator-words.ts, which every page loads. */
import { FLOWS, type Flow } from './flows.ts'
import type { OperatorWords } from './operator-words.ts'

/** What follows a suspension, in the order in which it comes; a text is missing where it is not known. */
export function afterSuspension(words: OperatorWords): (readonly [string, string | undefined])[] {
  const { useEnd, lastBill, dataAfter } = words
  return [
    ['ご利用の終了日', useEnd],
    ['最後のご請求', lastBill],
    ['終了後のデータ', dataAfter],
  ]
}

/** What is known of charges and of the end of use, for who applies: label and sentence. */
export function knownTerms(flow: Flow, words: OperatorWords): [label: string, text: string][] {
  const charging = FLOWS[flow].isFree ? [] : ([['料金の発生', words.chargingStart]] as const)
  const all = flow === 'suspension' ? afterSuspension(words) : charging
  return all.flatMap(([label, text]) => (text ? [[label, text]] : []))
}
