/** Whatever a caller says finds the application at once, on both databases; and what is erased is nowhere. */

import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { filterOf } from '../admin/applications.ts'
import { idOfIssued } from '../apply/new-rows.ts'
import { runRetention } from '../retention.ts'
import type { Database } from '../store/database.ts'
import { held } from '../store/queries/held.ts'
import { rewriteSearchText } from '../store/queries/search-texts.ts'
import { setCustomerNumber } from '../store/queries/staff-changes.ts'
import {
  addition,
  applicationsOn,
  consent,
  NOW,
  register,
  suspension,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { createStaffApplications } from './applications.ts'
import { changeInBulk } from './bulk.ts'
import { type Asker, createSearch } from './search.ts'

const by = { name: '花子', via: 'console' } as const

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
  async function setUp() {
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
    const found = async (search: string) =>
      (await staff.page(filterOf({ search }), { limit: 9 })).map((row) => row.reference)
    return { url, database, applications, staff, reference, customer, stop, found }
  }

  test('finds by whatever a caller says, at once', async () => {
    const { reference, customer, stop, found } = await setUp()
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
    ])
      expect([search, await found(search)]).toEqual([search, [reference]])
    for (const search of ['K-00123', 'k-00123', 'Ｋ００１２３', '00123'])
      expect([search, await found(search)]).toEqual([search, [stop]])
    // What was issued to it is shown to nobody, and no search knows it.
    const unknown = ['山田花子', '太郎山', '山田 ほしぞら', '0459876544', '東京タワー']
    for (const search of [...unknown, customer, idOfIssued(customer), customer.slice(0, 12)])
      expect([search, await found(search)]).toEqual([search, []])
    for (const search of ['・', '😀', '"\'%_'])
      expect([search, await found(search)]).toEqual([search, []])
  })

  test('finds what is typed in full, in every spelling of it', async () => {
    const { applications, staff, found } = await setUp()
    const first = await applications.register(
      register({
        applicant: {
          ...register().applicant,
          companyName: '合同会社凪',
          person: '原 誠',
          zipcode: '2260001',
          address: '横浜市緑区緑ヶ丘一丁目2番3号 ⻘⻄ビル',
          tel: '+81 45-222-3344',
          email: 'hara@nagi.example.jp',
        },
      }),
    )
    await applications.consent(consent({ customer: first.username, kind: 1, priceText: '19,960' }))
    const facilities = [
      { facilityName: '藪の家', facilityNumber: '1411112222', serviceKey: 'KYODO' },
      { facilityName: '一之宮ホーム', facilityNumber: '1433334444', serviceKey: 'KYODO' },
    ]
    await applications.addFacilities(addition({ customer: first.username, facilities }))
    const second = await applications.register(
      register({
        applicant: {
          ...register().applicant,
          companyName: '社会福祉法人森',
          person: '佐藤 花',
          address: '川崎市⻑沢2-3',
          tel: '03-5555-6666',
          email: 'sato@mori.example.jp',
        },
      }),
    )
    await staff.addNote({ reference: second.reference, by, note: '𠮷田様へ折り返し\n竜ケ崎の件' })
    const SEARCHES: Record<string, string[]> = {
      [first.reference]: [
        ...['合同会社凪', '(同)凪', '（同） 凪', '合同会社 凪', '凪 合同会社', '凪'],
        ...['原 誠', '原　誠', '原誠', '原 誠 様', '原誠さん', '原様'],
        ...['226-0001', '〒2260001', '２２６－０００１'],
        ...['横浜市緑区緑が丘1-2-3', '緑ケ丘', '緑ヶ丘1丁目2番3号', '緑区 緑ガ丘'],
        ...[
          '青西ビル',
          '⻘⻄ビル',
          '045-222-3344',
          '+81 45-222-3344',
          '+814522233',
          '＋８１４５２２２３３４４',
        ],
        ...['薮の家', '藪の家', '一の宮', '一ノ宮ホーム', '一之宮', '1411112222', '14-1111-2222'],
      ],
      [second.reference]: [
        ...['社会福祉法人森', '(福)森', '社福 森', '森 社会福祉法人'],
        ...['佐藤 花 様', '佐藤花さん', '佐藤 花', '佐藤様'],
        ...['長沢', '⻑沢', '川崎市長沢2丁目3号', '吉田', '𠮷田 様', '龍が崎の件', '竜ヶ崎'],
      ],
    }
    for (const [reference, searches] of Object.entries(SEARCHES))
      for (const search of searches)
        expect([search, await found(search)]).toEqual([search, [reference]])
    expect(Object.values(SEARCHES).flat().length).toBeGreaterThan(36)
    // A name of one letter is no part of another's, where its legal form is typed.
    expect(await found('合同会社原')).toEqual([])
  })

  test('offers what one slip separates from it, in any status, where it finds nothing', async () => {
    const { staff, reference, stop, found } = await setUp()
    const near = async (search: string, more: object = {}) =>
      (await staff.nearest(filterOf({ search, ...more }))).map((row) => row.reference)
    const slipped = reference.slice(0, -1) + (reference.endsWith('A') ? 'B' : 'A')
    for (const search of [
      slipped,
      '045-987-6553',
      '045-978-6543',
      '1498765423',
      '149865432',
      '高僑サポート',
      '(株)髙橋サボート',
      'ヒワマリの家',
      '山田大郎',
      'taro@mimato-care',
      '高橋 ヒマワソの家',
    ]) {
      expect([search, await found(search)]).toEqual([search, []])
      expect([search, await near(search)]).toEqual([search, [reference]])
    }
    expect(await near('K-00124')).toEqual([stop])
    for (const far of ['045-978-6553', '高僑サボート', '山本', '山田 大阪', '', '・'])
      expect([far, await near(far)]).toEqual([far, []])
    // The conditions hold, but for the status: it is not what was typed.
    expect(await near('山田大郎', { flow: 'trial' })).toEqual([])
    expect(await near('山田大郎', { status: 'done' })).toEqual([reference])
    await staff.erase({ reference, by })
    expect(await near('山田大郎')).toEqual([])
  })

  test('offers the newest five, and those again to polls until a minute is over', async () => {
    const { database, applications } = await setUp()
    for (let i = 0; i < 7; i += 1) {
      const applicant = { ...register().applicant, companyName: `にじいろの里${i}` }
      await applications.register(register({ applicant }))
    }
    let now = NOW
    const search = createSearch(database, () => now)
    const asker: Asker = { name: '花子', signal: new AbortController().signal, mayReuse: true }
    const near = () => search.nearest('にじいみの里', {}, asker)
    expect((await near()).length).toBe(5)
    const scans: number[] = []
    const watched: Database = {
      ...database,
      browse(work) {
        scans.push(1)
        return database.browse(work)
      },
    }
    const again = createSearch(watched, () => now)
    await again.nearest('にじいみの里', {}, asker)
    const first = scans.length
    await again.nearest('にじいみの里', {}, asker)
    expect(scans.length).toBe(first)
    now += 61_000
    await again.nearest('にじいみの里', {}, asker)
    expect(scans.length).toBeGreaterThan(first)
  })

  test('finds the number that the billing system gave, in full and in part', async () => {
    const { database, found, reference } = await setUp()
    await database.alone(async (tx) => {
      const { id = '' } = (await held(tx, { reference })) ?? {}
      await setCustomerNumber(tx, { id, number: 'Z-900123' })
    })
    for (const search of ['Z-900123', 'z900123', '900123'])
      expect([search, await found(search)]).toEqual([search, [reference]])
  })

  test('counts under its filter, and says where it found more than it lists', async () => {
    const { database, applications, staff } = await setUp()
    const searched = filterOf({ search: 'あおぞら' })
    const { rows, counts, isPartial } = await staff.list(searched, { limit: 9 })
    expect([rows.length, counts.all, counts.pending, isPartial]).toEqual([3, 3, 3, false])
    expect(await staff.count(filterOf({ search: 'あおぞら', state: 'complete' }))).toBe(0)
    expect((await staff.list(filterOf({}), { limit: 1 })).isPartial).toBe(false)
    const first = async (search: string, limit: number) => {
      const { ids, isPartial } = await createSearch(database, () => NOW, limit).newest(search, {})
      return [ids.length, new Set(ids).size, isPartial]
    }
    expect(await first('あおぞら', 2)).toEqual([2, 2, true])
    expect(await first('あおぞら', 3)).toEqual([3, 3, false])
    // Found by its whole text and by its parts.
    expect(await first(YAMADA.email, 9)).toEqual([1, 1, false])
    // And beside what a number finds exactly.
    const named = { ...register().applicant, companyName: 'K-00123の家' }
    await applications.register(register({ applicant: named }))
    expect(await first('K-00123', 1)).toEqual([1, 1, true])
    const pages: number[] = []
    for await (const page of staff.pages(searched)) pages.push(page.length)
    expect(pages.reduce((a, b) => a + b, 0)).toBe(3)
  })

  test('what stands beside each change is what is made of the rows anew', async () => {
    const { url, database, applications, staff, reference, customer: id } = await setUp()
    await staff.erase({ reference: (await applications.register(register())).reference, by })
    await staff.addNote({ reference, by, note: '原様へ\n(株)みなとの件' })
    await database.atomic((tx) => setCustomerNumber(tx, { id, number: 'Z-900123' }))
    const linesOf = async () => {
      const rows = await rowsOf(url, 'select * from search_texts order by application')
      return rows.map(({ text, ...key }) => [key, String(text).split('\n').filter(Boolean).sort()])
    }
    const written = await linesOf()
    expect(JSON.stringify(written)).toContain('株式会社みなとの件')
    await runSql(url, "update search_texts set text = ''")
    for (const { application } of await rowsOf(url, 'select application from search_texts'))
      await database.alone((tx) => rewriteSearchText(tx, String(application)))
    expect([written.length, await linesOf()]).toEqual([5, written])
  })

  test('what was erased stands in no text of the database', async () => {
    const { url, database, staff, reference, found } = await setUp()
    await staff.addNote({ reference, by, note: '山田様に電話 045-987-6543' })
    const changes = [{ reference, from: 'done' as const }]
    const body = { changes, to: 'rejected' as const, note: '山田太郎様は取りやめ' }
    const told = await changeInBulk(database, () => NOW, { by, key: 'k', body })
    expect(told.reply.refused).toMatchObject([{ name: '(株)髙橋サポート' }])
    expect(await tracesOf(url)).not.toEqual([])
    await staff.erase({ reference, by })
    expect(await tracesOf(url)).toEqual([])
    expect(await found('ひまわり')).toEqual([])
    // Nothing is noted of what was erased, so that no text is made of it again.
    const noted = staff.addNote({ reference, by, note: '書面で回答ずみ' })
    await expect(noted).rejects.toMatchObject({ code: 'action_refused' })
    expect(await found('書面')).toEqual([])
  })

  test('deleted by retention it leaves nothing either', async () => {
    const { url, database } = await setUp()
    const rules = { incompleteDays: 1, completeDays: 0 }
    const { deleted } = await runRetention(database, rules, NOW + 2 * DAY_MS)
    expect(deleted).toBe(3)
    expect(await rowsOf(url, 'select application from search_texts')).toHaveLength(2)
  })
})

