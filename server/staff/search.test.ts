/** Whatever a caller says finds the application, on both databases, whether its chunk is sealed or not; and what is erased is nowhere. */

import { describe, expect, test, vi } from 'vitest'
import { filterOf } from '../admin/applications.ts'
import { runRetention } from '../applications/retention.ts'
import { createLog } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import {
  indexTexts,
  listsOfChunk,
  queueForSearch,
  writeLists,
} from '../store/queries/search-index.ts'
import { addition, applicationsOn, consent, NOW, register, suspension } from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf } from '../testing/raw-sql.ts'
import { createStaffApplications } from './applications.ts'
import { changeInBulk } from './bulk.ts'
import { firstMatches } from './search.ts'
import { bringUpToDate, startSearchIndex } from './search-index.ts'

const by = { name: '花子', via: 'console' } as const
const DAY_MS = 86_400_000

const YAMADA = {
  companyName: '(株)髙橋サポート',
  person: '山田 太郎',
  tel: '０４５－９８７－６５４３',
  email: 'Yamada.Taro@Minato-care.example.jp',
}
const FACILITIES = [
  { facilityName: 'ヒマワリの家', facilityNumber: '1498765432', serviceKey: 'KYODO' },
]

describe.each(ENGINES)('a search on %s', (engine) => {
  /** Chunks of `size`: with 1 the second document seals the first. */
  async function setUp(size: number) {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const applications = applicationsOn(database)
    const { username: customer, reference } = await applications.register(
      register({ applicant: { ...register().applicant, ...YAMADA } }),
    )
    await applications.consent(consent({ customer, kind: 1, priceText: '9,980' }))
    await applications.addFacilities(addition({ customer, facilities: FACILITIES }))
    const stop = (await applications.consent(suspension('K-00123'))).reference
    for (let i = 0; i < 3; i += 1) await applications.register(register())
    const staff = createStaffApplications(database, () => NOW)
    const taken = await bringUpToDate(database, { size })
    const found = async (search: string) =>
      (await staff.page(filterOf({ search }), { limit: 9 })).map((row) => row.reference)
    return { url, database, applications, staff, reference, customer, stop, taken, found }
  }

  test.each([1, 100])('finds by whatever a caller says, %i documents a chunk', async (size) => {
    const { reference, customer, stop, taken, found, url } = await setUp(size)
    expect(taken).toBe(6)
    const sealed = await rowsOf(
      url,
      'select count(*) as n from search_chunks where sealed_version = version',
    )
    expect(Number(sealed[0]?.n)).toBe(size === 1 ? 4 : 0)
    const bare = reference.replace('-', '')
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    for (const search of [
      reference,
      bare,
      bare.toLowerCase(),
      wide(reference),
      ` ${reference.toLowerCase()}　`,
      '1498765432',
      '98765',
      'ひまわり',
      'ヒマワリの家',
      '高橋',
      '㈱髙橋サポート',
      '株式会社高橋サポート',
      '山田',
      '山田太郎',
      '太郎　ひまわり',
      '987-6543',
      '0459876543',
      '６５４３',
      'taro@minato',
      'ＭＩＮＡＴＯ－ＣＡＲＥ',
      customer,
    ])
      expect([search, await found(search)]).toEqual([search, [reference]])
    for (const search of ['K-00123', 'k-00123', 'Ｋ００１２３', '00123'])
      expect([search, await found(search)]).toEqual([search, [stop]])
    // A part of a number that nobody was told means somebody else's, if anything.
    const part = customer.slice(0, 12)
    for (const search of ['山田花子', '太郎山', '山田 ほしぞら', '0459876544', '東京タワー', part])
      expect([search, await found(search)]).toEqual([search, []])
  })

  test('counts under its filter, and says where it found more than it lists', async () => {
    const { database, applications, staff } = await setUp(2)
    const searched = filterOf({ search: 'あおぞら' })
    const { rows, counts, isPartial } = await staff.list(searched, { limit: 9 })
    expect([rows.length, counts.all, counts.pending, isPartial]).toEqual([3, 3, 3, false])
    expect(await staff.count(filterOf({ search: 'あおぞら', state: 'complete' }))).toBe(0)
    expect((await staff.list(filterOf({}), { limit: 1 })).isPartial).toBe(false)
    const first = async (search: string, limit: number) => {
      const { ids, isPartial } = await firstMatches(database, search, limit)
      return [ids.length, new Set(ids).size, isPartial]
    }
    expect(await first('あおぞら', 2)).toEqual([2, 2, true])
    expect(await first('あおぞら', 3)).toEqual([3, 3, false])
    // Found by its whole text and by its parts.
    expect(await first(YAMADA.email, 9)).toEqual([1, 1, false])
    // And beside what a number finds exactly.
    const named = { ...register().applicant, companyName: 'K-00123の家' }
    await applications.register(register({ applicant: named }))
    await bringUpToDate(database)
    expect(await first('K-00123', 1)).toEqual([1, 1, true])
    const pages: number[] = []
    for await (const page of staff.pages(searched)) pages.push(page.length)
    expect(pages.reduce((a, b) => a + b, 0)).toBe(3)
  })

  test('what was registered before the index knew it is found by its numbers at once', async () => {
    const { applications, found } = await setUp(100)
    const { reference } = await applications.register(
      register({ applicant: { ...register().applicant, email: 'Neu@x.example', tel: '06-7777' } }),
    )
    const spelled = ` ${reference.replace('-', '').toLowerCase()} `
    const { reference: stop } = await applications.consent(suspension('K-777'))
    expect(await found(' K-777 ')).toEqual([stop])
    for (const search of [reference, spelled, ' neu@X.example ', '067777', ' 067777 '])
      expect([search, await found(search)]).toEqual([search, [reference]])
    expect(await found('neu@')).toEqual([])
  })

  test.each([1, 100])(
    'what was erased stands in no text of the database, %i documents a chunk',
    async (size) => {
      const { url, database, staff, reference, found } = await setUp(size)
      await staff.addNote({ reference, by, note: '山田様に電話 045-987-6543' })
      const changes = [{ reference, from: 'done' as const }]
      const body = { changes, to: 'rejected' as const, note: '山田太郎様は取りやめ' }
      const told = await changeInBulk(database, () => NOW, { by, key: 'k', body })
      expect(told.reply.refused).toMatchObject([{ name: '(株)髙橋サポート' }])
      expect(await tracesOf(url)).not.toEqual([])
      await staff.erase({ reference, by })
      expect(await tracesOf(url)).toEqual([])
      expect(await found('ひまわり')).toEqual([])
      // What is indexed again afterwards has nothing of it either.
      await bringUpToDate(database, { size })
      expect(await tracesOf(url)).toEqual([])
      const left = await rowsOf(url, "select documents from search_grams where gram = '山田'")
      expect(left).toEqual([])
    },
  )

  test('the index rests as long as it works, and nineteen times as long while somebody registers', async () => {
    const { database } = await setUp(1)
    let now = NOW
    const { register: apply } = applicationsOn(database, { clock: () => ++now })
    const restsWhile = async (meanwhile: () => Promise<unknown>) => {
      for (let i = 0; i < 3; i += 1) await apply(register())
      const rests: (number | undefined)[] = []
      const pace = async (times?: number) => {
        rests.push(times)
        await meanwhile()
      }
      await bringUpToDate(database, { size: 1, pace })
      return rests
    }
    const alone = await restsWhile(async () => {})
    expect(alone.length).toBeGreaterThan(3)
    expect(new Set(alone)).toEqual(new Set([1]))
    const [first, ...others] = await restsWhile(() => apply(register()))
    expect([first, new Set(others)]).toEqual([1, new Set([19])])
  })

  test('one call takes in more than it reads at once', async () => {
    const { database, customer } = await setUp(100)
    const due = Array.from({ length: 201 }, (_, n) => `corrected.${n}` as const)
    await database.atomic(async (tx) => {
      for (const cause of due)
        await queueForSearch(tx, { created_at: NOW, application: customer, cause })
    })
    expect(await bringUpToDate(database)).toBe(201)
    expect(await bringUpToDate(database)).toBe(0)
  })

  test('while a process lives what is due is taken in, a fault is told and tried again, and a stop is the end', async () => {
    const { database, applications, found } = await setUp(100)
    const events: string[] = []
    let reads = 0
    const failing: Database = {
      ...database,
      read: (work) => {
        reads += 1
        return reads === 1 ? Promise.reject(new Error('gone')) : database.read(work)
      },
    }
    const write = (text: string) => {
      const { event, error } = JSON.parse(text)
      events.push(`${event} ${error.type}`)
    }
    const log = createLog({ level: 'warn', clock: () => NOW, write })
    const index = startSearchIndex({ database: failing, log, look: 5 })
    const late = { ...register().applicant, companyName: 'ゆうなぎ' }
    const { reference } = await applications.register(register({ applicant: late }))
    await vi.waitFor(async () => expect(await found('ゆうなぎ')).toEqual([reference]), 5000)
    await index.stop()
    log.flush()
    expect(events).toEqual(['search_index_failed Error'])
    const asked = reads
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(reads).toBe(asked)
    // Nor is a stop held up by the wait for the next look.
    await applications.register(register({ applicant: { ...late, companyName: 'あさなぎ' } }))
    const waiting = startSearchIndex({ database, log, look: 3_600_000 })
    await vi.waitFor(async () => expect(await found('あさなぎ')).toHaveLength(1), 5000)
    await waiting.stop()
  })

  test('a stop ends the work before a chunk is read, and before each lot of its lists', async () => {
    const { url, database, applications } = await setUp(100)
    const names = Array.from({ length: 20 }, (_, i) =>
      String.fromCharCode(...Array.from({ length: 40 }, (_, k) => 0x4e00 + 40 * i + k)),
    )
    for (const companyName of names)
      await applications.register(register({ applicant: { ...register().applicant, companyName } }))
    /** What is asked of the database once the signal came, in the rest of this number. */
    const askedBehind = async (rest: number) => {
      const stopping = new AbortController()
      const { signal } = stopping
      const asked: string[] = []
      const note = (name: string) => void (signal.aborted && asked.push(name))
      const watched: Database = {
        ...database,
        atomic(work) {
          note('atomic')
          return database.atomic(work)
        },
        read(work) {
          note('read')
          return database.read(work)
        },
      }
      let rests = 0
      const pace = async () => {
        rests += 1
        if (rests === rest) stopping.abort()
      }
      await bringUpToDate(watched, { size: 10, signal, pace })
      return [signal.aborted, asked]
    }
    const lists = 'select gram from search_grams'
    const sealed = 'select chunk from search_chunks where sealed_version = version'
    // Taken in; a chunk was read; a lot of its lists was written.
    expect([await askedBehind(1), await rowsOf(url, lists)]).toEqual([[true, []], []])
    expect([await askedBehind(1), await rowsOf(url, lists)]).toEqual([[true, []], []])
    expect(await askedBehind(2)).toEqual([true, []])
    expect(await rowsOf(url, lists)).toHaveLength(200)
    expect(await rowsOf(url, sealed)).toEqual([])
    await bringUpToDate(database, { size: 10 })
    expect(await rowsOf(url, sealed)).toHaveLength(2)
  })

  test('what was erased between the reading and the writing is not taken in', async () => {
    const { url, database, staff, customer, reference } = await setUp(100)
    await staff.erase({ reference, by })
    const due = { created_at: NOW, application: customer, cause: 'begun' } as const
    await database.atomic((tx) => queueForSearch(tx, due))
    await database.atomic((tx) => indexTexts(tx, [{ due, text: '山田太郎' }], 100))
    expect(await tracesOf(url)).toEqual([])
  })

  test('an erasure from a sealed chunk leaves the others found, by what two of them have and by what most have', async () => {
    const { url, database, applications, staff, found } = await setUp(100)
    const references: string[] = []
    for (let i = 0; i < 96; i += 1) {
      const companyName = i < 2 ? '稲妻農園' : '虹の会'
      const applicant = { ...register().applicant, companyName, person: '夕凪 花子' }
      references.push((await applications.register(register({ applicant }))).reference)
    }
    await bringUpToDate(database, { size: 100 })
    const sealed = 'select chunk from search_chunks where sealed_version = version'
    expect(await rowsOf(url, sealed)).toHaveLength(1)
    const [first = '', second = ''] = references
    const most = filterOf({ search: '夕凪' })
    expect(await staff.count(most)).toBe(96)
    expect(await found('稲妻')).toHaveLength(2)
    expect(await found('稲妻 夕凪')).toHaveLength(2)
    expect(await found('稲妻 虹の')).toEqual([])
    await staff.erase({ reference: first, by })
    expect(await rowsOf(url, sealed)).toHaveLength(1)
    expect([await found('稲妻'), await staff.count(most)]).toEqual([[second], 95])
    await staff.erase({ reference: second, by })
    expect([await found('稲妻'), await staff.count(most)]).toEqual([[], 94])
  })

  test('lists that were read before an erasure are not written after it', async () => {
    const { url, database, staff, reference } = await setUp(100)
    const read = await database.read((tx) => listsOfChunk(tx, 0))
    expect(read.lists.map(([gram]) => gram)).toContain('山田')
    await staff.erase({ reference, by })
    const written = await database.atomic((tx) => writeLists(tx, { chunk: 0, ...read }))
    expect(written).toBe(false)
    expect(await rowsOf(url, 'select gram from search_grams')).toEqual([])
  })

  test('erased before the index took it in, and deleted by retention, leaves nothing either', async () => {
    const { url, database, applications, staff } = await setUp(100)
    const late = await applications.register(
      register({ applicant: { ...register().applicant, person: '山田 次郎' } }),
    )
    await staff.erase({ reference: late.reference, by })
    expect(await rowsOf(url, 'select * from search_due')).toEqual([])
    await bringUpToDate(database)
    expect(await staff.page(filterOf({ search: '次郎' }), { limit: 9 })).toEqual([])
    const rules = { incompleteDays: 1, completeDays: 0 }
    const { deleted } = await runRetention(database, rules, NOW + 2 * DAY_MS)
    expect(deleted).toBe(4)
    const kept = await rowsOf(url, 'select application from search_texts')
    expect(kept).toHaveLength(2)
  })
})

