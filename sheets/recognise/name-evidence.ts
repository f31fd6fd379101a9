/** How much speaks for a column to hold the names of facilities: what its cells are made of, and that numbers and names go together. */

import { headingOf, isOurs } from './headings.ts'
import { isMark } from './marks.ts'

/** Words that facilities are called by. */
export const FACILITY_WORDS =
  /事業所|作業所|センター|ホーム|ハウス|クラブ|キッズ|ルーム|スクール|ステーション|サポート|工房|教室|学園|支援室|相談室|相談所|デイ|ショート|ヘルパー|園$|荘$|寮$|苑$|舎$|の家$|の里$|の森$|の丘$|の杜$|館$|所$|室$|[^東西南北中]部$/
/** Words of services as well. */
const FURTHER_WORDS = /支援|相談|福祉|療育|病院|ワーク|ケア|校$|店$/

/** Counts, dates, marks, addresses of mails and pages. */
const NOISE =
  /^[\d\s.,:;/()+%#¥年月日時分円名人-]*$|@|^https?:|^〒|^[有無主従○◯●×✓◎△ⅠⅡⅢⅣIV]+$|^(?:[HRS]|令和?|平成?|昭和?)[\d元]{1,2}(?:$|[年./-])/
const PREFECTURE = '(?:東京都|北海道|(?:大阪|京都)府|\\p{sc=Han}{2,3}県)'
const PLACE = new RegExp(
  `^${PREFECTURE}?[^\\d\\s]{0,9}[市区町村郡]$|^${PREFECTURE}(?:.{1,12}[市区町村郡]|$)|^[^\\d]{1,12}\\d+(?:番|丁目|-\\d)|^.{1,6}[市区郡町村].{1,12}\\d`,
  'u',
)
const STREET = /\d-\d|\d番|番地|\d丁目\d|丁目\d+番|\d階/
/** What a corporation is called by, before its own name or behind it. */
export const LEGAL_FORM =
  '(?:(?:(?:認定)?(?:社会福祉|特定非営利活動|医療|学校|宗教)|(?:一般|公益)(?:社団|財団)|(?:地方)?独立行政|国立大学|NPO)法人|(?:株式|有限|合同|合資)会社)'
const CORPORATION = new RegExp(
  `^(?:${LEGAL_FORM}|\\([株有福特同]\\)|[㈱㈲])|(?:株式|有限|合同)会社$`,
)
const SURNAMES =
  '佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|林|斎藤|斉藤|清水|山崎|森|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|岡本|藤原|三浦|中野|原田|松田|竹内|小野|田村|中山|和田|石田|上田|原|小笠原|森田|高木|安藤|工藤'
const PERSON = new RegExp(
  `^\\p{sc=Han}{1,4}[ 　][\\p{sc=Han}々\\p{sc=Hiragana}\\p{sc=Katakana}]{1,4}$|^(?:${SURNAMES})[\\p{sc=Han}々ぁ-ん]{0,3}$`,
  'u',
)
const READING = /^[ぁ-ゖァ-ヺー・\s]+$/

export type NameColumn = {
  /** By line; '' where it is blank. */
  values: readonly string[]
  mayBe: boolean
}

/** Whether a text may be a name as far as it can be told from itself. */
export function isName(value: string): boolean {
  return isWord(value) && !isPlace(value) && !isPerson(value) && !isCorporation(value)
}

/** For each column what speaks for it, from 0; `keys` are the numbers of the same lines. */
export function nameStrengths(columns: readonly NameColumn[], keys: readonly string[]): number[] {
  const kinds = columns.map(({ values, mayBe }) => (mayBe ? evidenceOf(values, keys) : null))
  const areKana = columns.map(({ values }) => values.some(isKana))
  return kinds.map((kind, at) => {
    if (!kind) return 0
    const { words, facilityWords, unique, others } = kind
    const costs = columns.map(({ values, mayBe }, other) => {
      const name = other !== at && mayBe && kinds[other]
      const isName = name && name.unique > unique - 0.1
      return isName && areKana[at] ? costOfReadings(columns[at]?.values ?? [], values) : 0
    })
    return Math.max(0, words + 1.5 * facilityWords + 2 * unique - others - Math.max(...costs))
  })
}

/** How sure kana tell how the names beside them are read: of Chinese characters alone any kana might. */
function costOfReadings(kana: readonly string[], names: readonly string[]): number {
  const pairs = kana.flatMap((value, at) => (value && names[at] ? [[value, names[at] ?? '']] : []))
  const read = pairs.filter(([value = '', name = '']) => isReadingOf(value, name))
  if (read.length === 0 || read.length < NEARLY_ALL * pairs.length) return 0
  const hasKana = read.some(([, name = '']) => /[ぁ-ゖ]{2}/.test(hiragana(name)))
  return hasKana ? READING_COST : WEAK_COST
}

function isReadingOf(kana: string, name: string): boolean {
  // Of a name in kana nobody can tell which of the two is the reading: it is asked.
  if (!isKana(kana) || isKana(name)) return false
  const [reading, read] = [hiragana(kana), hiragana(name)]
  // What of the name is kana itself is read so.
  const runs = read.match(/[ぁ-ゖー]{2,}/g) ?? []
  return reading.length >= lengthRead(read) && runs.every((run) => reading.includes(run))
}

function isKana(text: string): boolean {
  return READING.test(text.normalize('NFKC'))
}

/** A letter of kana is one, most others are read with more. */
function lengthRead(text: string): number {
  const others = text.match(/\p{sc=Han}/gu)?.length ?? 0
  const kana = text.match(/[ぁ-ゖー]/g)?.length ?? 0
  return kana + 1.25 * others
}

function hiragana(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\s・]/g, '')
  return plain.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
}

