/** A hundred thousand applications: starting beside them, listing them, exporting them. */
import { once } from 'node:events'
import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../../../server/store/open-database.ts'
import { IN_MEMORY, withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { startAdmin, startFloor, startProduct } from '../product.ts'
import { registerMany } from '../recorded-statements.ts'
import { takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const MANY = 100_000
const FEW = 10_000
const STARTS = 7
const LISTS = {
  list: ['applications', 'list', '--json'],
  export: ['applications', 'export', '--format', 'csv'],
}

export async function operationSuite(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const few = join(folder, 'few.db')
    const many = join(folder, 'many.db')
    await fill(few, many)
    report({
      name: 'disk for an application with five facilities, SQLite',
      unit: 'KB',
      value: statSync(many).size / MANY / 1024,
    })
    await reportStart(report, folder, many)
    for (const [name, command] of Object.entries(LISTS)) {
      const [small, large] = [await runAdmin(command, few), await runAdmin(command, many)]
      report({
        name: `memory of the ${name} of 100,000 applications, beside 10,000`,
        unit: 'MB',
        value: large.memory,
        floor: small.memory,
        goal: GOALS.memoryOfLists,
      })
      report({ name: `applications in a ${name}`, unit: '/s', value: MANY / large.seconds })
    }
  })
}

/** Two databases: made where an fsync costs nothing, for their making is not measured, then brought to the disk. */
async function fill(few: string, many: string): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'filling.db')
    const database = await openDatabase(`sqlite:${file}`, { onFatal: fail })
    await registerMany(database, FEW)
    await database.backup(few)
    await registerMany(database, MANY - FEW)
    await database.close()
    copyFileSync(file, many)
  }, IN_MEMORY)
}

async function reportStart(report: Report, folder: string, file: string): Promise<void> {
  const { product, bare } = await takeTurns(STARTS, {
    bare: async () => {
      const server = await startFloor()
      await server.stop()
      return server.startedIn
    },
    product: async () => {
      const server = await startProduct(folder, { DATABASE_URL: `sqlite:${file}` })
      await server.stop()
      return server.startedIn
    },
  })
  report({
    name: 'listening with 100,000 applications, beside a bare server',
    unit: 'ms',
    value: product,
    floor: bare,
    goal: GOALS.start,
  })
}

async function runAdmin(command: readonly string[], file: string) {
  const from = performance.now()
  const admin = startAdmin(command, {
    DATABASE_URL: `sqlite:${file}`,
    NODE_OPTIONS: `--import=${new URL('../peak.ts', import.meta.url)}`,
  })
  let bytes = 0
  admin.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const [printed, [code]] = await Promise.all([text(admin.stderr), once(admin, 'close')])
  const peakKilobytes = Number(/peak (\d+)/.exec(printed)?.[1])
  if (code !== 0 || bytes === 0) throw new Error(`${command.join(' ')} failed: ${printed}`)
  return { memory: peakKilobytes / 1024, seconds: (performance.now() - from) / 1000 }
}

function fail(error: unknown): never {
  throw error
}
