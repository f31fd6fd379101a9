import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../config/settings.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { createAudit } from './audit.ts'

const NOW = Date.UTC(2026, 10, 20)
const BY = { name: '花子', via: 'console' } as const
const MINUTES = 60_000

describe.each(ENGINES)('the audit trail on %s', (engine) => {
  async function setUp() {
    const clock = { now: NOW }
    const database = await openEmpty(engine)
    const audit = createAudit(database, () => clock.now)
    const trail = async (from = 0, until = Number.MAX_SAFE_INTEGER) => {
      const lines: string[] = []
      for await (const line of audit.lines(from, until)) lines.push(JSON.parse(line).detail)
      return lines
    }
    return { clock, database, audit, trail }
  }

  test('keeps the order, also of one instant and over many pages', async () => {
    const { clock, audit, trail } = await setUp()
    const details = Array.from({ length: 1203 }, (_, i) => String(i))
    for (const detail of details) {
      // Four of an instant: among them are the ninth and the tenth of all.
      if (Number(detail) % 4 === 0) clock.now += 1
      await audit.record(BY, { action: 'list', detail })
    }
    expect(await trail()).toEqual(details)
    expect(await trail(NOW + 2, NOW + 3)).toEqual(['4', '5', '6', '7'])
  })

  test('a view that is polled is recorded once in ten minutes, for each person and each view', async () => {
    const { clock, audit, trail } = await setUp()
    const look = (name: string, detail: string) =>
      audit.recordView({ ...BY, name }, { action: 'list', detail })
    for (let i = 0; i < 15; i += 1) {
      await look('花子', 'a')
      await look('太郎', 'a')
      await look('花子', 'b')
      clock.now += MINUTES
    }
    expect((await trail()).toSorted()).toEqual(['a', 'a', 'a', 'a', 'b', 'b'])
  })

  test('each search and each page is a look of its own, whose numbers stand in the entry; the texts do not', async () => {
    const { clock, audit, trail } = await setUp()
    const look = (search: string, page = '', detail = 'flow=entry') =>
      audit.recordLook(BY, { action: 'list', detail }, { search, page, applications: 7 })
    for (let n = 0; n < 20; n += 1) await look(`山田${n}`)
    for (const page of ['', 'a', 'b', 'a']) await look('鈴木', page)
    await look('', '', '')
    expect(await trail()).toEqual([
      ...Array.from(
        { length: 21 },
        (_, n) => `flow=entry searches=${n + 1} pages=${n + 1} applications=${7 * (n + 1)}`,
      ),
      'flow=entry searches=21 pages=22 applications=154',
      'flow=entry searches=21 pages=23 applications=161',
      'pages=1 applications=7',
    ])
    clock.now += 10 * MINUTES
    await look('鈴木', 'b')
    expect((await trail()).at(-1)).toBe('flow=entry pages=1 applications=7')
  })

  test('only so many views are remembered, those that were recorded last; others are recorded again', async () => {
    const { clock, database, trail } = await setUp()
    const audit = createAudit(database, () => clock.now, 2)
    const look = (detail: string) => audit.recordView(BY, { action: 'list', detail })
    for (const detail of ['a', 'b', 'a', 'b']) await look(detail)
    clock.now += 10 * MINUTES
    for (const detail of ['a', 'c', 'a', 'b', 'c', 'a']) await look(detail)
    expect((await trail()).join('')).toBe('abacba')
  })
})

describe.each(ENGINES)('the database itself, %s,', (engine) => {
  async function withOneRow() {
    const url = await emptyDatabase(engine)
    const audit = createAudit(await openForTest(url), () => NOW)
    await audit.record(BY, { action: 'list' })
    const rows = () => rowsOf(url, 'select who, action from audit')
    return { url, audit, rows }
  }

  test('refuses to change or delete a row of the audit trail, also of no row', async () => {
    const { url, rows } = await withOneRow()
    const refused = [
      "update audit set who = 'x'",
      'delete from audit',
      'delete from audit where at > 0',
    ]
    if (engine === 'postgres') refused.push('truncate audit', 'delete from audit where false')
    for (const sql of refused) await expect(runSql(url, sql)).rejects.toThrow('only added to')
    expect(await rows()).toEqual([{ who: '花子', action: 'list' }])
  })

  test('lets its owner shorten it as docs/operations.md says, and refuses again afterwards', async () => {
    const { url, audit, rows } = await withOneRow()
    const document = readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8')
    const [, sql = ''] =
      new RegExp(`\`\`\`sql\n-- ${NAMES[engine]}\n(.*?)\`\`\``, 's').exec(document) ?? []
    expect(sql).toContain('delete from audit where at <')
    await runSql(url, sql)
    expect(await rows()).toHaveLength(1)
    await runSql(url, sql.replace(/at < \d+/, `at < ${NOW + 1}`))
    expect(await rows()).toEqual([])
    await audit.record(BY, { action: 'view' })
    await expect(runSql(url, 'delete from audit')).rejects.toThrow('only added to')
  })
})

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

test('no statement of the store changes or deletes a row of it', () => {
  const folder = join(PROJECT_ROOT, 'server/store')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(sources.some((source) => source.includes("insertInto('audit')"))).toBe(true)
  for (const source of sources)
    expect(source).not.toMatch(/(updateTable|deleteFrom)\('audit'|(update|delete from) audit\b/)
})