/** Words of the one application in any spelling that is stored, and the columns where they stand. */
async function tracesOf(url: string): Promise<string[]> {
  const WORDS =
    /山田|太郎|髙橋さ|高橋さ|髙橋サ|ヒマワリ|ひまわり|yamada|minato|9876543|987-6543|９８７|1498765/i
  // One query: on PostgreSQL a connection for each column took seconds.
  const columns = (await textColumns(url)).map(
    ([table, column]) =>
      `select '${table}.${column}' as place, cast(${column} as text) as value from ${table}`,
  )
  const texts = await rowsOf(url, columns.join(' union all '))
  return texts.flatMap(({ place, value }) =>
    WORDS.test(String(value ?? '')) ? [`${place}: ${value}`] : [],
  )
}

/** Every column of every table that may hold a text. */
async function textColumns(url: string): Promise<[table: string, column: string][]> {
  const rows = url.startsWith('sqlite:')
    ? await rowsOf(
        url,
        `select t.name as "table", c.name as "column" from sqlite_schema t, pragma_table_info(t.name) c
          where t.type = 'table' and lower(c.type) in ('text', 'blob', '')`,
      )
    : await rowsOf(
        url,
        `select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = current_schema() and data_type in ('text', 'bytea', 'json', 'jsonb')`,
      )
  expect(rows.length).toBeGreaterThan(80)
  return rows.map(({ table, column }) => [String(table), String(column)])
}