const MAJORITY = 0.5
const NEARLY_ALL = 0.7
const READING_COST = 3
/** Little enough to be asked. */
const WEAK_COST = 0.3

type Kind = Record<'words' | 'facilityWords' | 'unique' | 'others', number>

function evidenceOf(values: readonly string[], keys: readonly string[]): Kind | null {
  const filled = values.filter((value) => value !== '')
  const share = (is: (value: string) => boolean) => filled.filter(is).length / filled.length
  const words = filled.length === 0 ? 0 : share(isWord)
  if (words < MAJORITY) return null
  return {
    words,
    facilityWords: share((value) => isWord(value) && soundsLikeFacility(value)),
    unique: uniqueness(values, keys),
    others: Math.max(share(isPlace) * 3, share(isPerson) * 2, share(isCorporation) * 1.2),
  }
}

function soundsLikeFacility(value: string): boolean {
  const plain = value.normalize('NFKC')
  return (
    FACILITY_WORDS.test(plain) || FURTHER_WORDS.test(plain.replace(/(?:社会福祉|医療)法人/, ''))
  )
}

function isWord(value: string): boolean {
  const plain = value.normalize('NFKC')
  return /\p{L}/u.test(plain) && !NOISE.test(plain) && !isMark(value) && !isOurs(headingOf(value))
}

function isPlace(value: string): boolean {
  const plain = value.normalize('NFKC').replace(/[−‐–—]/g, '-')
  return STREET.test(plain) || (PLACE.test(plain) && !/(?:所|園|校|室|ム|ー|館|苑)$/.test(plain))
}

/** A street, a postal code or a telephone. */
export function isAddress(value: string): boolean {
  return isPlace(value) || /〒|^(?:TEL|FAX|電話)|\d-\d{4}$/i.test(value.normalize('NFKC'))
}

function isPerson(value: string): boolean {
  return PERSON.test(value) && !soundsLikeFacility(value)
}

function isCorporation(value: string): boolean {
  return CORPORATION.test(value.normalize('NFKC'))
}

/** That one number has one name, and another number another one; blank cells count against it a little. */
function uniqueness(values: readonly string[], keys: readonly string[]): number {
  const numbered = keys.map((key) => (/\d/.test(key.normalize('NFKC')) ? key : ''))
  // Where most numbers are not known yet, each line stands for a facility.
  const areKeyed = numbered.filter((key) => key !== '').length * 2 > keys.length
  const pairs = values
    .map((value, at) => [areKeyed ? (numbered[at] ?? '') : `${at}`, value] as const)
    .filter(([key, value]) => key !== '' && value !== '')
  const numbers = new Set(pairs.map(([key]) => key))
  const names = new Set(pairs.map(([, value]) => value))
  const both = new Set(pairs.map((pair) => pair.join('\n')))
  const filled = values.length > 0 ? pairs.length / values.length : 0
  if (both.size === 0) return 0
  return (Math.min(numbers.size, names.size) / both.size) * (0.5 + filled / 2)
}
