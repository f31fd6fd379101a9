/** The import of the directory: published archives and tables, by name or in folders, replace the one there is; running servers see it within seconds. */
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ServiceKey } from '#domain/catalogue.ts'
import { DIRECTORY_SOURCE, formatPeriod } from '#domain/directory.ts'
import { isoTime, tokyoDay } from '#domain/tokyo-time.ts'
import { OperatorError } from '../errors.ts'
import { buildDirectory, type DirectoryBuild } from '../store/directory-build.ts'
import {
  compareDirectories,
  type DirectoryChanges,
  openDirectoryFile,
} from '../store/directory-file.ts'
import { replaceFile } from '../store/read-only-file.ts'
import { collected, entryOf, indexedName } from './entries.ts'
import { type RowRemark, readPublishedTable } from './published-table.ts'
import { readZip } from './zip.ts'

export type TableSummary = { file: string; rows: number; taken: number; remarks: RowRemark[] }

export type DirectoryImport = {
  period: string
  tables: TableSummary[]
  /** Rows that stood in the files more than once. */
  repeated: number
  corporations: number
  rows: number
  /** null at the first import, and after one by another version. */
  changes: DirectoryChanges | null
  /** What would have refused the import without `force`. */
  doubts: string[]
}

type Options = {
  /** The directory's file. */
  out: string
  /** yyyy-mm for files whose names have none; else empty. */
  period: string
  /** Whether files are taken that seem damaged, incomplete or older than what is there. */
  force?: boolean
  /** Epoch milliseconds. */
  now: number
  /** The postal code of an address where it is certain, else an empty text. */
  zipcodeOf: (address: string) => string
  progress: (text: string) => void
}

/** Throws OperatorError with a Japanese sentence, and then the old directory is as it was. */
export function importDirectory(paths: readonly string[], options: Options): DirectoryImport {
  const { out, now, progress, zipcodeOf, force = false } = options
  const files = sourceFiles(paths)
  const period = commonPeriod(files, options.period)
  refuseFuture(period, now)
  return replaceFile(out, (unfinished) => {
    const build = buildDirectory(unfinished)
    try {
      const collection = collect(files, build, progress)
      if (collection.rows === 0)
        throw new OperatorError('import', '取り込める行がありません。いまの名簿はそのままです。')
      progress('索引を作っています')
      const counts = build.finish(
        { entryOf: (rows) => entryOf(rows, zipcodeOf), namesOf: indexedName },
        {
          id: collection.id,
          period,
          source: DIRECTORY_SOURCE,
          imported: isoTime(now),
          services: JSON.stringify([...collection.services].sort()),
          tables: JSON.stringify(collection.tables.map(({ remarks: _, ...table }) => table)),
        },
      )
      build.close()
      const { tables, repeated } = collection
      const last = lastDirectory(out)
      const changes = last ? compareDirectories(out, unfinished) : null
      const doubts = doubtsOf({ collection, changes, period, lastPeriod: last?.period ?? '' })
      if (doubts.length > 0 && !force) throw refusal(doubts)
      return { period, tables, repeated, ...counts, changes, doubts }
    } finally {
      build.close()
    }
  })
}

/** The files themselves and what folders hold, in the order of their names. Throws OperatorError. */
function sourceFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) throw new OperatorError('import', `${path}：ファイルがありません。`)
    if (!stat.isDirectory()) return [path]
    const found = readdirSync(path).filter((name) => /\.(zip|csv)$/i.test(name))
    if (found.length === 0) throw new OperatorError('import', `${path}：ZIPもCSVもありません。`)
    return found.sort().map((name) => join(path, name))
  })
  if (files.length === 0) throw new OperatorError('import', '取り込むファイルを指定してください。')
  return files
}

/** The one period in the names of all files; `stated` is for names without one. Throws OperatorError. */
function commonPeriod(files: readonly string[], stated: string): string {
  const dated = files.map((file) => ({ file, period: periodOf(file) ?? stated }))
  const [first] = dated
  const undated = dated.find(({ period }) => period === '')
  if (!first || undated)
    throw new OperatorError(
      'import',
      `${undated?.file}：ファイル名から時点がわかりません。--period 2025-03 のように指定してください。`,
    )
  const other = dated.find(({ period }) => period !== (stated || first.period))
  if (other)
    throw new OperatorError(
      'import',
      `時点の違うファイルが混ざっています（${other.file}：${other.period}、ほかは${stated || first.period}）。同じ時点のファイルだけを指定してください。`,
    )
  return first.period
}

/** yyyy-mm of `sfkopendata_202503_11.zip`. */
function periodOf(file: string): string | undefined {
  const [, year, month] = /_(20\d\d)(0[1-9]|1[0-2])_/.exec(basename(file)) ?? []
  return year && `${year}-${month}`
}

type Collection = {
  /** Changes with every byte of the files. */
  id: string
  tables: TableSummary[]
  repeated: number
  rows: number
  services: Set<ServiceKey>
}

function collect(
  files: readonly string[],
  build: DirectoryBuild,
  progress: Options['progress'],
): Collection {
  const hash = createHash('sha256')
  const fingerprints = new Set<string>()
  const collection: Collection = {
    ...{ id: '', tables: [], repeated: 0, rows: 0 },
    services: new Set(),
  }
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
  let read = 0
  for (const [index, file] of files.entries()) {
    const percent = Math.floor((100 * read) / Math.max(1, bytes))
    read += sizeOf(file)
    progress(
      `${percent}%　${index + 1}/${files.length} ${basename(file)} を読んでいます（${collection.rows}行）`,
    )
    failingWith(file, () => {
      for (const table of tablesOf(file))
        collectTable(table, { build, hash, fingerprints, collection })
    })
  }
  return { ...collection, id: hash.digest('base64url').slice(0, 16) }
}

