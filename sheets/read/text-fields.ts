/** What stands in an entry of a text: its numbers are taken out, and the pieces between separators are services, labels, noise or words. */

import { hasValidCheckDigit, lostZero } from '#domain/facilities.ts'
import { memoised } from '#domain/memoise.ts'
import type { PriceList } from '#domain/prices.ts'
import { withoutEnd, withoutStart } from '#domain/text.ts'
import { insideQuotes } from '../recognise/enumeration.ts'
import { headingOf, isOurs } from '../recognise/headings.ts'
import { isHyphenated } from '../recognise/numbers.ts'
import { isServiceText } from '../recognise/services.ts'

/** A text in whose place of each number stands NUMBER; parts that brackets make are parted by BREAK, lines of one entry by LINE. */
export type Marked = { text: string; numbers: readonly string[] }

export const NUMBER = '\ue000'
export const BREAK = '\ue001'
/** Between lines of one entry. */
export const LINE = '\ue003'

const TELEPHONE = /(?:TEL|FAX|電話|携帯|ファックス|☎|℡)(?:番号)?[:：]?$/i
const LABELLED = /(?:番号|コード|No\.?)(?:[(（][^()（）]{0,8}[)）])?[:：]?["']?$/i

/** A line with its numbers taken out, and the words and brackets that only say that they are numbers. */
export const marked = memoised(takenOut)

function takenOut(line: string): Marked {
  const plain = line
    .replace(/[０-９]/g, (digit) => digit.normalize('NFKC'))
    .replace(/[‐‑–—―−－](?=\d)/g, '-')
  const numbers: string[] = []
  let text = ''
  let end = 0
  for (const { 0: run, index } of plain.matchAll(/\d[\d-]*\d/g)) {
    const value = run.replace(/-/g, '')
    const isNumber = value === run ? isPlainNumber(value) : isHyphenated(run) || isInThrees(run)
    const before = plain.slice(Math.max(0, index - 24), index).replace(/\s/g, '')
    const isLabelled = value.length === 10 && LABELLED.test(before)
    if (!(isNumber || isLabelled) || TELEPHONE.test(before)) continue
    text += line.slice(end, index) + NUMBER
    end = index + run.length
    numbers.push(value)
  }
  if (numbers.length > 0) return { text: opened(text + line.slice(end)), numbers }
  const [, pending] = PENDING.exec(line) ?? []
  return pending === undefined
    ? { text: line, numbers }
    : { text: opened(line.replace(pending, NUMBER)), numbers: [pending] }
}

/** In the place of a number that is not known yet. */
const PENDING =
  /(?:^|[^\p{L}\p{N}])((?:番号)?(?:指定)?(?:申請中|未定|未取得|取得中|交付待ち))(?=$|[^\p{L}\p{N}])/u

function isPlainNumber(value: string): boolean {
  return value.length === 10 || (value.length === 9 && lostZero(value) !== null)
}

/** In prose 131-010-0118 is one whatever its check digit; what begins as a telephone does has to have it. */
function isInThrees(run: string): boolean {
  const isValid = () => hasValidCheckDigit(run.replaceAll('-', ''))
  return /^\d{3}-\d{3}-\d{4}$/.test(run) && (!run.startsWith('0') || isValid())
}

/** 「レコード」 is no code: what katakana stands in front of one is the first group. */
const LABEL_OF_NUMBER =
  /(?:(?:都道府県)?(?:指定|障害福祉サービス)?(?:事業所|事業者|施設)?(?:指定)?(?:番号|([ァ-ヶー]{0,8})コード|№)\s{0,3}(?:[(（][^()（）]{0,8}[)）])?\s{0,3}[:：]?|\bNo\.?\s{0,3}[:：]?|=)\s{0,3}["']?(?=\ue000)/giu

/** Brackets around a number part what stands before, within and behind them. */
function opened(text: string): string {
  const bare = text
    .replace(/["']\s{0,3}(\ue000)\s{0,3}["']/g, '$1')
    .replace(LABEL_OF_NUMBER, (whole, front) => (front ? whole : BREAK))
  const characters = Array.from(bare)
  const open: number[] = []
  for (const [at, character] of characters.entries()) {
    if (OPENING.includes(character)) open.push(at)
    else if (CLOSING.includes(character)) {
      const from = open.pop()
      if (from === undefined || !characters.slice(from, at).includes(NUMBER)) continue
      const inside = characters.slice(from + 1, at).join('')
      const parted = partsAt(/[、,，／/;；]/, inside).join(BREAK)
      characters.fill('', from, at + 1)
      characters[from] = BREAK + parted + BREAK
    }
  }
  return characters.join('')
}

const OPENING = '(（【［[「『〔<＜'
const CLOSING = ')）】］]」』〕>＞'

/** Figures by which a facility may be called; a number of its own has nine or ten. */
export const NAME_IN_FIGURES = /^\d{2,6}$/

export type Field = {
  kind: 'number' | 'service' | 'word' | 'noise'
  text: string
  /** What the text itself calls it. */
  label?: string
}

/** 「１，２の３」 is one word. What stands before the separator is a group (`partsAt`), for a lookbehind is not in every promised browser. */
const COMMA = /[,，、](?![\d０-９])|(^|[^\d０-９])[,，、]/

/** From the strongest separator to the weakest: what stands beside most numbers of a text parts its fields. */
const SEPARATORS: readonly RegExp[] = [
  /\t/,
  /[|｜│]/,
  /[／/]/,
  COMMA,
  /[;；]/,
  / [-－–—] /,
  /[:：]/,
  /[ 　]{2,}/,
  /　/,
  / /,
]
/** Where nothing stands beside them. */
const ANY = new RegExp(`[\\t|｜│／/;；:：　]|${COMMA.source}| {2,}`)

/** Where the numbers stand on lines of their own, every line is a field. */
const ALONE = /(?:^|\ue003)[\s\ue001]*\ue000[\s\ue001]*(?:\ue003|$)/
const WHOLE_LINES = /\t+/

export function separatorOf(entries: readonly Marked[]): RegExp {
  const alone = entries.filter(({ text }) => ALONE.test(text))
  if (alone.length * 2 > entries.length) return WHOLE_LINES
  const votes = SEPARATORS.map(() => 0)
  for (const { text } of entries)
    for (const beside of new Set(besideNumbers(text))) {
      const at = SEPARATORS.findIndex((separator) => separator.test(beside))
      if (at >= 0) votes[at] = (votes[at] ?? 0) + 1
    }
  const most = Math.max(...votes)
  return (most * 2 > entries.length && SEPARATORS[votes.indexOf(most)]) || ANY
}

/** What stands between a number and the next letter, on either side. */
function besideNumbers(text: string): string[] {
  const runs =
    text.match(
      /[^\p{L}\p{N}\ue001\ue003\ue000()（）【】「」"']*["']?\ue000["']?[^\p{L}\p{N}\ue001\ue003\ue000()（）【】「」"']*/gu,
    ) ?? []
  return runs.flatMap((run) => run.split(NUMBER).map((side) => side.replace(/["']/g, '')))
}

export function fieldsOf(list: PriceList, entry: Marked, separator: RegExp): Field[] {
  const fields = piecesOf(list, entry, separator)
  return fields.map((field, at) => {
    const next = fields[at + 1]
    const service =
      next?.kind === 'number' ? BEFORE_NUMBER[`${field.text}${next.text[2]}`] : undefined
    return service ? { kind: 'service', text: service } : field
  })
}

/** 「特定1532100037　児1572102000」: words before numbers of consultation, by the third digit. */
const BEFORE_NUMBER: Record<string, string> = {
  特定3: '計画相談支援',
  者3: '計画相談支援',
  児7: '障害児相談支援',
}

function piecesOf(list: PriceList, { text, numbers }: Marked, separator: RegExp): Field[] {
  let taken = 0
  return text.split(/[\ue001\ue003]/).flatMap((part) =>
    partsAt(separator, part).flatMap((piece) =>
      piece.split(/(\ue000)/).flatMap((written): Field[] => {
        if (written !== NUMBER) return fieldOf(list, written)
        taken += 1
        return [{ kind: 'number', text: numbers[taken - 1] ?? '' }]
      }),
    ),
  )
}

/** Parts at the separators that stand in no brackets; at all of them where a bracket has no other half. */
export function partsAt(separator: RegExp, text: string): string[] {
  const pieces: string[] = []
  const parts = ['']
  let [rest, depth] = [text, 0]
  for (;;) {
    const found = separator.exec(rest)
    const before = found?.[1]?.length ?? 0
    const piece = rest.slice(0, found ? found.index + before : rest.length)
    pieces.push(piece)
    parts.push(`${parts.pop()}${piece}`)
    depth += (piece.match(/[(（「【]/g) ?? []).length - (piece.match(/[)）」】]/g) ?? []).length
    if (!found) return depth === 0 ? parts : pieces
    rest = rest.slice(found.index + found[0].length)
    if (depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${found[0].slice(before)}`)
  }
}

const NOISE =
  /^(?:[\d\s()+.,-]+|(?:定員)?\d{1,3}(?:名|人|床)|〒?\s?\d{3}-\d{4}|(?:TEL|FAX|電話|携帯|℡|☎)\s{0,3}[:：]?\s{0,3}[\d()-]*|[^@]{1,60}@[\w.-]{1,60}|https?:.*|(?:令和|平成|[RHS])\s?[\d元]{1,2}[年./].*|\d{4}[年./]\d{1,2}[月./]?.*|\d{1,2}:\d{2}.*|(?:東京都|北海道|(?:大阪|京都)府|.{2,3}県).{1,7}[市区町村郡][^\d]{0,40}\d.*|.{1,6}[市区町村郡][^\d]{0,20}\d+(?:[-－番の丁].*)?|(?:新規|更新|変更|継続|追加|予定|未定|申請中|確認中|確認済み?|済み?|様|さん)|\(?[月火水木金土日]\)?|.曜日?)$/iu

function fieldOf(list: PriceList, written: string): Field[] {
  const text = bareField(written)
  if (text === '') return []
  const [, label = '', value = ''] =
    /^[【[]?([^:：】\]]{2,16})(?:[】\]]\s*[:：]?|[:：])(.*)$/su.exec(text) ?? []
  const use = headingOf(label.trim())
  if (use === 'serviceKey' && value !== '')
    return [{ kind: 'service', text: value.trim(), label: label.trim() }]
  if (isOurs(use))
    return value === '' ? [] : [{ kind: 'word', text: bareField(value), label: label.trim() }]
  if (use === 'other' && label.length <= 8) return [{ kind: 'noise', text }]
  const heading = headingOf(withoutEnd(text, /[\s:：]/))
  if (isOurs(heading)) return []
  if (heading === 'other' && text.length <= 8 && !LEGAL.test(text)) return [{ kind: 'noise', text }]
  const inner = text.replace(/^[(（【［[]([^()（）【】]*)[)）】］\]]$/u, '$1').trim()
  if (isServiceText(list, inner)) return [{ kind: 'service', text: inner }]
  const isNoise = !/\p{L}/u.test(text) || NOISE.test(text.normalize('NFKC'))
  return [{ kind: isNoise ? 'noise' : 'word', text }]
}

const LEGAL = /法人|会社/

const EDGE = { start: /[\s　、,，／/:：;；|=*`]/, end: /[\s　、,，／/:：;；|=*`（(「【]/ }

/** Without quotes, markup and what is left of a separator or of a bracket around a number. */
export function bareField(written: string): string {
  const text = withoutEnd(withoutStart(written, EDGE.start), EDGE.end).replace(/<br\s*\/?>/gi, ' ')
  const bare = text
    .replace(/^["'“”](.*)["'“”]$/s, '$1')
    .replace(/^"|"$/g, '')
    .trim()
  const inner = insideQuotes(bare) ?? bare
  const isUnopened = /^[^(（]*[)）]$/.test(inner)
  return (isUnopened ? inner.slice(0, -1) : inner).replaceAll('""', '"').trim()
}
