/** Reads and checks the operator's file (OPERATOR_FILE, TOML): their words, dates and documents. */

import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { isMailAddress } from '#domain/mail-address.ts'
import { DEFAULT_WORDS, DOCUMENT_PATHS, type OperatorWords } from '#domain/operator-words.ts'
import { revealHidden, withoutEnd } from '#domain/text.ts'
import { isUrlOf } from './values.ts'

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

/* The keys of the operator's file: what each is, what it may be, how it is said. */

type Key = {
  about: string
  /** In Japanese, as the error names it. */
  allowed: string
  /** The text as it is said; undefined where it is not allowed. */
  read: (text: string) => string | undefined
}

const MOST = 300
const SENTENCE = { allowed: `1 行、${MOST} 文字までの文`, read: sentence } as const

export const KEYS = {
  version: {
    about: '同意の記録に残る、このファイル全体の版',
    allowed: '半角の英数字と . _ - で 40 文字まで（例：2026-12-01）',
    read: (text) => (/^[A-Za-z\d._-]{1,40}$/.test(text) ? text : undefined),
  },
  'product.name': { about: '製品の名前', ...SENTENCE },
  'product.kind': { about: '製品の種類を表す言葉', ...SENTENCE },
  'product.company': { about: '提供する会社の名前', ...SENTENCE },
  'terms.changed_on': {
    about: '利用規約の改定日',
    allowed: '2026-12-01 の形の、暦にある日付',
    read: japaneseDate,
  },
  'terms.document': {
    about: '利用規約',
    allowed: 'このファイルから見た PDF の場所か、https:// で始まるアドレス',
    read: documentName,
  },
  'privacy.document': {
    about: 'プライバシーポリシー',
    allowed: 'このファイルから見た PDF の場所か、https:// で始まるアドレス',
    read: documentName,
  },
  'support.telephone': {
    about: 'サポートの電話番号',
    allowed: '市外局番からの半角数字とハイフン（例：0120-000-000）',
    read: (text) =>
      /^\+?\d[\d-]{8,18}\d$/.test(text) && text.replace(/\D/g, '').length >= 10 ? text : undefined,
  },
  'support.hours': { about: 'サポートの受付時間', ...SENTENCE },
  'support.mail': {
    about: 'サポートのメールアドレス。メールの返信先にもなる',
    allowed: 'メールアドレス 1 つ',
    read: (text) => (isMailAddress(text) ? text : undefined),
  },
  'contract.charging_starts': { about: '料金が発生する時期', ...SENTENCE },
  'contract.use_ends': { about: '解約後、利用が終わる日', ...SENTENCE },
  'contract.last_bill': { about: '解約後の最後の請求', ...SENTENCE },
  'contract.data_afterwards': { about: '解約後のデータの扱い', ...SENTENCE },
  'completions.entry': { about: '新規お申し込みの完了画面とメールの文', ...SENTENCE },
  'completions.migration': { about: '移行の完了画面とメールの文', ...SENTENCE },
  'completions.suspension': { about: '利用停止の完了画面とメールの文', ...SENTENCE },
  'completions.trial': { about: '無料体験の完了画面とメールの文', ...SENTENCE },
  'staff.console': {
    about: '担当者の画面のアドレス。担当者へのメールに入る',
    allowed: 'http:// か https:// で始まるアドレス',
    read: (text) => (isUrlOf(text, /^https?:\/\/./) ? withoutEnd(text, /\//) : undefined),
  },
} as const satisfies Record<string, Key>

type KeyName = keyof typeof KEYS

/** A file names at least these: nothing of the samples stays on the pages. */
export const REQUIRED = [
  'version',
  'product.name',
  'product.kind',
  'product.company',
  'terms.changed_on',
  'terms.document',
  'privacy.document',
  'support.telephone',
  'support.hours',
  'support.mail',
] as const satisfies readonly KeyName[]

/** On one line, without characters that nobody sees. */
function sentence(text: string): string | undefined {
  const isPlain = revealHidden(text).every(({ hidden }) => !hidden)
  return text.trim() !== '' && text.length <= MOST && isPlain ? text.trim() : undefined
}

/** 2026-12-01 as `2026年12月1日`; undefined for a day that no calendar has. */
function japaneseDate(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (year === '' || date.toISOString().slice(0, 10) !== text) return undefined
  return `${Number(year)}年${Number(month)}月${Number(day)}日`
}

function documentName(text: string): string | undefined {
  if (text.startsWith('https://')) return isUrlOf(text, /^https:\/\/./) ? text : undefined
  return /^[^\0:]+\.pdf$/i.test(text) ? text : undefined
}
