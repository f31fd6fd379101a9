/** Finds the table in a text without tabs: out of a PDF, a mail, Markdown, a text editor. */
import { CELL_LABELS, lostZero } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { withoutEnd } from '#domain/text.ts'
import { FACILITY_WORDS } from '../recognise/columns.ts'
import { headingOf, isOurs } from '../recognise/headings.ts'
import { hyphenatedNumber, numbersIn } from '../recognise/numbers.ts'
import { matchService } from '../recognise/services.ts'
import type { Grid, Sheet } from '../sheet.ts'

/** Characters of a line that are looked at. */
const LINE_LIMIT = 1000

/** The text as a table; null where it is none, or could as well be something else. */
export function sheetOfPlainText(list: PriceList, text: string): Sheet | null {
  const written = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.slice(0, LINE_LIMIT).replace(/="([0-9]{9,10})"/g, '$1'))
  const lines = unquoted(written)
  const grid = barred(lines) ?? labelled(withValues(lines))
  if (grid) return { grid }
  return worded(list, entriesOf(list, lines)) ?? blocks(list, lines)
}

/** A mail that is answered has > before each of its lines. */
function unquoted(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => line.trim() !== '')
  const quoted = filled.filter((line) => /^\s*[>＞]/.test(line))
  if (quoted.length * 2 <= filled.length) return [...lines]
  return lines.map((line) => line.replace(/^(?:\s*[>＞])+\s?/, ''))
}

/** Labels that stand above their values, as a page's list of terms is copied, come to stand before them. */
function withValues(lines: readonly string[]): string[] {
  const isLabel = (line: string) => headingOf(line) !== null
  const uses = new Set(lines.map(headingOf).filter(isOurs))
  if (uses.size < 2) return [...lines]
  const rest: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [line = '', next = ''] = [lines[at], lines[at + 1]]
    const hasValue = isLabel(line) && !isLabel(next)
    rest.push(hasValue ? `${line.trim()}：${next}` : line)
    if (hasValue) at += 1
  }
  return rest
}

/** Lines of one entry each: several in one line are parted, and a number or a service on a line of its own comes to its name. */
function entriesOf(list: PriceList, lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  const parted = lines.slice(0, end).flatMap((line) => partsOf(line))
  const numbered = parted.filter(hasNumber)
  const isBroken = numbered.length > 0 && numbered.every((line) => isDetail(list, line))
  if (!isBroken) return parted
  const groups = parted.some((line) => line.trim() === '') ? null : groupsOf(list, parted)
  return groups?.map((group) => group.join('　')) ?? []
}

/**
 * Lines that stand below each other, by facility: a name and what belongs to it. Null where an extra line, as a title
 * or a part of a name, leaves open which facility a number belongs to.
 */
