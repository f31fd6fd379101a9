import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase, openForTest, temporaryFolder } from '../testing/databases.ts'
import { storeFact } from '../testing/facts.ts'
import { holdTime } from '../testing/held-time.ts'
import { runSql } from '../testing/raw-sql.ts'
import { becomesReady, becomesRed, isReady, nextCheck, serve } from '../testing/readiness.ts'
import { createDamageWatch, type DamageMark, fileMark, rowMark } from './damage.ts'
import type { Database } from './database.ts'
import { query } from './statement.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503 }
const PAGE_BYTES = 4096

const values = query((db) => db.selectFrom('facts').select('value'))
/** Reads the table itself, and no index. */
const readValues = (database: Database) => database.read((tx) => tx.all(values))

describe('SQLite', () => {
  /** A closed database of some hundred pages; its facts' pages, and only they, can be damaged and mended. */
  async function filled() {
    const file = join(temporaryFolder(), 'test.db')
    const database = await openForTest(`sqlite:${file}`)
    for (let i = 0; i < 200; i++) await storeFact(database, `fact ${i}`, `${i} `.repeat(500))
    await database.close()
    const whole = readFileSync(file)
    const page = Math.floor(whole.indexOf('150 150 150') / PAGE_BYTES) * PAGE_BYTES
    const damage = () => {
      const content = readFileSync(file)
      content.fill(0xff, page, page + PAGE_BYTES)
      writeFileSync(file, content)
    }
    return { file, url: `sqlite:${file}`, damage, mend: () => writeFileSync(file, whole) }
  }

  test('whoever meets a damaged page is told as unavailable; readiness is red until a start that finds none', async () => {
    const { url, file, damage, mend } = await filled()
    const { database, reports } = await serve(url)
    await becomesReady(database)
    damage()
    await expect(readValues(database)).rejects.toMatchObject({
      ...UNAVAILABLE,
      cause: { errcode: 11 },
    })
    await nextCheck()
    await expect(database.check()).rejects.toMatchObject({ ...UNAVAILABLE, cause: { errcode: 11 } })
    expect(reports).toMatchObject([{ errcode: 11 }])
    // Nobody knows yet that it is mended.
    mend()
    await nextCheck()
    expect(await isReady(database)).toBe(false)
    await database.close()

    damage()
    const next = await serve(url)
    expect(await isReady(next.database)).toBe(false)
    await vi.waitFor(() => expect(next.reports.length).toBe(1), 10_000)
    await setTimeout(1500)
    expect([await isReady(next.database), existsSync(`${file}-damaged`)]).toEqual([false, true])
    await next.database.close()

    mend()
    const last = await serve(url)
    expect(await isReady(last.database)).toBe(false)
    await becomesReady(last.database)
    expect(existsSync(`${file}-damaged`)).toBe(false)
    expect(await readValues(last.database)).toHaveLength(201)
  })

  test('a start finds damage that nobody has met; of a file beyond its bound it leaves that to the check', async () => {
    const { url, file, damage } = await filled()
    damage()
    const { database, reports } = await serve(url)
    await becomesRed(database)
    expect(reports).toMatchObject([{ name: 'DamagedDatabase' }])
    await database.close()
    rmSync(`${file}-damaged`)
    truncateSync(file, 2 ** 28 + PAGE_BYTES)
    const large = await serve(url)
    await setTimeout(2000)
    expect([await isReady(large.database), large.reports]).toEqual([true, []])
    // The check of another process finds it.
    const command = await openForTest(url)
    expect(await command.examine('quick')).not.toEqual([])
    await nextCheck()
    expect(await isReady(large.database)).toBe(false)
    expect(large.reports).toMatchObject([{ name: 'DamagedDatabase' }])
  })

  test('what only a full check finds stays red after a start', async () => {
    const { url, file } = await filled()
    const content = readFileSync(file)
    // Its index knows it by its old name.
    content.write('FACT', content.indexOf('fact 150150 150'))
    writeFileSync(file, content)
    const { database } = await serve(url)
    await becomesReady(database)
    expect(await database.examine('quick')).toEqual([])
    const findings = await database.examine('full')
    expect(findings[0]).toMatch(/missing from index/)
    await database.close()
    const next = await serve(url)
    await vi.waitFor(() => expect(next.reports.length).toBe(1), 10_000)
    await setTimeout(1500)
    expect(await isReady(next.database)).toBe(false)
    await next.database.close()
    await runSql(url, 'reindex')
    await becomesReady((await serve(url)).database)
  })
})

