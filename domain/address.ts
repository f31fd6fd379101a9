/** Postal addresses as they are typed: what is missing in front and behind. */
import { trimOuterSpace } from './text.ts'

/** A postal code that was typed with it. */
const CODE_BEFORE = /^〒?[\s0-9０-９\-－ー‐−]*/
const PREFECTURE = /^(?:東京都|北海道|(?:京都|大阪)府|.{2,3}県)/
/** Of a house: digits, kanji digits before their word, or that there is none. */
const HOUSE =
  /[0-9０-９①-⑳]|[〇一二三四五六七八九十百](?:丁目|番|号|の|[-－ー−‐])|番外地|番地(?:なし|無)|無番地/

export function hasPrefecture(address: string): boolean {
  return PREFECTURE.test(trimOuterSpace(address.replace(CODE_BEFORE, '')))
}

export function hasHouse(address: string): boolean {
  return HOUSE.test(address.replace(CODE_BEFORE, ''))
}
