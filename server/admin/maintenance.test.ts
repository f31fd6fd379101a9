import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { observeBackup } from '../observability/gauges.ts'
import { createMetrics } from '../observability/metrics.ts'
import { MIGRATIONS } from '../store/migrations/migrations.ts'
import { lastBackup } from '../store/queries/installation-values.ts'
import { applicationsOn, NOW, register, suspension } from '../testing/calls.ts'
import {
  ENGINES,
  emptyDatabase,
  openEmpty,
  openForTest,
  temporaryFolder,
} from '../testing/databases.ts'
import { operatorFile } from '../testing/operator-file.ts'
import { rowsOf, runSql, whileRead } from '../testing/raw-sql.ts'
import { fillAsReleased } from '../testing/released.ts'
import { admin } from './testing.ts'

describe.each(ENGINES)('the outbox on the command line, %s', (engine) => {
  test('what waits is listed with its reason, and one of it is sent again', async () => {
    const database = await openEmpty(engine)
    await applicationsOn(database).consent(suspension('C1'))
    const list = async () => JSON.parse((await admin(database, ['outbox', 'list', '--json'])).out)
    const [row] = await list()
    expect(row).toMatchObject({ kind: 'mail_staff', state: 'queued', attempts: 0, lastError: null })
    expect((await admin(database, ['outbox', 'list'])).out).toContain('担当者へのメール')
    expect(await admin(database, ['outbox', 'retry', '--id', row.id])).toMatchObject({ code: 0 })
    expect(await admin(database, ['outbox', 'retry', '--id', 'none'])).toMatchObject({ code: 1 })
    expect((await admin(database, ['outbox', 'retry'])).err).toContain('0 件')
  })
})

describe('maintenance', () => {
  test('a backup is made while the database is in use, and is whole', async () => {
    const url = await emptyDatabase('sqlite')
    const database = await openForTest(url)
    const applications = applicationsOn(database)
    const writing = Promise.all(
      Array.from({ length: 300 }, () => applications.register(register())),
    )
    await applications.register(register())
    const folder = temporaryFolder()
    const file = join(folder, 'copy.db')
    const { err } = await admin(database, ['backup', file], { env: { DATABASE_URL: url } })
    const [, counted] = /申し込み (\d+) 件/.exec(err) ?? []
    expect(readdirSync(folder)).toEqual(['copy.db'])
    await writing
    const copy = await openForTest(`sqlite:${file}`)
    const list = JSON.parse((await admin(copy, ['applications', 'list', '--json'])).out)
    expect(list.length).toBeGreaterThan(0)
    expect(list).toHaveLength(Number(counted))
    await expect(admin(database, ['backup', file], { env: { DATABASE_URL: url } })).rejects.toThrow(
      'exists already',
    )
  })

  test('on PostgreSQL a backup names the command that makes it', async () => {
    const url = await emptyDatabase('postgres')
    const database = await openForTest(url)
    const file = join(temporaryFolder(), 'copy')
    const { code, err } = await admin(database, ['backup', file], { env: { DATABASE_URL: url } })
    expect([code, existsSync(file)]).toEqual([1, false])
    expect(err).toContain('pg_dump')
  })
})

test.each(ENGINES)(
  'a rewrite says first how long it may take, and begins when it is told to, %s',
  async (engine) => {
    const database = await openEmpty(engine)
    let rewritten = 0
    const tables = await database.rewritable()
    const watched = tables.map(({ rewrite, ...table }) => ({
      ...table,
      rewrite() {
        rewritten += 1
        return rewrite()
      },
    }))
    const rig = { ...database, rewritable: async () => watched }
    const told = await admin(rig, ['retention', 'rewrite'])
    expect(told.err).toMatch(/最長で約 \d+ 秒待つか、受け付けられない/)
    expect([told.code, rewritten]).toEqual([0, 0])
    const done = await admin(rig, ['retention', 'rewrite', '--start'])
    expect(done.err).toContain('書き換えました。')
    expect([done.code, rewritten]).toEqual([0, tables.length])

    const first = tables[0]?.name
    const failing = async (rewrite: () => Promise<boolean>) => {
      const rig = { ...database, rewritable: async () => watched.map((t) => ({ ...t, rewrite })) }
      return admin(rig, ['retention', 'rewrite', '--start'])
    }
    const full = async () => {
      throw new Error('No space left on device')
    }
    for (const [rewrite, reason] of [
      [async () => false, 'DATABASE_URL の役割が表の持ち主ではありません'],
      [full, 'No space left on device'],
    ] as const)
      expect(await failing(rewrite)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`${first}（${reason}）`),
      })
  },
)

