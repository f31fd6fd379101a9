import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applicationsOn, register, suspension } from '../testing/calls.ts'
import {
  ENGINES,
  emptyDatabase,
  openEmpty,
  openForTest,
  temporaryFolder,
} from '../testing/databases.ts'
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
    expect((await admin(database, ['outbox', 'retry'])).said).toContain('0 件')
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
    const { said } = await admin(database, ['backup', file], { env: { DATABASE_URL: url } })
    const [, counted] = /申し込み (\d+) 件/.exec(said) ?? []
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
    const { code, said } = await admin(database, ['backup', file], { env: { DATABASE_URL: url } })
    expect([code, existsSync(file)]).toEqual([1, false])
    expect(said).toContain('pg_dump')
  })
})

describe('the command line as a process', () => {
  const run = (env: NodeJS.ProcessEnv, argv: string[], input = '') =>
    new Promise<{ code: number | null; out: string; said: string }>((resolve) => {
      const child = spawn(process.execPath, ['server/admin.ts', ...argv], {
        env: { ...process.env, ...env },
      })
      let [out, said] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk
        if (input === 'hang up') child.stdout.destroy()
      })
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
      })
      child.stdin.end(input)
      child.on('close', (code) => resolve({ code, out, said }))
    })

  test('prints all of a long list through a pipe, works beside a server, and ends when its reader does', async () => {
    const DATABASE_URL = await emptyDatabase('sqlite')
    const database = await openForTest(DATABASE_URL)
    const applications = applicationsOn(database)
    await Promise.all(Array.from({ length: 1500 }, () => applications.register(register())))
    const listed = await run({ DATABASE_URL }, ['applications', 'list', '--json'])
    expect([listed.code, listed.said]).toEqual([0, ''])
    expect(JSON.parse(listed.out)).toHaveLength(1500)
    const cut = await run({ DATABASE_URL }, ['applications', 'list', '--json'], 'hang up')
    expect([cut.code, cut.said]).toEqual([0, ''])
  })

  test('ends with 2 and a plain sentence where it is asked wrongly, with 1 where it cannot', async () => {
    const DATABASE_URL = await emptyDatabase('sqlite')
    expect(await run({ DATABASE_URL }, ['aplications'])).toEqual({
      code: 2,
      out: '',
      said: '「aplications」というコマンドはありません。--help で一覧を確認できます。\n',
    })
    expect(await run({ PORT: 'x' }, ['applications', 'list'])).toMatchObject({
      code: 2,
      said: expect.stringContaining('PORT'),
    })
    expect(await run({ DATABASE_URL }, ['applications', 'show', 'X'])).toMatchObject({
      code: 1,
      out: '',
    })
  })
})