/** 0 for a file that is gone: reading it says so. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Puts the file's name before the reason why it is refused. */
function failingWith(file: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError('import', `${file}：${error.message}`, { cause: error })
  }
}

/** The largest published archive has 4 MB, the largest table 14 MB. */
const MAX_FILE_BYTES = 128 * 2 ** 20

type Source = { label: string; bytes: Buffer }

/** The tables of a file, one in memory at a time. */
function* tablesOf(file: string): Generator<Source> {
  if (statSync(file).size > MAX_FILE_BYTES)
    throw new OperatorError(
      'import',
      `ファイルが大きすぎます。公表されているファイルかご確認ください。`,
    )
  const bytes = readFileSync(file)
  if (!isZip(bytes)) return yield { label: file, bytes }
  let tables = 0
  for (const entry of readZip(bytes, '.csv')) {
    tables += 1
    yield { label: `${file}（${entry.name}）`, bytes: entry.bytes }
  }
  if (tables === 0) throw new OperatorError('import', `ZIPの中にCSVがありません。`)
}

function isZip(bytes: Buffer): boolean {
  return bytes.length >= 2 && bytes.toString('latin1', 0, 2) === 'PK'
}

type Collecting = {
  build: DirectoryBuild
  hash: Hash
  fingerprints: Set<string>
  collection: Collection
}

function collectTable(source: Source, { build, hash, fingerprints, collection }: Collecting): void {
  hash.update(source.bytes)
  let taken = 0
  const { rows, remarks } = readPublishedTable(source.bytes, (row) => {
    const { line: _, ...content } = row
    const fingerprint = createHash('md5').update(JSON.stringify(content)).digest('base64')
    if (fingerprints.has(fingerprint)) {
      collection.repeated += 1
      return
    }
    fingerprints.add(fingerprint)
    build.add(collected(row))
    collection.services.add(row.service)
    taken += 1
  })
  collection.rows += taken
  collection.tables.push({ file: source.label, rows, taken, remarks })
}

/** Undefined where there is none, or one of a version that this one cannot read. */
function lastDirectory(out: string): { period: string } | undefined {
  if (!existsSync(out)) return undefined
  try {
    const last = openDirectoryFile(out)
    last.close()
    return { period: last.meta.period ?? '' }
  } catch {
    return undefined
  }
}

/** Shares above which files are not taken unasked. Of 23,834 rows published for March 2025 none is refused, and 3.7 % have a wrong corporate number. */
/** Fewer rows say nothing. */
const LEAST = 5
const MOST = {
  refused: 0.02,
  wrongNumbers: 0.1,
  /** Of the numbers and services of the last directory. */
  gone: 0.15,
  /** By how much the share of rows whose corporation has a number may fall. */
  fewerNumbered: 0.1,
}

type Evidence = {
  collection: Collection
  changes: DirectoryChanges | null
  period: string
  lastPeriod: string
}

/** Why the files seem damaged, incomplete or old: a spreadsheet that saved them drops leading zeros and rounds long numbers. */
function doubtsOf({ collection, changes, period, lastPeriod }: Evidence): string[] {
  const { tables } = collection
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const remarks = (kind: RowRemark['kind']) =>
    tables.reduce(
      (sum, table) => sum + table.remarks.filter((remark) => remark.kind === kind).length,
      0,
    )
  const refused = remarks('refused')
  const wrongNumbers = remarks('noted')
  const doubts: string[] = []
  const isMuch = (count: number, share: number, of: number) => count >= LEAST && count > share * of
  if (isMuch(refused, MOST.refused, rows))
    doubts.push(`${rows}行のうち${refused}行（${percent(refused / rows)}）が取り込めません`)
  if (isMuch(wrongNumbers, MOST.wrongNumbers, rows))
    doubts.push(
      `${rows}行のうち${wrongNumbers}行（${percent(wrongNumbers / rows)}）の法人番号が正しくありません`,
    )
  if (lastPeriod > period)
    doubts.push(
      `いまの名簿（${formatPeriod(lastPeriod)}）より古いものです（${formatPeriod(period)}）`,
    )
  if (!changes) return doubts
  const { before, gone, numberedBefore, numbered } = changes
  if (isMuch(gone, MOST.gone, before))
    doubts.push(
      `いまの名簿の${before}件（事業所番号とサービスの組）のうち${gone}件（${percent(gone / before)}）がなくなります`,
    )
  if (before >= LEAST && numberedBefore - numbered > MOST.fewerNumbered)
    doubts.push(
      `法人番号のある行が、いまの名簿の${percent(numberedBefore)}から${percent(numbered)}に減ります`,
    )
  return doubts
}

function refusal(doubts: readonly string[]): OperatorError {
  const reasons = doubts.map((doubt) => `・${doubt}。`).join('\n')
  return new OperatorError(
    'import',
    `ファイルが壊れているか、足りないようです。\n${reasons}\n表計算ソフトで保存し直したファイルではないか、必要なファイルがそろっているかをご確認ください。このまま取り込むときは、--force を付けてください。`,
  )
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

function refuseFuture(period: string, now: number): void {
  const today = tokyoDay(now)
  if (period > today.slice(0, period.length))
    throw new OperatorError(
      'import',
      `まだ来ていない時点です（${formatPeriod(period)}）。ファイル名、--period、このコンピューターの日付をご確認ください。`,
    )
}
