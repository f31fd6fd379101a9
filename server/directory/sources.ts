/** The files that an import was given: archives and tables, in folders or by name. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readZip } from './zip.ts'

/** A failed import in Japanese; nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The largest published archive has 4 MB, the largest table 14 MB. */
const MAX_FILE_BYTES = 128 * 2 ** 20

/** The files themselves and what folders hold, in the order of their names. Throws ImportError. */
export function sourceFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) throw new ImportError(`${path}：ファイルがありません。`)
    if (!stat.isDirectory()) return [path]
    const found = readdirSync(path).filter((name) => /\.(zip|csv)$/i.test(name))
    if (found.length === 0) throw new ImportError(`${path}：ZIPもCSVもありません。`)
    return found.sort().map((name) => join(path, name))
  })
  if (files.length === 0) throw new ImportError('取り込むファイルを指定してください。')
  return files
}

export type Source = { label: string; bytes: Buffer }

/** The tables of a file, one in memory at a time. */
export function* tablesOf(file: string): Generator<Source> {
  if (statSync(file).size > MAX_FILE_BYTES)
    throw new ImportError(`${file}：大きすぎます。公表されているファイルかご確認ください。`)
  const bytes = readFileSync(file)
  if (!isZip(bytes)) return yield { label: file, bytes }
  let tables = 0
  for (const entry of readZip(bytes, '.csv')) {
    tables += 1
    yield { label: `${file}（${entry.name}）`, bytes: entry.bytes }
  }
  if (tables === 0) throw new ImportError(`${file}：ZIPの中にCSVがありません。`)
}

function isZip(bytes: Buffer): boolean {
  return bytes.length >= 2 && bytes.toString('latin1', 0, 2) === 'PK'
}

/** yyyy-mm of `sfkopendata_202503_11.zip`. */
function periodOf(file: string): string | undefined {
  const [, year, month] = /_(20\d\d)(0[1-9]|1[0-2])_/.exec(basename(file)) ?? []
  return year && `${year}-${month}`
}

/** The one period that the names of all files tell; `stated` is for names that tell none. Throws ImportError. */
export function commonPeriod(files: readonly string[], stated: string): string {
  const dated = files.map((file) => ({ file, period: periodOf(file) ?? stated }))
  const [first] = dated
  const undated = dated.find(({ period }) => period === '')
  if (!first || undated)
    throw new ImportError(
      `${undated?.file}：ファイル名から時点が分かりません。--period 2025-03 のように指定してください。`,
    )
  const other = dated.find(({ period }) => period !== (stated || first.period))
  if (other)
    throw new ImportError(
      `時点の違うファイルが混ざっています（${other.file}：${other.period}、ほかは${stated || first.period}）。同じ時点のファイルだけを指定してください。`,
    )
  return first.period
}
