/** The directory of facilities at its published size: the import, and look-ups while a person types. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { API_BASE } from '#contract/apply.ts'
import { DIRECTORY_PATHS } from '#domain/directory.ts'
import { createDirectory } from '../../../server/directory/look-up.ts'
import { openDirectoryFile } from '../../../server/store/directory-file.ts'
import { startChild } from '../child.ts'
import { withFolder } from '../folder.ts'
import { generateDirectory, generatedName } from '../generated-directory.ts'
import { GOALS } from '../goals.ts'
import type { Reads } from '../load/reads.ts'
import { startAdmin, startFloor, startProduct } from '../product.ts'
import { takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 5
const SECONDS = 1.5
const WARM_UP_SECONDS = 6
const CONNECTIONS = 32
const NAMES = 400
/** Coprime to the number of corporations, so that neighbours do not follow one another. */
const STRIDE = 149

export async function directorySuite(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const published = join(folder, 'published')
    generateDirectory(published)
    const file = join(folder, 'directory.db')
    // The second compares with the first.
    await importInto(file, published)
    const { seconds, megabytes } = await importInto(file, published)
    report({ name: 'directory: import', unit: 's', value: seconds, goal: GOALS.directoryImport })
    report({
      name: 'directory: memory of the import',
      unit: 'MB',
      value: megabytes,
      goal: GOALS.directoryImportMemory,
    })
    report({
      name: 'directory: a search in the slowest hundredth',
      unit: 'ms',
      value: slowestHundredth(file),
      goal: GOALS.slowestSearch,
    })
    await measureLookUps(folder, file, report)
    const kilobytes = codeBytes() / 1024
    report({
      name: 'directory: code of the combobox',
      unit: 'KB',
      value: kilobytes,
      goal: GOALS.comboboxCode,
    })
  })
}

/** What a first touch of a field loads, as it is sent. */
function codeBytes(): number {
  const folder = new URL('../../../build/web/assets/', import.meta.url)
  const names = readdirSync(folder).filter((name) =>
    /^(directory(?!-notes)|look-up)-.*\.js$/.test(name),
  )
  if (names.length === 0) throw new Error(`no code of the combobox in ${folder}`)
  return names.reduce(
    (total, name) => total + brotliCompressSync(readFileSync(new URL(name, folder))).length,
    0,
  )
}

async function importInto(file: string, published: string) {
  const from = performance.now()
  const admin = startAdmin(['directory', 'import', published], {
    DIRECTORY_FILE: file,
    NODE_OPTIONS: `--import=${new URL('../peak.ts', import.meta.url)}`,
  })
  let printed = ''
  admin.stderr.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  admin.stdout.resume()
  const [code] = await once(admin, 'close')
  if (code !== 0) throw new Error(`the import ended with ${code}: ${printed}`)
  const megabytes = Number(/peak (\d+)/.exec(printed)?.[1]) / 1024
  return { seconds: (performance.now() - from) / 1000, megabytes }
}

/** What a person types on the way to a name. */
function beginnings(): string[] {
  const names = Array.from({ length: NAMES }, (_, index) => generatedName(index * STRIDE))
  return [...new Set(names.flatMap((name) => Array.from(name, (_, end) => name.slice(0, end + 1))))]
}

function slowestHundredth(file: string): number {
  const store = openDirectoryFile(file)
  const { search } = createDirectory(store)
  const times = beginnings().map((text) => {
    const from = performance.now()
    search(text)
    return performance.now() - from
  })
  store.close()
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

async function measureLookUps(folder: string, file: string, report: Report): Promise<void> {
  const load = startChild<Reads, number>(new URL('../load/reads.ts', import.meta.url))
  const settings = { DIRECTORY_FILE: file, LIMIT_LOOK_UPS_PER_MINUTE: '0', TRUST_PROXY: '' }
  const product = await startProduct(folder, settings)
  const bare = await startFloor()
  try {
    const read = (port: number, paths: readonly string[]) => () =>
      load.ask({ port, connections: CONNECTIONS, seconds: SECONDS, paths })
    const paths = beginnings().map(
      (text) => `${API_BASE}${DIRECTORY_PATHS.corporations}?q=${encodeURIComponent(text)}`,
    )
    // Each is asked once before it counts: what people type has been asked before.
    await load.ask({
      port: product.port,
      connections: CONNECTIONS,
      seconds: WARM_UP_SECONDS,
      paths,
    })
    const { searches, floor, ratios } = await takeTurns(ROUNDS, {
      floor: read(bare.port, [`${API_BASE}/postal-codes`]),
      searches: read(product.port, paths),
    })
    report({
      name: 'directory: searches',
      unit: '/s',
      value: searches,
      floor,
      ratios: ratios('searches', 'floor'),
      goal: GOALS.searches,
    })
  } finally {
    await Promise.all([load.stop(), product.stop(), bare.stop()])
  }
}
