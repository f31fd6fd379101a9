/** Marks in a column that a service heads: ○, a capacity, or that there is none. */
import { withoutEnd, withoutStart } from '#domain/text.ts'

const NO_MARK =
  /^(?:[-‐‑–—―−ー×✕✖xX/]+|無し?|なし|0|未|否|いいえ|実施なし|非該当|FALSE|廃止(?:\(.{0,20}\))?)$/i
const YES_MARK =
  /^(?:[○◯〇●◎✓✔☑■レ✅v有]|有り|あり|はい|実施|該当|TRUE|(?:(?:令和|平成|昭和|[RHS])\d{1,2}|\d{4})[年./-]\d{1,2}[月./-](?:\d{1,2}日?)?|(?:[○◯〇●◎]?\(?\d{1,3}(?:名|人|床)?\)?))$/i

/** Whether a mark says yes or no; null for any other text. */
export function meaningOfMark(text: string): 'yes' | 'no' | null {
  const mark = text.normalize('NFKC').replace(/\s/g, '')
  if (NO_MARK.test(mark)) return 'no'
  return YES_MARK.test(mark) ? 'yes' : null
}

export function isMark(text: string): boolean {
  return meaningOfMark(text) !== null
}

/** One of the choices in a cell, behind its box. */
export type Box = { text: string; isTicked: boolean }

const BOX = /[☑☒■✓✔✅□☐][^☑☒■✓✔✅□☐]*/gu
const MARKED = /^[^○◯〇●◎×✕✖]+[○◯〇●◎×✕✖]$/u
const EMPTY = /[□☐]/

/** The choices of a cell, each behind its box, or before its mark as in 「生介○ 短期×」; null where no box is empty: then they are bullets. */
export function boxesIn(text: string): Box[] | null {
  const items = text.length > 300 ? [] : text.split(/[\s、,]+/).filter((item) => item !== '')
  if (items.length > 1 && items.every((item) => MARKED.test(item)))
    return items.map((item) => ({ text: item.slice(0, -1), isTicked: /[○◯〇●◎]$/.test(item) }))
  if (!/^\s*[☑☒■✓✔✅□☐]/u.test(text) || !EMPTY.test(text)) return null
  return (text.match(BOX) ?? []).flatMap((item) => {
    const label = withoutEnd(withoutStart(item.slice(1), /[\s・:：]/), /[\s、,・／/]/)
    return label === '' ? [] : [{ text: label, isTicked: !EMPTY.test(item) }]
  })
}
