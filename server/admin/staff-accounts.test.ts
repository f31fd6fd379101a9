import { describe, expect, test, vi } from 'vitest'
import { applicationsOn, NOW, suspension } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { admin } from './testing.ts'

const HOURS = 3_600_000

describe.each(ENGINES)('staff accounts on the command line, %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const run = (...argv: string[]) => admin(database, argv)
    const refused = (...argv: string[]) =>
      run(...argv).then(String, (error: Error) => error.message)
    const trail = async (...argv: string[]) => {
      const { out } = await run('audit', 'export', ...argv)
      return out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>)
    }
    return { database, run, refused, trail }
  }

  test('are added with a role and a setup code, listed, changed, and disabled', async () => {
    const { database, run, refused } = await setUp()
    const { out, err } = await run('staff', 'add', '花子', '--role', 'worker')
    expect(out).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}\n$/)
    expect(err).toContain('24時間有効')
    expect(JSON.parse((await run('staff', 'reset', '花子', '--json')).out)).toEqual({
      name: '花子',
      code: expect.not.stringContaining(out.trim()),
    })
    const list = async (now = NOW) => (await admin(database, ['staff', 'list'], { now })).out
    expect(await list()).toMatch(/花子\s+対応\s+初期設定待ち（2026-11-21 09:00まで）/)
    expect(await list(NOW + 24 * HOURS)).toMatch(/花子\s+対応\s+初期設定の期限切れ/)
    await run('staff', 'role', '花子', '--role', 'administrator')
    await run('staff', 'disable', '花子')
    expect(await list()).toMatch(/花子\s+管理\s+停止中/)
    await run('staff', 'enable', '花子')
    expect(await list()).not.toContain('停止中')
    expect(await refused('staff', 'add', '花子', '--role', 'worker')).toContain(
      'すでに登録されています',
    )
    for (const argv of [
      ['role', '太郎', '--role', 'reader'],
      ['reset', '太郎'],
      ['disable', '太郎'],
    ])
      expect(await refused('staff', ...argv)).toContain('登録されていません')
    expect(await refused('staff', 'add', '太郎')).toContain('--role')
    for (const name of ['a\u0007', '申込者'])
      expect(await refused('staff', 'add', name, '--role', 'reader')).toContain('64文字以内')
  })

  test('every command that looks or changes is in the audit trail, with the person behind sudo', async () => {
    const { database, run, trail } = await setUp()
    const { reference } = await applicationsOn(database).consent(suspension('C-1'))
    vi.stubEnv('SUDO_USER', 'tanaka')
    await run('applications', 'list', '--search', '0312345678', '--flow', 'suspension')
    await run('applications', 'show', 'C-1')
    await run('applications', 'export', '--format', 'xlsx')
    const said = ['--by', '花子', '--note', '秘密', '--confirmed-by', '田中様']
    await run('applications', 'status', reference, 'done', ...said)
    await run('applications', 'erase', reference)
    await run('staff', 'add', '花子', '--role', 'reader')
    await run('retention', 'run')
    vi.unstubAllEnvs()
    const entries = await trail()
    expect(
      entries.slice(0, -1).map(({ action, subject, detail }) => [action, subject, detail]),
    ).toEqual([
      ['list', '', 'flow=suspension search'],
      ['view', reference, ''],
      ['export', '', 'xlsx'],
      ['status', reference, 'done'],
      ['note', reference, ''],
      ['erase', reference, ''],
      ['account_added', '花子', '閲覧'],
      ['command', 'retention run', ''],
    ])
    for (const { at, who, via } of entries.slice(0, -1))
      expect([at, who, via]).toEqual([new Date(NOW).toISOString(), 'tanaka', 'command'])
    expect(entries.at(-1)).toMatchObject({ action: 'audit' })
    expect(entries.at(-1)?.who).not.toBe('tanaka')
  })

  test('the trail is exported by days', async () => {
    const { database, trail } = await setUp()
    for (const days of [0, 1, 2])
      await admin(database, ['applications', 'list'], { now: NOW + days * 24 * HOURS })
    const lists = (rows: Record<string, string>[]) => rows.filter(({ action }) => action === 'list')
    expect(lists(await trail('--from', '2026-11-21', '--to', '2026-11-21'))).toHaveLength(1)
    expect(lists(await trail('--from', '2026-11-21', '--to', '2026-11-22'))).toHaveLength(2)
  })
})
