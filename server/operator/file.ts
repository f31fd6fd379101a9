/** Reads and checks the operator's file (OPERATOR_FILE, TOML): their words, dates and documents. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { DEFAULT_WORDS, DOCUMENT_PATHS, type OperatorWords } from '#domain/operator-words.ts'
import { KEYS, type KeyName, REQUIRED } from './keys.ts'

/** What an operator says, and the documents that it names. */
export type Operator = {
  words: OperatorWords
  /** Address of the staff console in mails to staff; empty where none is named. */
  consoleUrl: string
  /** Path under which a document is served → its content. */
  documents: ReadonlyMap<string, Buffer>
  /** Every key that the file has, with its text; empty without a file. */
  texts: ReadonlyMap<KeyName, string>
}

/** What is wrong with the file, a line each: `operator.toml:12 support.telephone：…` */
export class OperatorFileError extends Error {
  override readonly name = 'OperatorFileError'
}

/** Without a file (an empty path) the sample words, and the documents of the built pages. Throws OperatorFileError. */
export function readOperator(file: string, builtPages = ''): Operator {
  if (file === '') return sampleOperator(builtPages)
  const source = readSource(file)
  const faults: string[] = []
  const refuse = (line: number | undefined, text: string) =>
    faults.push(`${basename(file)}${line === undefined ? '' : `:${line}`} ${text}`)
  const texts = new Map<KeyName, string>()
  for (const { key, value } of leavesOf(source, file)) {
    const line = lineOf(source, key)
    const rule = isKey(key) ? KEYS[key] : undefined
    if (!rule || !isKey(key)) refuse(line, `${key}：この名前の項目はありません。`)
    else if (rule.read(textOf(value)) === undefined)
      refuse(line, `${key}：この値は使えません。使えるのは、${rule.allowed}です。`)
    else texts.set(key, textOf(value))
  }
  const missing = REQUIRED.filter((key) => !texts.has(key) && lineOf(source, key) === undefined)
  for (const key of missing) refuse(undefined, `${key}：この項目が必要です（${KEYS[key].about}）。`)
  const documents = readDocuments(file, texts, (key, text) => refuse(lineOf(source, key), text))
  if (faults.length > 0) throw new OperatorFileError(faults.join('\n'))
  return { words: wordsOf(texts), consoleUrl: texts.get('staff.console') ?? '', documents, texts }
}

function sampleOperator(builtPages: string): Operator {
  const documents = new Map<string, Buffer>()
  for (const path of Object.values(DOCUMENT_PATHS)) {
    const content = readDocument(join(builtPages, path))
    if (content) documents.set(path, content)
  }
  return { words: DEFAULT_WORDS, consoleUrl: '', documents, texts: new Map() }
}

function readSource(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const reason = error instanceof TypeError ? '文字コードが UTF-8 ではありません' : String(error)
    throw new OperatorFileError(`${file} を読めません（${reason}）。`, { cause: error })
  }
}

type Leaf = { key: string; value: unknown }

/** Every value with its dotted key. */
function leavesOf(source: string, file: string): Leaf[] {
  try {
    return flatten(parse(source), '')
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = ''] = error.message.replace('Invalid TOML document: ', '').split('\n')
    throw new OperatorFileError(
      `${basename(file)}:${error.line} TOML として読めません（${reason}）。文は "" で囲んでください。`,
      { cause: error },
    )
  }
}

function flatten(table: object, prefix: string): Leaf[] {
  return Object.entries(table).flatMap(([name, value]): Leaf[] => {
    const key = prefix + name
    const isTable = typeof value === 'object' && value !== null && !(value instanceof Date)
    return isTable && !Array.isArray(value) ? flatten(value, `${key}.`) : [{ key, value }]
  })
}

/** A date without a time is its text; what is no text has none that any key would take. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : ''
}

function isKey(key: string): key is KeyName {
  return Object.hasOwn(KEYS, key)
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

type Texts = ReadonlyMap<KeyName, string>

/** A document that is no address is a file, named from the operator's own. */
function readDocuments(
  file: string,
  texts: Texts,
  refuse: (key: KeyName, text: string) => void,
): Map<string, Buffer> {
  const documents = new Map<string, Buffer>()
  for (const [key, path] of [
    ['terms.document', DOCUMENT_PATHS.terms],
    ['privacy.document', DOCUMENT_PATHS.privacy],
  ] as const) {
    const text = texts.get(key)
    if (text === undefined || isAddress(text)) continue
    const content = readDocument(resolve(dirname(file), text))
    if (content) documents.set(path, content)
    else refuse(key, `${key}：${text} がないか、PDF ではありません。`)
  }
  return documents
}

function readDocument(path: string): Buffer | undefined {
  try {
    const content = readFileSync(path)
    return content.subarray(0, 5).toString('latin1') === '%PDF-' ? content : undefined
  } catch {
    return undefined
  }
}

function wordsOf(texts: Texts): OperatorWords {
  const said = (key: KeyName) => KEYS[key].read(texts.get(key) ?? '') ?? ''
  const known = <K extends string>(name: K, key: KeyName) =>
    texts.has(key) ? ({ [name]: said(key) } as Record<K, string>) : {}
  const phone = said('support.telephone')
  const completions = {
    ...known('entry', 'completions.entry'),
    ...known('migration', 'completions.migration'),
    ...known('suspension', 'completions.suspension'),
    ...known('trial', 'completions.trial'),
  }
  return {
    version: said('version'),
    productName: said('product.name'),
    productKind: said('product.kind'),
    operator: said('product.company'),
    phone,
    phoneHref: `tel:${phone.replace(/[^\d+]/g, '')}`,
    supportHours: said('support.hours'),
    supportMail: said('support.mail'),
    termsHref: addressOf(said('terms.document'), DOCUMENT_PATHS.terms),
    termsChangeOn: said('terms.changed_on'),
    privacyHref: addressOf(said('privacy.document'), DOCUMENT_PATHS.privacy),
    ...known('chargingStart', 'contract.charging_starts'),
    ...known('useEnd', 'contract.use_ends'),
    ...known('lastBill', 'contract.last_bill'),
    ...known('dataAfter', 'contract.data_afterwards'),
    ...(Object.keys(completions).length > 0 && { completions }),
  }
}

function addressOf(text: string, served: string): string {
  return isAddress(text) ? text : served
}

function isAddress(text: string): boolean {
  return text.startsWith('https://')
}
