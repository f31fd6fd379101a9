/** Reads the operator's file (OPERATOR_FILE, TOML): its words, dates and documents. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import {
  DEFAULT_WORDS,
  DOCUMENT_PATHS,
  type OperatorWords,
  SAMPLE_CAMPAIGNS,
} from '#domain/operator-words.ts'
import { OperatorError } from '../errors.ts'
import { OPERATOR_SETTINGS, type OperatorSetting, QUESTION_SETTINGS } from './operator-settings.ts'
import { readSettings, type ValuesOf } from './setting.ts'

/** The operator's words, and the documents that the file names. */
export type Operator = {
  words: OperatorWords
  /** Address of the staff console in mails to staff; empty where none is named. */
  consoleUrl: string
  /** What staff may ask an applicant with a press: in no page, and no consent counts for it. */
  questions: readonly string[]
  /** Those that figures name: anybody can send any name. */
  campaigns: readonly string[]
  /** YYYY-MM-DD: no working days, beside weekends and public holidays. */
  closedDays: readonly string[]
  /** Path under which a document is served → its content. */
  documents: ReadonlyMap<string, Buffer>
  /** Every setting that the file has, with its text; empty without a file. */
  texts: ReadonlyMap<string, string>
}

/**
 * Without a file (an empty path) the sample words, and the documents of the built pages. Throws OperatorError: what is
 * wrong with the file, a line each, as in `operator.toml:12 support.telephone：…`
 */
export function readOperator(file: string, builtPages = ''): Operator {
  if (file === '') return sampleOperator(builtPages)
  const source = readSource(file)
  const texts = new Map(leavesOf(source, file))
  const at = (name: string, text: string) => {
    const line = lineOf(source, name)
    return `${basename(file)}${line === undefined ? '' : `:${line}`} ${name}：${text}`
  }
  const { values, faults } = readSettings(OPERATOR_SETTINGS, texts, {
    unknown: (name) => at(name, 'この名前の項目はありません。'),
    refused: (name, { about, allowed }, _text, isSet) =>
      isSet
        ? at(name, `この値は使えません。使えるのは、${allowed}です。`)
        : at(name, `この項目が必要です（${about}）。`),
  })
  const { documents, missing } = readDocuments(file, values)
  const all = [...faults, ...missing.map(({ name, text }) => at(name, text))]
  if (all.length > 0) throw new OperatorError('operator_file', all.join('\n'))
  return {
    words: wordsOf(values),
    consoleUrl: values['staff.console'] ?? '',
    questions: QUESTION_SETTINGS.flatMap((name) => values[name] ?? []),
    campaigns: values['figures.campaigns'] ?? [],
    closedDays: values['closed.days'] ?? [],
    documents,
    texts,
  }
}

function sampleOperator(builtPages: string): Operator {
  const documents = new Map<string, Buffer>()
  for (const path of Object.values(DOCUMENT_PATHS)) {
    const content = readDocument(join(builtPages, path))
    if (content) documents.set(path, content)
  }
  return {
    ...{ words: DEFAULT_WORDS, consoleUrl: '', questions: [], campaigns: SAMPLE_CAMPAIGNS },
    ...{ closedDays: [], documents, texts: new Map() },
  }
}

function readSource(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const reason = error instanceof TypeError ? '文字コードが UTF-8 ではありません' : String(error)
    throw new OperatorError(
      'operator_file',
      `OPERATOR_FILE のファイル ${file} を読めません（${reason}）。`,
      {
        cause: error,
      },
    )
  }
}

/** Every value's text under its dotted key. */
function leavesOf(source: string, file: string): [string, string][] {
  try {
    return flatten(parse(source), '')
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = ''] = error.message.replace('Invalid TOML document: ', '').split('\n')
    throw new OperatorError(
      'operator_file',
      `${basename(file)}:${error.line} TOML として読めません（${reason}）。文は "" で囲んでください。`,
      { cause: error },
    )
  }
}

