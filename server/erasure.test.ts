/** Erased is erased: the bytes of the database's files, its log and a later backup are searched for what was erased. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { runRetention } from './retention.ts'
import { createStaffApplications } from './staff/applications.ts'
import type { Database } from './store/database.ts'
import { scrubErased } from './store/queries/retention.ts'
import { query } from './store/statement.ts'
import { addition, applicationsOn, CORPORATION, consent, NOW, register } from './testing/calls.ts'
import { emptyDatabase, openForTest, temporaryFolder } from './testing/databases.ts'
import { startInMemory } from './testing/postgres-of-run.ts'

const ERASED = 40
const WORDS = ['Moriyama', 'moriyama', 'Sakuragaoka', 'Hidamari', 'Kanamachi']

/** An application whose every text carries the number of its applicant. */
async function apply(database: Database, number: number, at = NOW): Promise<string> {
  const applications = applicationsOn(database, { clock: () => at })
  const applicant = {
    ...CORPORATION,
    companyName: `Sakuragaoka-${number}.`,
    person: `Moriyama-${number}.`,
    address: `Kanamachi-${number}.${'x'.repeat(200)}`,
    email: `moriyama-${number}.@example.jp`.replace('.@', '@'),
  }
  const { username: customer } = await applications.register(register({ applicant }))
  await applications.consent(consent({ customer, kind: 1, priceText: '9,980' }))
  const facilities = Array.from({ length: 20 }, (_, row) => ({
    facilityName: `Hidamari-${number}.${row}${'y'.repeat(row * 12)}`,
    facilityNumber: '1310000011',
    serviceKey: 'KYODO',
  }))
  return (await applications.addFacilities(addition({ customer, facilities }))).reference
}

/** As after delivery, where a mail server's answer repeats the address. */
const setSent = query((db) =>
  db
    .updateTable('outbox')
    .set((row) => ({ state: 'sent' as const, sent_at: NOW, last_error: row.ref('recipient') })),
)

/** Half are kept; of the others staff erase some, retention the rest, and a dozen were never completed. */
async function eraseSome(database: Database): Promise<void> {
  // Closed long enough ago.
  const staff = createStaffApplications(database, () => NOW - 50 * DAY_MS)
  for (let number = 0; number < 2 * ERASED; number++) {
    const reference = await apply(database, number, NOW - (number < ERASED ? 100 : 0) * DAY_MS)
    await database.atomic((tx) => tx.run(setSent))
    if (number >= ERASED) continue
    await staff.addNote({
      reference,
      by: { name: '佐藤', via: 'command' },
      note: `Moriyama-${number}.`,
    })
    if (number % 2 === 0) await staff.erase({ reference, by: { name: '佐藤', via: 'command' } })
    else
      await staff.changeStatus({
        reference,
        by: { name: '佐藤', via: 'command' },
        note: '',
        to: 'done',
        confirmedBy: `Moriyama-${number}.`,
      })
  }
  const rules = { incompleteDays: 30, completeDays: 30 }
  expect(await runRetention(database, rules, NOW)).toEqual({ deleted: 0, erased: ERASED / 2 })
  expect(await scrubErased(database)).toBe('done')
  expect(await scrubErased(database)).toBe('not due')
}

async function rewriteAll(database: Database): Promise<void> {
  for (const { rewrite } of await database.rewritable()) expect(await rewrite()).toBe(true)
}

/** Whose words stand anywhere in these files. */
function applicantsIn(files: readonly string[]): number[] {
  const pattern = new RegExp(`(?:${WORDS.join('|')})-(\\d+)[.@]`, 'g')
  const found = files.flatMap((file) => [...readFileSync(file, 'latin1').matchAll(pattern)])
  return [...new Set(found.map(([, number]) => Number(number)))].sort((a, b) => a - b)
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const KEPT = Array.from({ length: ERASED }, (_, index) => ERASED + index)

test('SQLite: neither the file nor its log nor a later backup holds what was erased, once it is rewritten', async () => {
  const url = await emptyDatabase('sqlite')
  const database = await openForTest(url)
  await eraseSome(database)
  const folder = dirname(url.slice('sqlite:'.length))
  // Nearly: a page whose rows were moved may keep a copy.
  expect(applicantsIn(filesIn(folder)).length).toBeLessThan(KEPT.length + 4)
  await rewriteAll(database)
  const backup = join(temporaryFolder(), 'later.db')
  await database.backup(backup)
  expect(filesIn(folder).map((file) => file.slice(folder.length + 1))).toContain('test.db-wal')
  expect(applicantsIn(filesIn(folder))).toEqual(KEPT)
  expect(applicantsIn([backup])).toEqual(KEPT)
})

test('PostgreSQL: neither the tables nor a later base backup hold what was erased, once they are rewritten', async () => {
  const cluster = await startInMemory()
  onTestFinished(() => cluster.remove())
  const url = await cluster.createDatabase()
  const database = await openForTest(url)
  await eraseSome(database)
  await rewriteAll(database)
  const copy = await cluster.restoredCopy()
  onTestFinished(() => copy.remove())
  // The backup began with a checkpoint: what the tables hold is in their files.
  expect(applicantsIn(filesIn(join(folderOf(url), 'data/base')))).toEqual(KEPT)
  expect(applicantsIn(filesIn(join(folderOf(copy.addressOf('public')), 'data')))).toEqual(KEPT)
}, 60_000)

function folderOf(url: string): string {
  return new URL(url).searchParams.get('host') ?? ''
}
