/** One reader of facilities in a text: a mail, a chat, a copy out of a PDF, cards, bullets, wherever it comes from. */

import { CELL_LABELS, hasValidCheckDigit } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { partsOfBracket } from '../recognise/combined-columns.ts'
import { LEGAL_FORM } from '../recognise/name-evidence.ts'
import { isServiceText } from '../recognise/services.ts'
import type { Grid } from '../sheet.ts'
import { entriesOfCards, entriesOfLines, type TextLine } from './text-entries.ts'
import {
  bareField,
  type Field,
  fieldsOf,
  type Marked,
  NAME_IN_FIGURES,
  separatorOf,
} from './text-fields.ts'

/** Characters of a line, and lines, that are looked at. */
const LINE_LIMIT = 1000
const LINES = 3000

/** The tables that a text may be: an entry to a line, or lines that belong together. */
export function gridsOfText(list: PriceList, text: string): Grid[] {
  const written = text
    .replace(/\r\n?/g, '\n')
    .split('\n', LINES)
    .map((line) => line.slice(0, LINE_LIMIT).replace(/="([0-9]{9,10})"/g, '$1'))
  const lines = withPlainNumbers(written)
  return [entriesOfLines(list, lines), entriesOfCards(list, lines)].flatMap((read) => {
    const grid = gridOf(list, read)
    return grid ? [grid] : []
  })
}

/** Where numbers are written 131-010-0118, what is parted so is one although its check digit is wrong; of 01-3101-0118, where its check digit is right. */
export function withPlainNumbers(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => line.match(IN_THREES) ?? [])
  const valid = runs.filter(isValid)
  const areThrees = valid.length > 1 && valid.length * 2 >= runs.length
  const fours = lines.flatMap((line) => line.match(IN_FOURS)?.filter(isValid) ?? [])
  const areFours = fours.filter((run) => !run.startsWith('0')).length > 1
  return lines.map((line) =>
    line
      .replace(IN_THREES, (run) => (areThrees ? plain(run) : run))
      .replace(IN_FOURS, (run) => (areFours && isValid(run) ? plain(run) : run)),
  )
}

const IN_THREES = /\b\d{3}-\d{3}-\d{4}\b/g
const IN_FOURS = /\b\d{2}-\d{4}-\d{4}\b/g
const plain = (run: string) => run.replaceAll('-', '')
const isValid = (run: string) => hasValidCheckDigit(plain(run))

