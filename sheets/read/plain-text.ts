/** Finds the table in a text without tabs: out of a PDF, a mail, Markdown, a text editor. */
import { CELL_LABELS, lostZero } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { headingOf, isOurs } from '../recognise/headings.ts'
import { numbersIn } from '../recognise/numbers.ts'
import { matchService } from '../recognise/services.ts'
import type { Grid, Sheet } from '../sheet.ts'

/** Characters of a line that are looked at. */
const LINE_LIMIT = 1000

/** The text as a table; null where it is none, or could as well be something else. */
export function sheetOfPlainText(list: PriceList, text: string): Sheet | null {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.slice(0, LINE_LIMIT))
  const grid = barred(lines) ?? labelled(lines) ?? worded(list, lines) ?? blocks(list, lines)
  return grid && { grid }
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

/** 「事業所名：ひまわり」 line by line, an entry for each time that the first label comes again. */
function labelled(lines: readonly string[]): Grid | null {
  const pairs = lines.map((line) => {
    const [, label = '', value = ''] = /^[\s・●■◆○*-]*([^:：]{2,16})[:：](.*)/u.exec(line) ?? []
    return isOurs(headingOf(label)) && value.trim() !== '' ? [label.trim(), value.trim()] : null
  })
  const labels = [...new Set(pairs.flatMap((pair) => (pair?.[0] ? [pair[0]] : [])))]
  if (new Set(labels.map(headingOf)).size < 2) return null
  const entries: string[][] = []
  for (const pair of pairs) {
    if (!pair) continue
    const [label = '', value = ''] = pair
    const column = labels.indexOf(label)
    if (entries.length === 0 || entries.at(-1)?.[column] !== undefined) entries.push([])
    const entry = entries.at(-1)
    if (entry) entry[column] = value
  }
  return [labels, ...entries.map((entry) => labels.map((_, column) => entry[column] ?? ''))]
}

type Words = { name: string; number: string; service: string; rest: string }

/** Lines with a number of ten digits in them; what else stands there is the name, the service and the rest. */
function worded(list: PriceList, lines: readonly string[]): Grid | null {
  const read = lines.map((line) => wordsOf(list, line))
  const numbered = read.filter((words) => words?.number && words.name).length
  if (numbered === 0) return null
  const orphans = lines.flatMap((line, index) => (isServiceAlone(list, line) ? [index] : []))
  const lacking = read.flatMap((words, index) => (words?.number && !words.service ? [index] : []))
  // One line without a service and one service without a line: the cell was set on a line of its own.
  const [orphan, lacks] =
    orphans.length === 1 && lacking.length === 1 ? [orphans[0], lacking[0]] : []
  const rows = lines.flatMap((line, index) => {
    if (index === orphan || isHeadingLine(line)) return []
    const words = read[index]
    if (!words) return [['', '', '', line.trim()]]
    const service =
      index === lacks && orphan !== undefined ? (lines[orphan]?.trim() ?? '') : words.service
    return [[words.name, words.number, service, words.rest]]
  })
  return [[...Object.values(CELL_LABELS), ''], ...rows]
}

const BULLET = /^[\s　・●■◆○◎▪*※\-–—>＞]+|^[(（]?[0-9０-９]{1,3}(?:[)）.．:：]\s*|[\s　]+(?=\D))/u
const GAPS = /[\s　]{2,}|　|[,、／/|;；：:]|\t/

/** Null for a line that is no entry. */
function wordsOf(list: PriceList, line: string): Words | null {
  const bare = line.replace(BULLET, '')
  const number = numberIn(bare)
  const fields = bare
    .replace(number.written, '　')
    .replace(/[(（【［[]\s*(?:(?:事業所)?番号[:：]?　*|[:：]　*)?[)）】］\]]/gu, '　')
    .split(GAPS)
    .map((field) => field.trim())
    .filter((field) => field !== '' && !isOurs(headingOf(field)))
  const { service, others } = serviceAmong(list, fields)
  const names = others
    .map(withoutCorporation)
    .filter((field) => /\p{L}/u.test(field) && !NOT_A_NAME.test(field))
  const [name = ''] = names
  if (name === '' || (number.value === '' && (service === '' || name.length > 40))) return null
  const rest = others.filter((field) => withoutCorporation(field) !== name).join(' ')
  return { name, number: number.value, service, rest }
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
  /法人|株式会社|有限会社|合同会社|^[\d\-()]+$|[市区町村](?:(?![市区町村\d]).)*\d|お世話|です|ます|ください|^\d+(?:名|人)$/

/** A name, a number and a service below each other, a blank line between two facilities. */
function blocks(list: PriceList, lines: readonly string[]): Grid | null {
  const groups = lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').flatMap((line) => line.trim() || []))
    .filter((block) => block.length > 0)
  const rows = groups.map((block) => {
    const number = block.find((line) => /^\d{10}$/.test(line.normalize('NFKC'))) ?? ''
    const services = block.filter((line) => isService(list, line))
    const names = block.filter((line) => line !== number && !services.includes(line))
    const isEntry = number !== '' && names.length === 1 && /\p{L}/u.test(names.join())
    return isEntry ? [...names, number, services.join('、')] : null
  })
  const read = rows.filter((row) => row !== null)
  return read.length > 0 && read.length === rows.length
    ? [Object.values(CELL_LABELS), ...read]
    : null
}

function numberIn(text: string): { value: string; written: string } {
  const [first] = numbersIn(text)
  if (first) {
    const written = text.match(/[0-9０-９]{10}(?:[・、,／/\s]+[0-9０-９]{10})*/u)?.[0] ?? first
    return { value: numbersIn(text).join(' '), written }
  }
  const spaced =
    /(?<![\d０-９-])[0-9０-９]{2}-?[0-9０-９]-?[0-9０-９]{2}-?[0-9０-９]{4}-?[0-9０-９](?![\d０-９-])/u.exec(
      text,
    )?.[0]
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

function isHeadingLine(line: string): boolean {
  const words = line.split(/[\s,、/|]/)
  return words.filter((word) => isOurs(headingOf(word))).length >= 2
}