test('a rewrite says of a table that is in use that it is, and does the others', async () => {
  const url = await emptyDatabase('postgres')
  const database = await openForTest(url)
  const { code, err } = await whileRead(url, 'history', () =>
    admin(database, ['retention', 'rewrite', '--start']),
  )
  expect([code, err]).toEqual([1, expect.stringContaining('：history（使用中でした）。')])
})

describe.each(ENGINES)('what the server learns of the commands, %s', (engine) => {
  test('when the last backup was made', async () => {
    const url = await emptyDatabase(engine)
    const database = await openForTest(url)
    const metrics = createMetrics()
    observeBackup(metrics, database)
    const shown = async () => /^backup_last_\w+ (.*)$/m.exec(await metrics.render())?.[1]
    expect(await shown()).toBe('0')
    const made = [join(temporaryFolder(), 'copy.db')]
    const argv = ['backup', ...(engine === 'sqlite' ? made : ['record'])]
    // A process of its own, as in a timer.
    const other = await openForTest(url)
    for (const now of [NOW, NOW + 86_400_000]) {
      const options = { env: { DATABASE_URL: url }, now }
      expect(await admin(other, argv, options)).toMatchObject({ code: 0 })
      expect(await shown()).toBe(String(now / 1000))
      rmSync(made[0] ?? '', { force: true })
    }
  })

  test('that nothing is damaged', async () => {
    const database = await openEmpty(engine)
    for (const argv of [['check'], ['check', '--full']])
      expect(await admin(database, argv)).toEqual({
        code: 0,
        out: '',
        err: 'データベースに壊れているところは見つかりませんでした。\n',
      })
    await database.check()
  })
})

test('a backup of a damaged database says so, leaves nothing and counts for none', async () => {
  const url = await emptyDatabase('sqlite')
  const file = url.slice('sqlite:'.length)
  const before = await openForTest(url)
  await applicationsOn(before).register(register())
  await before.close()
  const [{ id } = { id: '' }] = (await rowsOf(url, 'select id from applications')) as {
    id: string
  }[]
  const content = readFileSync(file)
  content.write('zzzz', content.indexOf(id))
  writeFileSync(file, content)
  const database = await openForTest(url)
  const folder = temporaryFolder()
  const options = { env: { DATABASE_URL: url } }
  const { code, err } = await admin(database, ['backup', join(folder, 'copy.db')], options)
  expect([code, readdirSync(folder)]).toEqual([1, []])
  expect(err).toMatch(/^控えを確かめたところ、壊れていました（row 1 missing from index \w+）。/)
  expect(await database.read(lastBackup)).toBe(undefined)
  const checked = await admin(database, ['check', '--full'], options)
  expect(checked).toMatchObject({ code: 1, out: expect.stringMatching(/^row 1 missing from/) })
  expect(checked.err).toContain('データベースが壊れています。')
})

