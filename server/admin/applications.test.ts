import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  NOW,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { admin } from './testing.ts'

async function entry(
  database: Database,
  email: string,
  at = NOW,
  companyName = CORPORATION.companyName,
) {
  const applications = applicationsOn(database, { clock: () => at })
  const applicant = { ...CORPORATION, email, companyName }
  const { username: customer, reference } = await applications.register(register({ applicant }))
  await applications.consent(consent({ customer, kind: 1 }))
  await applications.addFacilities(addition({ customer }))
  return reference
}

const listed = async (database: Database, ...options: string[]) =>
  JSON.parse((await admin(database, ['applications', 'list', '--json', ...options])).out)

describe('applications on the command line', () => {
  test('show names the other applications of a customer number, and says so where there is none', async () => {
    const database = await openEmpty('sqlite')
    for (const at of [NOW - 1, NOW])
      await applicationsOn(database, { clock: () => at }).consent(
        consent({ customer: 'C9', kind: 2 }),
      )
    const [newest, older] = await listed(database)
    const shown = await admin(database, ['applications', 'show', 'C9', '--json'])
    expect(JSON.parse(shown.out).reference).toBe(newest.reference)
    expect(shown.err).toContain(older.reference)
    expect(await admin(database, ['applications', 'show', 'C8'])).toEqual({
      code: 1,
      out: '',
      err: '「C8」の申し込みは見つかりません。\n',
    })
  })

  test('what nobody can be meant by is refused', async () => {
    const database = await openEmpty('sqlite')
    const refused = (...argv: string[]) =>
      admin(database, argv).catch((error: Error) => error.message)
    expect(await refused('applications', 'lst')).toContain(
      '「applications lst」というコマンドはありません',
    )
    expect(await refused('applications', 'list', '--flow', 'x')).toContain(
      'entry、migration、suspension、trial',
    )
    expect(await refused('applications', 'list', '--from', '2026-02-30')).toContain('--from')
    expect(await refused('applications', 'list', '--limit', '0')).toContain('--limit')
    expect(await refused('applications', 'list', '--nope')).toContain('--nope')
    expect(await refused('applications', 'show')).toBe(
      '使い方：applications show <受付番号> [オプション]',
    )
  })
})

describe.each(ENGINES)('applications on the command line, %s', (engine) => {
  test('a list spans pages without losing or repeating anything', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const references = new Set<string>()
    await Promise.all(
      Array.from({ length: 1203 }, async () => {
        references.add((await applications.register(register())).reference)
      }),
    )
    const list: { reference: string }[] = await listed(database)
    expect(list).toHaveLength(1203)
    expect(new Set(list.map(({ reference }) => reference))).toEqual(references)
  })

  test('filters narrow a list', async () => {
    const database = await openEmpty(engine)
    const old = await entry(database, 'old@example.jp', NOW - 40 * DAY_MS, '株式会社 100%_福祉')
    const fresh = await entry(database, 'Fresh@Example.jp')
    const { reference: stop } = await applicationsOn(database).consent(suspension('C123'))
    await applicationsOn(database).register(
      register({ applicant: { ...CORPORATION, tel: '06-9' } }),
    )
    const names = async (...options: string[]) =>
      (await listed(database, ...options)).map((one: { reference: string }) => one.reference)

    expect(await names('--flow', 'suspension')).toEqual([stop])
    expect(await listed(database, '--flow', 'suspension')).toMatchObject([{ givenNumber: 'C123' }])
    expect(await names('--from', '2026-11-20', '--flow', 'entry', '--state', 'complete')).toEqual([
      fresh,
    ])
    expect(await names('--to', '2026-10-31')).toEqual([old])
    expect(
      await names('--from', '2026-11-20', '--to', '2026-11-20', '--state', 'complete'),
    ).toHaveLength(2)
    expect(await names('--state', 'pending')).toHaveLength(1)
    const table = await admin(database, ['applications', 'list', '--state', 'pending'])
    expect(table.out).toContain('（入力途中）')
    expect(await names('--status', 'done')).toEqual([])
    expect(await names('--search', 'fresh@example.jp')).toEqual([fresh])
    expect(await names('--search', '０６（９）')).toHaveLength(1)
    expect(await names('--search', '100%_福')).toEqual([old])
    expect(await names('--search', 'fr__h')).toEqual([])
    expect(await names('--search', 'c123')).toEqual([stop])
    expect(await names('--search', 'C123')).toEqual([stop])
    const near = await admin(database, ['applications', 'list', '--search', 'C124'])
    expect([near.out, near.err]).toEqual([
      expect.stringContaining(stop),
      expect.stringContaining('1文字違いの申し込みを表示します。'),
    ])
    expect(await names('--late')).toEqual([old])
    expect(await names('--turn', 'nobody', '--flow', 'suspension')).toEqual([stop])
    expect(await names('--answer', 'known')).toEqual([])
    expect(await names('--flag', 'possible_duplicate')).toEqual([])
    expect(await names('--flag', 'robot')).toEqual([])
  })
})