function gridOf(list: PriceList, lines: readonly TextLine[]): Grid | null {
  const entries = lines.flatMap((line) => ('entry' in line ? [line.entry] : []))
  const numbered = entries.filter(({ numbers }) => numbers.length > 0)
  // A line or two without numbers may be names and services one below the other.
  const areParted =
    entries.length > 2 || entries.every(({ text }) => /[／/（(、,：:|　]|\s{2}/.test(text))
  if (numbered.length === 0 && !areParted) return null
  const separator = separatorOf(numbered)
  const read = entries.map((entry) => fieldsOf(list, entry, separator))
  const fields = withNames(list, entries, withServices(list, withLeads(withLabels(list, read))))
  const places = placesOf(fields, entries)
  const names = [...new Set(places.flatMap((row) => [...row.keys()]))].sort()
  const { facilityName, facilityNumber, serviceKey } = CELL_LABELS
  const heads = names.map((place) => headOf(place, names.length === 1 ? facilityName : ''))
  const orphan = orphanOf(list, lines, fields)
  let at = -1
  const rows = lines.map((line) => {
    if (line === orphan?.line) return [...names.map(() => ''), '', '', '']
    if ('other' in line) return [...names.map(() => ''), '', '', line.other]
    at += 1
    const own = fields[at] ?? []
    const all = (kind: Field['kind'], joint: string) =>
      own.flatMap((field) => (field.kind === kind ? [field.text] : [])).join(joint)
    return [
      ...names.map((place) => places[at]?.get(place) ?? ''),
      all('number', ' '),
      own === orphan?.fields ? orphan.line.other.trim() : all('service', '、'),
      all('noise', ' '),
    ]
  })
  return [[...heads, facilityNumber, serviceKey, REST], ...rows]
}

/** The one service on a line of its own, and the one entry that lacks one: its cell was set below the others. */
function orphanOf(list: PriceList, lines: readonly TextLine[], read: readonly Field[][]) {
  const alone = lines.flatMap((line) =>
    'other' in line && isServiceText(list, line.other, true) && !/^[^\p{L}]/u.test(line.other)
      ? [line]
      : [],
  )
  const lacking = read.filter((fields) => !fields.some(({ kind }) => kind === 'service'))
  const [line, fields] = [alone[0], lacking[0]]
  const isOne = alone.length === 1 && lacking.length === 1 && read.length > 2
  return isOne && line && fields ? { line, fields } : null
}

/** Over what is neither name nor number nor service. */
const REST = '備考'

const headOf = (place: string, other: string) => (place.startsWith('=') ? place.slice(1) : other)

/** Where no field is a service, one may stand in brackets, behind a colon or a space. */
function withServices(list: PriceList, read: readonly Field[][]): Field[][] {
  const joined = read.map((fields) => rejoined(list, fields))
  const isLacking = (fields: readonly Field[]) => !fields.some(({ kind }) => kind === 'service')
  const cut = (fields: readonly Field[]) =>
    fields.flatMap((field) => cutOf(list, field, isLacking(fields) ? CUTS : CUTS.slice(0, 1)))
  const gains = joined.filter((fields) => cut(fields).length > fields.length)
  const few = joined.filter(isLacking).length * 3 < joined.length
  if (few && gains.length * 5 < joined.length * 3) return joined
  const open = few ? joined : joined.filter(isLacking)
  return gains.length * 5 < open.length * 3 ? joined : joined.map(cut)
}

/** 「就労継続支援 B型」 whose space was taken for a separator. */
function rejoined(list: PriceList, fields: readonly Field[]): Field[] {
  const rest: Field[] = []
  const isSure = ({ text }: Field) => isServiceText(list, text, true)
  for (const field of fields) {
    const before = rest.at(-1)
    const whole: Field = { kind: 'service', text: `${before?.text} ${field.text}` }
    const areOpen = before && !before.label && !field.label && !(isSure(before) && isSure(field))
    const areServices = before?.kind === 'service' && field.kind === 'service'
    if (areServices && areOpen && isSure(whole)) rest.splice(-1, 1, whole)
    else rest.push(field)
  }
  return rest
}

const CUTS = [
  /^([^「『]+)[「『](.+)[」』]$/su,
  /^(.+?)[:：](.+)$/su,
  /^(.+)[\s　](\S+)$/su,
  /^(\S+)[\s　](.+)$/su,
]

function cutOf(list: PriceList, field: Field, cuts: readonly RegExp[]): Field[] {
  if (field.kind !== 'word' || field.label) return [field]
  const ways = [
    partsOfBracket(field.text),
    ...cuts.map((cut) => cut.exec(field.text)?.slice(1) ?? []),
  ]
  for (const way of ways) {
    const sides = way.map((side) => bareField(side))
    // 「相談支援事業所 さくら」 is a name.
    const are = sides.map((side) => isServiceText(list, side) && !/事業所$/.test(side))
    if (sides.length === 2 && are[0] !== are[1] && sides.every((side) => side !== ''))
      return sides.map(
        (text, at): Field => (are[at] ? { kind: 'service', text } : { ...field, text }),
      )
  }
  return [field]
}

/** A label of theirs comes before the same word of most entries. */
function withLabels(list: PriceList, read: readonly Field[][]): Field[][] {
  const counts = new Map<string, number>()
  const labelOf = ({ kind, label, text }: Field) =>
    kind === 'word' && label === undefined ? /^([^:：]{2,12})[:：]./u.exec(text)?.[1] : undefined
  for (const field of read.flat()) {
    const label = labelOf(field)
    if (label) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return read.map((fields) =>
    fields.map((field): Field => {
      const label = labelOf(field)
      if (!label || (counts.get(label) ?? 0) * 2 <= read.length || read.length < 2) return field
      const text = bareField(field.text.slice(label.length + 1))
      return { kind: isServiceText(list, text) ? 'service' : 'word', label: label.trim(), text }
    }),
  )
}

/** What stands before a colon in each of the entries, as who wrote it, is a word of its own. */
function withLeads(read: readonly Field[][]): Field[][] {
  const cut = ({ kind, label, text }: Field) => {
    const [, lead, rest] =
      (kind === 'word' && !label && /^([^:：]{1,8})[:：]\s*(.+)$/su.exec(text)) || []
    return lead && rest ? [lead, rest] : null
  }
  const led = read.filter((fields) => fields.some((field) => cut(field)))
  if (led.length < 2 || led.length * 5 < read.length * 4) return [...read]
  return read.map((fields) =>
    fields.flatMap(
      (field): Field[] => cut(field)?.map((text) => ({ kind: 'word', text })) ?? [field],
    ),
  )
}

/** A service stands for the name where an entry has several and no other word, in the place that names have elsewhere. */
function withNames(
  list: PriceList,
  entries: readonly Marked[],
  read: readonly Field[][],
): Field[][] {
  const isNamed = (fields: readonly Field[]) => fields.some(({ kind }) => kind === 'word')
  const named = read.filter(isNamed)
  const leads = named.filter(
    (fields) => fields.find(({ kind }) => kind !== 'number' && kind !== 'noise')?.kind === 'word',
  )
  const isFirst = leads.length * 2 >= named.length
  return read.map((fields, at) => {
    if (isNamed(fields)) return withFront(list, entries[at]?.text ?? '', fields, isFirst)
    const services = fields.filter(({ kind }) => kind === 'service')
    const noise = fields.filter(
      ({ kind, text }, place) =>
        kind === 'noise' &&
        (/\p{L}/u.test(text) || (isFirst && place === 0 && NAME_IN_FIGURES.test(text))),
    )
    const name = services.length > 1 ? (isFirst ? services[0] : services.at(-1)) : noise[0]
    return fields.map((field) => (field === name ? { ...field, kind: 'word' } : field))
  })
}

/** 「就労定着支援 ひまわり（生活介護）」, 「相談支援事業所　ひまわり」: beside another service, or where it leaves a choice, a service is the front of the name that it stands before. */
function withFront(
  list: PriceList,
  source: string,
  fields: readonly Field[],
  isFirst: boolean,
): Field[] {
  const services = fields.filter(({ kind }) => kind === 'service')
  const at = fields.findIndex((field, place) => {
    const next = fields[place + 1]
    if (field.kind !== 'service' || field.label || next?.kind !== 'word' || next.label) return false
    const isOpen = services.length > 1 || !isServiceText(list, field.text, true)
    const isCalledSo = /(?:事業所|施設)$/.test(field.text)
    const isLed = isFirst && place === 0 && services.length > 1
    // 「就労移行支援 1310000001 就労移行支援 ひまわり」: the number parts it from the service.
    const isApart =
      fields[place - 1]?.kind === 'number' &&
      fields.slice(0, place - 1).some(({ kind }) => kind === 'service')
    if (isApart) return true
    return isLed || (isOpen && isCalledSo && source.includes(joined(source, field.text, next.text)))
  })
  const [front, name] = [fields[at], fields[at + 1]]
  if (!front || !name) return [...fields]
  const whole: Field = { kind: 'word', text: joined(source, front.text, name.text) }
  return [...fields.slice(0, at), whole, ...fields.slice(at + 2)]
}

/** The words of each entry by their place: before or behind its number and its service, or by their label. */
function placesOf(read: readonly Field[][], entries: readonly Marked[]): Map<string, string>[] {
  const words = withKnownPlaces(read.map((fields, at) => wordsOf(entries[at]?.text ?? '', fields)))
  const classes = [...new Set(words.flatMap((each) => [...each.keys()]))]
  const widths = new Map(
    classes.map((place) => {
      const counts = words.flatMap((each) => each.get(place)?.length ?? [])
      // Where some entries have more words than others, they are one name, or a remark behind it.
      return [place, Math.min(...counts)]
    }),
  )
  return words.map((each, entry) => {
    const source = entries[entry]?.text ?? ''
    const places = new Map<string, string>()
    for (const [place, texts] of each) {
      const width = widths.get(place) ?? 1
      for (const [at, text] of texts.entries()) {
        const key = place.startsWith('=') ? place : `${place}${Math.min(at, width - 1)}`
        places.set(key, joined(source, places.get(key), text))
      }
    }
    return places
  })
}

/** Two words as they stand in the entry. */
function joined(source: string, one: string | undefined, other: string): string {
  if (one === undefined) return other
  const until = source.indexOf(other, source.indexOf(one) + one.length)
  const gap = source.slice(source.lastIndexOf(one, until - one.length) + one.length, until)
  return one + (/^[ 　、,，・／/|｜:：;；－-]{1,3}$/u.test(gap) ? gap : ' ') + other
}

/** By place: whether the number and the service stood before; `.` where the entry has none. */
function wordsOf(source: string, fields: readonly Field[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  const has = (kind: Field['kind']) => fields.some((field) => field.kind === kind)
  const seen = { number: has('number') ? '0' : '.', service: has('service') ? '0' : '.' }
  for (const { kind, text, label } of fields) {
    if (kind === 'number' || kind === 'service') seen[kind] = '1'
    if (kind !== 'word') continue
    const place = label ? `=${label}` : seen.number + seen.service
    const open = words.get(place)?.at(-1) ?? ''
    // 「株式会社」 alone is the front of what follows.
    if (FORM_ALONE.test(open)) words.get(place)?.splice(-1, 1, joined(source, open, text))
    else words.set(place, [...(words.get(place) ?? []), text])
  }
  return words
}

/** What lacks a number or a service has its words where most of the whole entries have them. */
function withKnownPlaces(read: readonly Map<string, string[]>[]): Map<string, string[]>[] {
  const counts = new Map<string, number>()
  for (const place of read.flatMap((words) => [...words.keys()]))
    if (/^[01]{2}$/.test(place)) counts.set(place, (counts.get(place) ?? 0) + 1)
  const known = [...counts].sort(([, one], [, other]) => other - one).map(([place]) => place)
  const isAt = (place: string, each: string) =>
    Array.from(place).every((sign, at) => sign === '.' || sign === each[at])
  const placeOf = (place: string) =>
    place.includes('.') ? (known.find((each) => isAt(place, each)) ?? place) : place
  return read.map((words) => new Map([...words].map(([place, texts]) => [placeOf(place), texts])))
}

const FORM_ALONE = new RegExp(`^${LEGAL_FORM}$`)