describe('the command line as a process', () => {
  const run = (env: NodeJS.ProcessEnv, argv: string[], input = '') =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, ['server/admin.ts', ...argv], {
        env: { ...process.env, ...env },
      })
      let [out, err] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk
        if (input === 'hang up') child.stdout.destroy()
      })
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        err += chunk
      })
      child.stdin.end(input)
      child.on('close', (code) => resolve({ code, out, err }))
    })

  test('prints all of a long list through a pipe, works beside a server, and ends when its reader does', async () => {
    const DATABASE_URL = await emptyDatabase('sqlite')
    const database = await openForTest(DATABASE_URL)
    const applications = applicationsOn(database)
    await Promise.all(Array.from({ length: 1500 }, () => applications.register(register())))
    const listed = await run({ DATABASE_URL }, ['applications', 'list', '--json'])
    expect([listed.code, listed.err]).toEqual([0, ''])
    expect(JSON.parse(listed.out)).toHaveLength(1500)
    const cut = await run({ DATABASE_URL }, ['applications', 'list', '--json'], 'hang up')
    expect([cut.code, cut.err]).toEqual([0, ''])
  })

  test('ends with 2 and a plain sentence where it is asked wrongly, with 1 where it cannot', async () => {
    const DATABASE_URL = await emptyDatabase('sqlite')
    expect(await run({ DATABASE_URL }, ['aplications'])).toEqual({
      code: 2,
      out: '',
      err: '「aplications」というコマンドはありません。--help で一覧を確認できます。\n',
    })
    expect(await run({ PORT: 'x' }, ['applications', 'list'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('PORT'),
    })
    expect(await run({ DATABASE_URL }, ['applications', 'show', 'X'])).toMatchObject({
      code: 1,
      out: '',
    })
  })

  test.each(ENGINES)('upgrades no database, and says which it met, %s', async (engine) => {
    const DATABASE_URL = await emptyDatabase(engine)
    const ask = () => run({ DATABASE_URL }, ['applications', 'list'])
    const migrations = () => rowsOf(DATABASE_URL, 'select * from migrations order by id')
    const refused = (sentence: string) => ({
      code: 1,
      out: '',
      err: expect.stringMatching(`^データベース${sentence}`),
    })
    if (engine === 'postgres') {
      expect(await ask()).toEqual(refused('にまだ表がありません。'))
      await expect(migrations()).rejects.toThrow('does not exist')
    }
    await fillAsReleased(DATABASE_URL)
    await runSql(DATABASE_URL, "update migrations set name = 'applications'")
    expect(await ask()).toEqual(refused('は、正式に公開される前の版のものです。'))
    await runSql(DATABASE_URL, `update migrations set name = '${MIGRATIONS[0]?.name}'`)
    expect(await ask()).toMatchObject({ code: 0, err: '' })
    await runSql(DATABASE_URL, "insert into migrations values (900, 'later')")
    expect(await ask()).toEqual(refused('は新しい版のものです。'))
  })

  test.each(ENGINES)('checks an operator’s file before the first start, %s', async (engine) => {
    const DATABASE_URL = await emptyDatabase(engine)
    const checked = await run({ DATABASE_URL }, ['operator', 'check', operatorFile().path])
    expect(checked).toMatchObject({ code: 0 })
  })

  test('opens no database whose file is gone, nor takes it for one before the first start', async () => {
    const DATABASE_URL = await emptyDatabase('sqlite')
    const file = DATABASE_URL.slice('sqlite:'.length)
    writeFileSync(`${file}-server`, '')
    for (const argv of [
      ['applications', 'list'],
      ['operator', 'check', operatorFile().path],
    ])
      expect(await run({ DATABASE_URL }, argv)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^データベースのファイル .+test\.db がありません。.+-server/),
      })
    expect(existsSync(file)).toBe(false)
  })

  test('says that a file is damaged, and turns its server red', async () => {
    const DATABASE_URL = await emptyDatabase('sqlite')
    const file = DATABASE_URL.slice('sqlite:'.length)
    writeFileSync(file, 'x'.repeat(10_000))
    const check = await run({ DATABASE_URL }, ['check'])
    expect(check).toMatchObject({ code: 1, err: expect.stringContaining('（file is not a data') })
    // It may be any file that somebody mistook for one.
    expect(existsSync(`${file}-damaged`)).toBe(false)
    writeFileSync(`${file}-server`, '')
    await run({ DATABASE_URL }, ['check'])
    expect(existsSync(`${file}-damaged`)).toBe(true)
  })
})