/** What is scanned, kept and ended is decided above the database: the tests above read on both. */
describe('a search of many', () => {
  /** 200 applications, a second between two, of which every tenth is a 虹 and a trial. */
  async function many() {
    const database = await openForTest(await emptyDatabase('sqlite'))
    let now = NOW
    const applications = applicationsOn(database, { clock: () => now })
    const add = async (companyName: string, call = register()) => {
      now += 1000
      await applications.register({ ...call, applicant: { ...call.applicant, companyName } })
    }
    for (let i = 0; i < 200; i += 1)
      await (i % 10 === 0 ? add(`虹の会${i}`, register(TRIAL)) : add(`雲の会${i}`))
    const reads: string[] = []
    const watched: Database = {
      ...database,
      browse(work) {
        reads.push('read')
        return database.browse(work)
      },
    }
    const search = createSearch(watched, () => now)
    const asker = (given: Partial<Asker> = {}): Asker => ({
      ...{ name: '花子', signal: new AbortController().signal, mayReuse: true },
      ...given,
    })
    return { database, search, asker, add, reads, wait: (ms: number) => (now += ms) }
  }

  test('a scan reads the texts newest first, a portion at a time, under its filter', async () => {
    const { search, reads } = await many()
    const { ids, isPartial } = await search.newest('虹の会', {})
    expect([ids.length, isPartial]).toEqual([20, false])
    // What is known in full, 64 texts, 128 texts, the rest.
    expect(reads).toHaveLength(4)
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await search.newest('虹の会', {})
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(3)
    expect((await search.newest('の会', { flow: 'trial' })).ids).toEqual(ids)
    const late = { from: NOW + 100_000, until: NOW + 191_000 }
    expect((await search.newest('虹の会', late)).ids).toEqual(ids.slice(1, 10))
    expect((await search.newest('虹の会', { ...late, until: late.from })).ids).toEqual([])
    const all: (readonly string[])[] = []
    for await (const found of search.all('虹の会', {})) all.push(found)
    expect(all).toEqual([ids])
  })

  test('what was found is kept for a minute: who asks again reads what came since', async () => {
    const { search, asker, add, reads, wait } = await many()
    await search.newest('虹の会', {}, asker({ mayReuse: false }))
    const readsOf = async (given: Partial<Asker>) => {
      const before = reads.length
      const { ids } = await search.newest('虹の会', {}, asker(given))
      return [ids.length, reads.length - before]
    }
    wait(200_000)
    expect(await readsOf({ mayReuse: false })).toEqual([20, 4])
    await add('虹の会のあと')
    expect(await readsOf({})).toEqual([21, 2])
    const all: (readonly string[])[] = []
    for await (const found of search.all('虹の会', { state: 'pending' }, asker())) all.push(found)
    expect([all.length, all[0]?.length]).toEqual([1, 21])
    wait(61_000)
    expect(await readsOf({})).toEqual([21, 4])
    // Committed late: its instant is that of before.
    wait(-30_000)
    await add('虹の会も')
    wait(30_000)
    expect(await readsOf({})).toEqual([22, 2])
    for (let i = 0; i < 16; i += 1) await search.newest(`雲の会1${i}`, {}, asker())
    expect(await readsOf({})).toEqual([22, 4])
  })

  test('a file has everything, also where what is kept is a part', async () => {
    const { database, asker } = await many()
    const search = createSearch(database, () => NOW, 7)
    const { ids, isPartial } = await search.newest('虹の会', {}, asker())
    expect([ids.length, isPartial]).toEqual([7, true])
    const all: string[] = []
    for await (const found of search.all('虹の会', {}, asker())) all.push(...found)
    expect([all.length, new Set(all).size, all.slice(0, 7)]).toEqual([20, 20, ids])
  })

  test('one scan at a time; the same search is scanned once, a newer one ends the one before', async () => {
    const { search, asker, reads } = await many()
    const press = (text: string, name = '花子') =>
      search.newest(text, {}, asker({ name, mayReuse: false }))
    const both = await Promise.all([press('虹の会'), press('虹の会', '次郎')])
    expect([reads.length, both[0]]).toEqual([4, both[1]])
    const [ended, newer, others] = await Promise.all([
      press('雲の会'),
      press('虹の会'),
      press('雲の会1', '次郎'),
    ])
    expect([ended.isPartial, newer.isPartial, newer.ids.length]).toEqual([true, false, 20])
    expect([others.isPartial, others.ids.length > 0]).toEqual([false, true])
    // What was ended early is not what is there.
    expect(await search.newest('雲の会', {}, asker())).toMatchObject({ isPartial: false })
  })

  test('nobody waits any more: nothing is read', async () => {
    const { search, asker, reads } = await many()
    const closed = new AbortController()
    closed.abort()
    const gone = asker({ signal: closed.signal, mayReuse: false })
    expect(await search.newest('虹の会', {}, gone)).toMatchObject({ ids: [], isPartial: true })
    for await (const found of search.all('虹の会', {}, gone)) expect(found).toEqual([])
    expect(reads).toEqual([])
  })

  test('after one and a half seconds the newest are told', async () => {
    const { database, asker } = await many()
    const slow: Database = {
      ...database,
      async browse(work) {
        await new Promise((resolve) => setTimeout(resolve, 700))
        return database.browse(work)
      },
    }
    const search = createSearch(slow, () => NOW)
    const asked = asker({ mayReuse: false })
    const { ids, isPartial } = await search.newest('虹の会', {}, asked)
    expect([ids.length > 0, ids.length < 20, isPartial]).toEqual([true, true, true])
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