function groupsOf(list: PriceList, lines: readonly string[]): string[][] | null {
  const groups: string[][] = []
  const startsWithNumber = hasNumber(lines[0] ?? '')
  for (const line of lines) {
    const starts = startsWithNumber ? hasNumber(line) : !isDetail(list, line)
    if (starts || groups.length === 0) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  const isOne = (group: string[]) => group.filter(hasNumber).length === 1
  return groups.every(isOne) && !lines.some(isHeading) ? groups : null
}

/** A number, a service, or both: what stands below a name. */
function isDetail(list: PriceList, line: string): boolean {
  const rest = withoutNumber(line)
  return rest === '' || isServiceAlone(list, rest)
}

/** With or without its colon: no name. */
function isHeading(line: string): boolean {
  return headingOf(withoutEnd(line, /[\s:：]/)) !== null
}

function hasNumber(line: string): boolean {
  return numberIn(line).value !== ''
}

/** 「ひまわり（…、就B）、あおぞら（…、生活介護）」: parts at the marks that stand in no brackets, if each has a number. */
function partsOf(line: string): string[] {
  if (numbersIn(line).length < 2) return [line]
  const parts = ['']
  let depth = 0
  for (const character of line) {
    if (/[(（]/.test(character)) depth += 1
    if (/[)）]/.test(character)) depth -= 1
    if (depth <= 0 && /[、,;；]/.test(character)) parts.push('')
    else parts.push(`${parts.pop()}${character}`)
  }
  const isWhole = parts.every(
    (part) => numbersIn(part).length === 1 && /\p{L}{2}/u.test(part.replace(/[(（].*/s, '')),
  )
  return isWhole ? parts : [line]
}

/** Markdown, and tables drawn with bars. */
function barred(lines: readonly string[]): Grid | null {
  const barredLines = lines.filter((line) => (line.match(/[|｜│┃]/g)?.length ?? 0) >= 2)
  if (barredLines.length < 2) return null
  return lines
    .filter((line) => !/^[\s|｜│┃:+\-=─━┼├┤┌┐└┘┬┴]*$/u.test(line))
    .map((line) => {
      const cells = line.split(/[|｜│┃]/).map((cell) => cell.replace(/<br\s*\/?>/gi, '\n').trim())
      return /^\s*[|｜│┃]/.test(line)
        ? cells.slice(1, /[|｜│┃]\s*$/.test(line) ? -1 : undefined)
        : cells
    })
}

/** 「事業所名：ひまわり」 line by line, an entry for each time that the first label comes again; a name may stand above its labels without one. */
function labelled(lines: readonly string[]): Grid | null {
  const pairs = withNames(withRepeated(lines.map(labelOf)))
  const labels = [...new Set(pairs.flatMap((pair) => (pair?.[0] ? [pair[0]] : [])))]
  if (new Set(labels.map(headingOf)).size < 2) return null
  const entries: string[][] = []
  let entry: string[] | undefined
  for (const pair of pairs) {
    if (!pair) continue
    const [label, value] = pair
    const column = labels.indexOf(label)
    if (!entry || entry[column] !== undefined) {
      entry = []
      entries.push(entry)
    }
    entry[column] = value
  }
  return [labels, ...entries.map((entry) => labels.map((_, column) => entry[column] ?? ''))]
}

type Labelled = { label: string; value: string } | { text: string } | null

/** 「番号：1411000175」; a line without a label; null where nothing stands, or what no facility needs. */
function labelOf(line: string): Labelled {
  const { label, value } = partsOfLabel(line)
  const use = headingOf(label)
  if (isOurs(use) && value !== '') return { label, value }
  return use !== null || line.trim() === '' ? null : { text: line.trim() }
}

/** A label that is not known, and comes as often as one of ours, is one of theirs: which, its values tell. */
function withRepeated(lines: readonly Labelled[]): Labelled[] {
  const counts = new Map<string, number>()
  const labels = lines.map((line) => (line && 'text' in line ? partsOfLabel(line.text) : null))
  const named = labels.map((parts) => (parts?.value ? parts : null))
  const count = (label: string) => counts.set(label, (counts.get(label) ?? 0) + 1)
  for (const line of lines) if (line && 'label' in line) count(line.label)
  const most = Math.max(0, ...counts.values())
  for (const parts of named) if (parts) count(parts.label)
  return lines.map((line, at) => {
    const parts = named[at]
    return parts && most > 1 && counts.get(parts.label) === most ? parts : line
  })
}

function partsOfLabel(line: string): { label: string; value: string } {
  const [, before = '', after = ''] =
    /^[\s・●■◆○*-]*[【[]?([^:：】\]]{2,16})(?:[】\]]\s*[:：]?|[:：])(.*)/u.exec(line) ?? []
  return { label: before.trim(), value: after.trim() }
}

/** The labels with their values; where none is a name's, the line above the first label of each entry is it. */
function withNames(lines: readonly Labelled[]): ([string, string] | null)[] {
  const labels = lines.flatMap((line) => (line && 'label' in line ? line.label : []))
  const hasName = labels.some((label) => headingOf(label) === 'facilityName')
  return lines.map((line, at) => {
    if (line && 'label' in line) return [line.label, line.value]
    const next = lines[at + 1]
    const isName = line && !hasName && next && 'label' in next && !/[:：]/.test(line.text)
    return isName ? [CELL_LABELS.facilityName, line.text.replace(BULLET, '')] : null
  })
}

/** Texts of a line that may be the name, its number and service, and all texts but these. */
type Words = { names: string[]; number: string; service: string; others: string[] }

/** Lines with a number of ten digits in them; what else stands there is the name, the service and the rest. */
function worded(list: PriceList, lines: readonly string[]): Sheet | null {
  const read = lines.map((line) => wordsOf(list, line))
  const numbered = read.filter((words) => words?.number).length
  if (numbered === 0) return null
  const orphans = lines.flatMap((line, index) => (isServiceAlone(list, line) ? [index] : []))
  const lacking = read.flatMap((words, index) => (words?.number && !words.service ? [index] : []))
  // One line without a service and one service without a line: the cell was set on a line of its own.
  const [orphan, lacks] =
    orphans.length === 1 && lacking.length === 1 ? [orphans[0], lacking[0]] : []
  const counts = read.flatMap((words) => words?.names.length ?? [])
  const [count = 1] = counts
  const isEven = counts.length > 1 && counts.every((each) => each === count)
  const width = isEven ? count : 1
  const rows = lines.flatMap((line, index) => {
    if (index === orphan) return []
    const words = read[index]
    const noNames = Array.from({ length: width }, () => '')
    if (!words) return [{ cells: [...noNames, '', '', line.trim()], isDoubtful: false }]
    const service =
      index === lacks && orphan !== undefined ? (lines[orphan]?.trim() ?? '') : words.service
    const names = isEven ? words.names : [likeliestName(list, words.names)]
    const rest = words.others.filter(
      (field) => !namesIn(field).some((name) => names.includes(name)),
    )
    const mayBeOther = (name: string) => mayBeginWithOther(name) || isService(list, name)
    const isDoubtful = names.length < words.names.length || names.some(mayBeOther)
    return [{ cells: [...names, words.number, service, rest.join(' ')], isDoubtful }]
  })
  const { facilityName, facilityNumber, serviceKey } = CELL_LABELS
  // Of several texts in each line the evidence of all lines tells which is the name, as in a table.
  const heads = width === 1 ? [facilityName] : Array.from({ length: width }, () => '')
  const grid = [[...heads, facilityNumber, serviceKey, ''], ...rows.map(({ cells }) => cells)]
  const doubtfulNames = new Set(
    rows.flatMap(({ isDoubtful }, index) => (isDoubtful ? [index + 1] : [])),
  )
  return { grid, doubtfulNames }
}

/** 「山田 ひまわり作業所」, 「札幌 ひまわり」: a person or a place may stand before the name. */
function mayBeginWithOther(name: string): boolean {
  return /^\p{sc=Han}{1,4} \S/u.test(name)
}

/** The first that sounds like a facility, else the first. */
function likeliestName(list: PriceList, names: readonly string[]): string {
  const sounding = names.find((name) => FACILITY_WORDS.test(name) && !isService(list, name))
  return sounding ?? names[0] ?? ''
}

const BULLET =
  /^[\s　・●■□◆◇○◎▪▶*※\-–—>＞]+|^[①-⑳㉑-㉟❶-❿]\s*|^[A-ZＡ-Ｚ][.．)）]\s*|^[(（]?[0-9０-９]{1,3}(?:[)）.．:：]\s*|[\s　]+(?=\D))/u
