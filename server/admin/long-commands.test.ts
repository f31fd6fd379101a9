/** What the commands that take long say of their share, and of a PostgreSQL that cannot be used. */
import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Filter } from '#contract/console-schemas.ts'
import { PROJECT_ROOT } from '../config/settings.ts'
import { createStaffApplications } from '../staff/applications.ts'
import { copiedShare } from '../store/sqlite/copy.ts'
import { applicationsOn, register, TRIAL } from '../testing/calls.ts'
import { emptyDatabase, openEmpty, openForTest, temporaryFolder } from '../testing/databases.ts'
import { filterOf, measuredBy } from './applications.ts'

describe('the share that is told', () => {
  test('of lists and exports is that of their rows, in the whole filter and below a limit', async () => {
    const database = await openEmpty('sqlite')
    const applications = applicationsOn(database)
    for (let count = 0; count < 119; count += 1)
      await applications.register(register({ key: `key ${count}` }))
    await applications.register(register({ ...TRIAL, key: 'trial' }))
    const sharesOf = async (filter: Partial<Filter> = {}, limit?: number) => {
      let share = () => Number.NaN
      const measure = (measured: () => number) => {
        share = measured
      }
      const measured = measuredBy({ measure }, createStaffApplications(database, Date.now))
      const shares: number[] = []
      for await (const _ of measured.pages({ ...filterOf({}), ...filter }, limit))
        shares.push(share())
      return [...shares, share()]
    }
    expect(await sharesOf()).toEqual([0, 50 / 120, 100 / 120, 1])
    expect(await sharesOf({}, 60)).toEqual([0, 50 / 60, 1])
    expect(await sharesOf({ flow: 'trial' })).toEqual([0, 1])
    expect(await sharesOf({ flow: 'suspension' })).toEqual([0])
  })

  test('of a backup is that of its bytes', () => {
    const folder = temporaryFolder()
    const [source, target] = [join(folder, 'source'), join(folder, 'target')]
    writeFileSync(source, Buffer.alloc(1000))
    expect(copiedShare(source, target)).toBe(0)
    const unfinished = openSync(`${target}.unfinished`, 'w')
    ftruncateSync(unfinished, 250)
    closeSync(unfinished)
    expect(copiedShare(source, target)).toBe(0.25)
  })
})

describe('a PostgreSQL that cannot be used is told of within seconds, with what to do', () => {
  const list = (DATABASE_URL: string) => {
    const began = performance.now()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(PROJECT_ROOT, 'server/admin.ts'), 'applications', 'list'],
      { env: { PATH: process.env.PATH, DATABASE_URL }, encoding: 'utf8' },
    )
    return { status, stdout, stderr, ms: performance.now() - began }
  }

  test('where it takes no writes, as a standby', async () => {
    const url = await emptyDatabase('postgres')
    await openForTest(url)
    const standby = new URL(url)
    const options = standby.searchParams.get('options') ?? ''
    standby.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim())
    const { status, stdout, stderr, ms } = list(standby.href)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      '接続先の PostgreSQL は読み取り専用です（スタンバイだけに接続できている状態です）。プライマリーが復旧するまで待つか、DATABASE_URL にプライマリーを含むすべてのホストを指定してください。\n',
    )
    expect(ms).toBeLessThan(12_000)
  })

  test('where nobody answers', () => {
    const { status, stderr } = list('postgres://127.0.0.1:9/moushikomi')
    expect(status).toBe(1)
    expect(stderr).toBe(
      'PostgreSQL に接続できません（ECONNREFUSED）。サーバーが動いているか、DATABASE_URL のホストとポートが正しいかを確認してください。\n',
    )
  })
})
