/** Takes Japan Post's monthly files in place of the packaged data. */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { tokyoDay } from '../tokyo-time.ts'
import { replaceFile } from './atomic-file.ts'
import { type JapanPostFile, readJapanPost, type Skipped } from './japan-post.ts'
import { openPostalCodes } from './look-up.ts'
import { type About, aboutOf, type Kind, type Origin, pack } from './packed.ts'
import { arrange, type PostalRow } from './rows.ts'

export type ImportReport = {
  files: { path: string; kind: Kind; lines: number; skipped: Skipped[] }[]
  /** What `out` holds now: sources, their days, codes, rows. */
  about: About
  bytes: number
}

type Options = {
  out: string
  /** The file in use: of a kind that no file brings, its codes stay. */
  base: string
  /** Codes of each kind below which the files are taken for a part, and refused. */
  atLeast?: Record<Kind, number>
}

/** Less is a prefecture's file, a month's differences or half a download; whole, they have 120,000 and 22,000 codes. */
const WHOLE_COUNTRY: Record<Kind, number> = { towns: 100_000, offices: 15_000 }

/**
 * Replaces `out` at once by what the files hold. A file that is unreadable or not whole throws an Error in plain
 * words, and `out` stays. A running server keeps what it has read; its next start reads the new file.
 */
export function importPostalCodes(
  paths: readonly string[],
  { out, base, atLeast = WHOLE_COUNTRY }: Options,
): ImportReport {
  if (paths.length === 0) throw new Error('No file was named to import postal codes from.')
  const files = paths.map(read)
  const towns = contentOf('towns', files, base)
  const offices = contentOf('offices', files, base)
  const rows = arrange(towns.rows, offices.rows)
  const origins = { towns: towns.origin, offices: offices.origin }
  const about = aboutOf(rows, origins)
  for (const { path, kind } of files)
    if (about[kind].codes < atLeast[kind])
      throw new Error(
        `${path}: only ${about[kind].codes} codes of ${kind}, where the whole country has over ${atLeast[kind]}. Nothing was changed.`,
      )
  const bytes = pack(rows, origins)
  replaceFile(out, bytes)
  return { files: files.map(({ rows: _, day: __, ...file }) => file), about, bytes: bytes.length }
}

/** `day`: yyyy-mm-dd in Japan on which the file was last changed, which unzipping keeps. */
type ReadFile = JapanPostFile & { path: string; day: string }

function read(path: string): ReadFile {
  try {
    const day = tokyoDay(statSync(path).mtimeMs)
    return { ...readJapanPost(readFileSync(path)), path, day }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${path}: ${reason}. Nothing was changed.`, { cause: error })
  }
}

function contentOf(
  kind: Kind,
  files: readonly ReadFile[],
  base: string,
): { rows: PostalRow[]; origin: Origin } {
  const own = files.filter((file) => file.kind === kind)
  if (own.length > 0) {
    const source = `Japan Post, ${own.map(({ path }) => basename(path)).join(', ')}`
    const date =
      own
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? ''
    return { rows: own.flatMap(({ rows }) => rows), origin: { source, date } }
  }
  const { about, rows } = openPostalCodes(base)
  const { source, date } = about[kind]
  const kept = [...rows()].filter((row) => row.office === (kind === 'offices'))
  return { rows: kept, origin: { source, date } }
}