const GAPS = /[\s　]{2,}|　|[,、／/|;；：:]|\t/

/** Null for a line that is no entry. */
function wordsOf(list: PriceList, line: string): Words | null {
  const bare = line.replace(BULLET, '')
  const number = numberIn(bare)
  const fields = withoutNumber(bare, number.written)
    .split(GAPS)
    .map((field) => withoutOpenBracket(withoutQuotes(field.trim())))
    .filter((field) => field !== '' && !isOurs(headingOf(field)))
  const { service, others } = serviceAmong(list, fields)
  const names = others.flatMap(namesIn)
  const [name = ''] = names
  if (name === '' || (number.value === '' && (service === '' || name.length > 40))) return null
  return { names, number: number.value, service, others }
}

/** A gap in the place of the number, of the heading before it and of the brackets around it. */
function withoutNumber(line: string, written = numberIn(line).written): string {
  const at = line.indexOf(written)
  // A number that stands apart in the line is not found as it is read.
  const [before, after] = at < 0 ? ['', line] : [line.slice(0, at), line.slice(at + written.length)]
  const head = withoutEnd(before, /[\s:：]/)
  const label = head.split(/[\s:：(（【［[、,]/u).at(-1) ?? ''
  const kept = headingOf(label) === 'facilityNumber' ? head.slice(0, -label.length) : before
  return `${kept}\t${after}`
    .replace(/[(（【［[]\s*(?:(?:事業所)?番号\s*)?(?:[:：]\s*)?[)）】］\]]/gu, '\t')
    .trim()
}

/** As a CSV has them. */
function withoutQuotes(field: string): string {
  return field.replace(/^["'“”]|["'“”]$/g, '')
}

/** A bracket whose other half went with the number or stands in another field. */
function withoutOpenBracket(field: string): string {
  const bare = /[(（]$/.test(field) ? field.slice(0, -1) : field
  const isUnopened = /[)）]$/.test(bare) && !/[(（]/.test(bare)
  return (isUnopened ? bare.slice(0, -1) : bare).trim()
}

/** What of a field may be a name: words between corporations, addresses, dates, counts. */
function namesIn(field: string): string[] {
  const words = withoutCorporation(field).split(' ')
  const isNoise = (word: string) => NOT_A_NAME.test(word.normalize('NFKC')) && !/^\d+$/.test(word)
  if (!words.some(isNoise))
    return /\p{L}/u.test(field) && words.join('') !== '' ? [words.join(' ')] : []
  const names = ['']
  for (const word of words) {
    if (NOT_A_NAME.test(word.normalize('NFKC'))) names.push('')
    else names.push(`${names.pop()} ${word}`.trim())
  }
  return names.filter((name) => /\p{L}/u.test(name))
}

/** 「社会福祉法人花会　あおば作業所」: a corporation stands before the name of its facility; '' where it stands alone. */
function withoutCorporation(field: string): string {
  const [first = '', ...words] = field.split(' ')
  if (!LEGAL_FORM.test(first)) return field
  const isFormAlone = first.replace(LEGAL_FORM, '') === ''
  return words.slice(isFormAlone ? 1 : 0).join(' ')
}

const LEGAL_FORM = /(?:[\p{sc=Han}]{0,8}法人|株式会社|有限会社|合同会社)/u
const NOT_A_NAME =
  /法人|株式会社|有限会社|合同会社|^[\d\-()]+$|[市区町村](?:(?![市区町村\d]).)*\d|お世話|です|ます|ください|^\d+(?:名|人)$|^(?:令和|平成|昭和|[RHS])\d|^\d{1,4}[年月/.]\d|^\(?[月火水木金土日]\)?$|曜日$|^(?:新規|更新|変更|継続|追加|予定|未定|申請中|確認中|確認済み?|済み?|様|さん)$|@|^https?|^(?:TEL|FAX|電話|携帯|東京都|北海道|大阪府|京都府|.{2,3}県)$/

/** Of a greeting, above the first facility or below the last. */
const SENTENCE = /(?:です|ます|ません|ください|でした)[。、:：]?$|お世話|よろしく/

/** A name, a number and a service below each other, a blank line between two facilities. */
function blocks(list: PriceList, lines: readonly string[]): Sheet | null {
  const groups = lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').flatMap((line) => line.trim() || []))
    .filter((block) => block.length > 0)
  const rows = groups.flatMap((block) => {
    const numbered = block.filter((line) => hasNumber(line) && isDetail(list, line))
    if (numbered.length === 0)
      return [block.some((line) => SENTENCE.test(line)) ? ['', '', '', block.join(' ')] : null]
    const entries = numbered.length === 1 ? [block] : groupsOf(list, block)
    return entries?.map((lines) => entryOf(list, lines)) ?? [null]
  })
  const read = rows.filter((row) => row !== null)
  return read.some(([name]) => name !== '') && read.length === rows.length
    ? { grid: [Object.values(CELL_LABELS), ...read] }
    : null
}

/** Name, number and services of lines below each other; null where there is not one name and one number. */
function entryOf(list: PriceList, lines: readonly string[]): string[] | null {
  const numbers = lines.filter(hasNumber)
  const parts = lines.map((line) => (hasNumber(line) ? withoutNumber(line) : line))
  const services = parts.filter((part) => part !== '' && isService(list, part))
  const names = parts.filter((part) => part !== '' && !services.includes(part))
  const isNamed = names.length === 1 && /\p{L}/u.test(names.join()) && !names.some(isHeading)
  return isNamed && numbers.length === 1
    ? [...names, numberIn(numbers.join()).written, services.join('、')]
    : null
}

function numberIn(text: string): { value: string; written: string } {
  const [first] = numbersIn(text)
  if (first) {
    const written = text.match(/[0-9０-９]{10}(?:[・、,／/\s]+[0-9０-９]{10})*/u)?.[0] ?? first
    return { value: numbersIn(text).join(' '), written }
  }
  const spaced = hyphenatedNumber(text)
  const nine = /(?<![\d０-９-])[0-9０-９]{9}(?![\d０-９-])/u.exec(text)?.[0]
  const written = spaced ?? (nine && lostZero(nine.normalize('NFKC')) ? nine : '')
  return { value: written.normalize('NFKC').replaceAll('-', ''), written }
}

/** The field that is a service as a whole, or ends or begins with one after a space. */
function serviceAmong(
  list: PriceList,
  fields: readonly string[],
): { service: string; others: string[] } {
  const services = fields.filter((field) => isService(list, field))
  if (services.length > 0 && services.length < fields.length)
    return {
      service: services.join('、'),
      others: fields.filter((field) => !services.includes(field)),
    }
  for (const [index, field] of fields.entries()) {
    const words = field.split(' ')
    for (let count = words.length - 1; count > 0; count -= 1) {
      const [head, tail] = [words.slice(0, -count).join(' '), words.slice(-count).join(' ')]
      if (isService(list, tail)) return { service: tail, others: fields.with(index, head) }
      const [start, end] = [words.slice(0, count).join(' '), words.slice(count).join(' ')]
      if (fields.length === 1 && isService(list, start))
        return { service: start, others: fields.with(index, end) }
    }
  }
  return { service: '', others: [...fields] }
}

function isService(list: PriceList, text: string): boolean {
  const kind = matchService(list, text)?.kind ?? 'similar'
  return kind !== 'similar'
}

function isServiceAlone(list: PriceList, line: string): boolean {
  return matchService(list, line)?.kind === 'found'
}
