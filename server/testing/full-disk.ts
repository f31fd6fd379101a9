/** Fills the small disk it is given while it stores, makes room again, and tells what it saw as JSON: a test's own process. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { toAppError } from '../errors.ts'
import { openDatabase } from '../store/open-database.ts'
import { storedFacts, storeFact, touchFact } from './facts.ts'

const [folder = ''] = process.argv.slice(2)
const database = await openDatabase(`sqlite:${join(folder, 'test.db')}`, {
  onFatal: (error) => {
    throw error
  },
})
const acknowledged: string[] = []
const refusals: string[] = []
const store = (name: string, bytes: number) =>
  storeFact(database, name, 'x'.repeat(bytes)).then(
    () => acknowledged.push(name),
    (error) => refusals.push(toAppError(error).code),
  )
const check = () =>
  database.check().then(
    () => 'green',
    () => 'red',
  )
const checks = []

await store('a-before', 1)
checks.push(await check())
const ballast = join(folder, 'ballast')
const { bavail, bsize } = statfsSync(folder)
writeFileSync(ballast, Buffer.alloc(bavail * bsize - 64 * 1024))
await Promise.all(Array.from({ length: 40 }, (_, i) => store(`b${i}`, 20_000)))
for (let i = 0; i < 20; i++) await store(`c${i}`, 5000)
// The log still has room for single pages, where transactions that failed began to write: the check needs no more.
let full = false
for (let i = 0; i < 100 && !full; i++)
  await touchFact(database, 'a-before').catch(() => {
    full = true
  })
await setTimeout(1050)
checks.push(await check())
rmSync(ballast)
await setTimeout(1050)
checks.push(await check())
await store('d-after', 200_000)

const stored = await storedFacts(database)
await database.close()
const integrity = new DatabaseSync(join(folder, 'test.db')).prepare('pragma integrity_check').all()
console.log(
  JSON.stringify({ acknowledged: acknowledged.sort(), stored, refusals, checks, integrity }),
)