describe('what the disk could not read', () => {
  const unread = Object.assign(new Error('disk I/O error'), { errcode: 266 })
  const read = (...turns: (string[] | Error)[]) => {
    const reports: unknown[] = []
    const depths: string[] = []
    let marked = false
    const mark = {
      isSet: async () => marked,
      async set() {
        marked = true
      },
      async clear() {
        marked = false
      },
    }
    const watch = createDamageWatch({
      mark,
      async examine(depth) {
        const turn = turns[depths.push(depth) - 1] ?? []
        if (turn instanceof Error) throw turn
        return turn
      },
      isDamage: () => false,
      isIoError: (error) => error === unread,
      onDamage: (error) => reports.push(error),
    })
    onTestFinished(() => watch.close())
    return { watch, mark, reports, depths, isMarked: () => marked }
  }
  const failed = new Error('a call', { cause: new Error('of a task', { cause: unread }) })

  test('once has everything examined, and no more than that where it is whole', async () => {
    const { watch, reports, depths } = read()
    for (let turn = 0; turn < 3; turn++) watch.onError(failed)
    await setTimeout(10)
    expect([depths, reports]).toEqual([['quick'], []])
    await watch.refuse()
    watch.onError(new Error('another'))
    expect(depths).toEqual(['quick'])
  })

  test('is tried again once; twice is damage', async () => {
    const passing = read(unread)
    expect(await passing.watch.examine('full')).toEqual([])
    expect([passing.depths, passing.isMarked()]).toEqual([['full', 'full'], false])
    const lasting = read(unread, unread)
    lasting.watch.onError(failed)
    await setTimeout(10)
    expect([lasting.depths, lasting.reports, lasting.isMarked()]).toEqual([
      ['quick', 'quick'],
      [unread],
      true,
    ])
    await expect(lasting.watch.refuse()).rejects.toMatchObject({ ...UNAVAILABLE, cause: unread })
  })

  test('an examination that cannot be made finds nothing, and is made again where readiness waits for it', async () => {
    const time = holdTime()
    const settle = () => setTimeout(10)
    const pass = async (ms: number) => {
      await settle()
      time.pass(ms)
      await settle()
    }
    const away = new Error('away')
    const command = read(away)
    await expect(command.watch.examine('quick')).rejects.toBe(away)
    expect(command.isMarked()).toBe(false)
    const start = read(away, [])
    await start.mark.set()
    start.watch.begin('trust')
    await pass(4900)
    await expect(start.watch.refuse()).rejects.toMatchObject(UNAVAILABLE)
    await pass(200)
    await start.watch.refuse()
    expect([start.depths, start.isMarked()]).toEqual([['full', 'full'], false])
    expect(start.reports).toHaveLength(1)
  })

  test('a mark that comes again is told again; what a process has found itself it keeps', async () => {
    const { watch, mark, reports } = read(['page 3'])
    for (let turn = 0; turn < 2; turn++) {
      await mark.set()
      await expect(watch.refuse()).rejects.toMatchObject(UNAVAILABLE)
      await expect(watch.refuse()).rejects.toMatchObject(UNAVAILABLE)
      expect(reports).toHaveLength(turn + 1)
      await mark.clear()
      await watch.refuse()
    }
    expect(await watch.examine('quick')).toEqual(['page 3'])
    await mark.clear()
    await expect(watch.refuse()).rejects.toMatchObject(UNAVAILABLE)
  })

  test('what is not marked is examined by a start that trusts nothing, and by no other', async () => {
    const { watch, depths } = read()
    watch.begin('trust')
    await setTimeout(10)
    expect(depths).toEqual([])
    watch.begin('examine')
    await setTimeout(10)
    expect(depths).toEqual(['quick'])
  })
})

test.each(['a file', 'a row'])(
  'the mark of a damage as %s is seen by another process',
  async (as) => {
    const url = await emptyDatabase('sqlite')
    const [mark, other] = [await openForTest(url), await openForTest(url)].map(({ atomic }) =>
      as === 'a row' ? rowMark(atomic) : fileMark(url.slice('sqlite:'.length)),
    ) as [DamageMark, DamageMark]
    expect(await other.isSet()).toBe(false)
    // Nothing is cleared where nothing is set.
    await mark.clear()
    await mark.set()
    expect(await other.isSet()).toBe(true)
    await other.clear()
    expect(await mark.isSet()).toBe(false)
  },
)