function flatten(table: object, prefix: string): [string, string][] {
  return Object.entries(table).flatMap(([name, value]): [string, string][] => {
    const key = prefix + name
    const isTable = typeof value === 'object' && value !== null && !(value instanceof Date)
    return isTable && !Array.isArray(value) ? flatten(value, `${key}.`) : [[key, textOf(value)]]
  })
}

/** A date without a time is its text; what is no text has none that any key would take. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : ''
}

/** 1 for the first line; undefined where the key does not stand in the file. */
function lineOf(source: string, key: string): number | undefined {
  let table = ''
  for (const [index, line] of source.split('\n').entries()) {
    const [, heading] = /^\s*\[([\w.-]+)\]/.exec(line) ?? []
    if (heading !== undefined) table = `${heading}.`
    const [, name] = /^\s*([\w.-]+)\s*=/.exec(line) ?? []
    if (name !== undefined && table + name === key) return index + 1
  }
  return undefined
}

type Values = ValuesOf<typeof OPERATOR_SETTINGS>

const DOCUMENTS = [
  ['terms.document', DOCUMENT_PATHS.terms],
  ['privacy.document', DOCUMENT_PATHS.privacy],
] as const satisfies readonly (readonly [OperatorSetting, string])[]

/** A document that is no address is a file, named from the operator's own. */
function readDocuments(file: string, values: Partial<Values>) {
  const documents = new Map<string, Buffer>()
  const missing: { name: OperatorSetting; text: string }[] = []
  for (const [name, path] of DOCUMENTS) {
    const text = values[name]
    if (text === undefined || isAddress(text)) continue
    const content = readDocument(resolve(dirname(file), text))
    if (content) documents.set(path, content)
    else missing.push({ name, text: `${text} がないか、PDF ではありません。` })
  }
  return { documents, missing }
}

function readDocument(path: string): Buffer | undefined {
  try {
    const content = readFileSync(path)
    return content.subarray(0, 5).toString('latin1') === '%PDF-' ? content : undefined
  } catch {
    return undefined
  }
}

function wordsOf(values: Values): OperatorWords {
  const phone = values['support.telephone']
  const completions = present({
    entry: values['completions.entry'],
    migration: values['completions.migration'],
    suspension: values['completions.suspension'],
    trial: values['completions.trial'],
  })
  const next = present({
    entry: values['next.entry'],
    migration: values['next.migration'],
    suspension: values['next.suspension'],
    trial: values['next.trial'],
  })
  return {
    version: values.version,
    productName: values['product.name'],
    productKind: values['product.kind'],
    operator: values['product.company'],
    phone,
    phoneHref: `tel:${phone.replace(/[^\d+]/g, '')}`,
    supportHours: values['support.hours'],
    supportMail: values['support.mail'],
    termsHref: addressOf(values['terms.document'], DOCUMENT_PATHS.terms),
    termsChangeOn: values['terms.changed_on'],
    privacyHref: addressOf(values['privacy.document'], DOCUMENT_PATHS.privacy),
    ...present({
      chargingStart: values['contract.charging_starts'],
      useEnd: values['contract.use_ends'],
      lastBill: values['contract.last_bill'],
      dataAfter: values['contract.data_afterwards'],
    }),
    ...(Object.keys(completions).length > 0 && { completions }),
    ...(Object.keys(next).length > 0 && { next }),
  }
}

/** Without the members that are undefined: pages, mails and the fingerprint go by which are there. */
function present<K extends string>(texts: Record<K, string | undefined>) {
  const entries = Object.entries(texts).filter(([, text]) => text !== undefined)
  return Object.fromEntries(entries) as Partial<Record<K, string>>
}

function addressOf(text: string, served: string): string {
  return isAddress(text) ? text : served
}

function isAddress(text: string): boolean {
  return text.startsWith('https://')
}
