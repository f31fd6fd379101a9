import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { bringUpToDate } from '../staff/search-index.ts'
import type { Database } from '../store/database.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  FACILITIES,
  NO_CAMPAIGN,
  NOW,
  PRICE,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { admin } from './testing.ts'

const DAY_MS = 86_400_000

async function entry(
  database: Database,
  email: string,
  at = NOW,
  companyName = CORPORATION.companyName,
) {
  const applications = applicationsOn(database, { clock: () => at })
  const applicant = { ...CORPORATION, email, companyName }
  const { username } = await applications.register(register({ applicant }))
  await applications.consent(consent({ customer: username, kind: 1 }))
  await applications.addFacilities(addition({ customer: username }))
  return username
}

const listed = async (database: Database, ...options: string[]) =>
  JSON.parse((await admin(database, ['applications', 'list', '--json', ...options])).out)

describe.each(ENGINES)('applications on the command line, %s', (engine) => {
  test('a list is one JSON array of everything, newest first', async () => {
    const database = await openEmpty(engine)
    expect((await admin(database, ['applications', 'list', '--json'])).out).toBe('[]\n')
    const first = await entry(database, 'a@example.jp', NOW - 1)
    const second = await entry(database, 'b@example.jp')
    const list = await listed(database)
    expect(list).toMatchObject([
      {
        username: second,
        mailaddress: 'b@example.jp',
        flow: 'entry',
        state: 'complete',
        status: 'received',
        facilityCount: 3,
        agreedPrice: 19960,
        flags: ['possible_duplicate'],
      },
      { username: first, mailaddress: 'a@example.jp', flags: [] },
    ])
    expect(await listed(database, '--limit', '1')).toHaveLength(1)
  })

  test('a list spans pages without losing or repeating anything', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const usernames = new Set<string>()
    await Promise.all(
      Array.from({ length: 1203 }, async () => {
        usernames.add((await applications.register(register())).username)
      }),
    )
    const list: { username: string }[] = await listed(database)
    expect(list).toHaveLength(1203)
    expect(new Set(list.map(({ username }) => username))).toEqual(usernames)
  })

  test('filters narrow a list', async () => {
    const database = await openEmpty(engine)
    const old = await entry(database, 'old@example.jp', NOW - 40 * DAY_MS, '株式会社 100%_福祉')
    const fresh = await entry(database, 'Fresh@Example.jp')
    await applicationsOn(database).consent(suspension('C123'))
    await applicationsOn(database).register(
      register({ applicant: { ...CORPORATION, tel: '06-9' } }),
    )
    const names = async (...options: string[]) =>
      (await listed(database, ...options)).map(({ username }: { username: string }) => username)

    expect(await names('--flow', 'suspension')).toEqual(['C123'])
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
    await bringUpToDate(database)
    expect(await names('--search', 'fresh@example.jp')).toEqual([fresh])
    expect(await names('--search', '０６（９）')).toHaveLength(1)
    expect(await names('--search', '100%_福')).toEqual([old])
    expect(await names('--search', '1__%')).toEqual([])
    expect(await names('--search', 'c123')).toEqual(['C123'])
    expect(await names('--search', 'C123')).toEqual(['C123'])
    expect(await names('--flag', 'possible_duplicate')).toEqual([])
    expect(await names('--flag', 'robot')).toEqual([])
  })

  test('show has every field as sent, consents, facilities in order, state and deliveries', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const applicant = {
      ...CORPORATION,
      companyName: '葛󠄀飾　髙﨑会 ',
      chance: '6',
      otherFacility: '隣',
      nowsoft: '1',
      nowsoftname: '',
    }
    const campaign = { ...NO_CAMPAIGN, utm_source: 'メルマガ' }
    const flags = [
      { flag: 'bad_invitation', detail: 'expired' },
      { flag: 'limit_near', detail: '' },
    ] as const
    const { username } = await applications.register(
      register({ flow: 'trial', applicant, campaign, flags }),
    )
    await applications.consent(consent({ customer: username, kind: 4, priceText: '1' }))
    await applications.consent(consent({ customer: username, kind: 4, priceText: '21,960' }))
    await applications.addFacilities(addition({ customer: username }))

    const shown = JSON.parse(
      (await admin(database, ['applications', 'show', username, '--json'])).out,
    )
    expect(shown).toMatchObject({
      username,
      flow: 'trial',
      state: 'complete',
      jigyousha: '葛󠄀飾　髙﨑会 ',
      mailaddress: CORPORATION.email,
      from: '6',
      oshiete_jigyousha: '隣',
      utm_source: 'メルマガ',
      appform: '4',
      insert: 'true',
      page: '2',
      plan3: '1',
      priceText: '21,960',
      agreedPrice: 21960,
      priceList: 'trial-2025-02',
      consents: [
        { no: 1, kind: 4, priceText: '1', termsVersion: '2022-04-01' },
        {
          no: 2,
          kind: 4,
          priceText: '21,960',
          at: '2026-11-20T00:00:00.000Z',
          priceList: 'trial-2025-02',
          words: '利用規約とプライバシーポリシーに同意する',
        },
      ],
      facilities: FACILITIES.map((facility, i) => ({ no: i + 1, ...facility })),
    })
    const byReference = await admin(database, [
      'applications',
      'show',
      shown.reference.toLowerCase(),
    ])
    expect(byReference.out).toContain(
      '押された言葉    「利用規約とプライバシーポリシーに同意する」',
    )
    expect(byReference.out).toContain('招待リンクが無効でした（有効期限を過ぎています）\n')
    expect(byReference.out).toContain('短い時間に多くの申し込みがありました\n')
    expect(byReference.out).toContain('表示された料金  月額21,960円（税抜）')
    expect(byReference.out).toContain('同意            1（その後、差し替え）')
    expect(byReference.out).toContain('1   1310000011  就労継続支援B型  あおぞら作業所')
  })

  test('show names the other applications of a customer number, and says so where there is none', async () => {
    const database = await openEmpty(engine)
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

  test('the export has one row a facility, and no cell that is a formula', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const applicant = { ...CORPORATION, companyName: '=HYPERLINK("http://evil")', person: '＠SUM' }
    const { username } = await applications.register(register({ applicant }))
    await applications.consent(consent({ customer: username, kind: 1, priceText: PRICE }))
    await applications.addFacilities(addition({ customer: username }))
    await applications.consent(suspension('C1'))

    const { out } = await admin(database, [
      'applications',
      'export',
      '--format',
      'csv',
      '--flow',
      'entry',
    ])
    expect(out.startsWith('\ufeff受付番号,')).toBe(true)
    const rows = Papa.parse<Record<string, string>>(out.slice(1), {
      header: true,
      skipEmptyLines: true,
    }).data
    expect(rows).toHaveLength(3)
    expect(rows[2]).toMatchObject({
      お客様番号: username,
      法人名: `'=HYPERLINK("http://evil")`,
      登録担当者名: "'＠SUM",
      '月額料金（税抜）': '19960',
      行: '3',
      事業所番号: '="1320000022"',
      サービス種類: '共同生活援助',
    })
    const all = await admin(database, ['applications', 'export'])
    expect(all.out.trimEnd().split('\r\n')).toHaveLength(5)
  })

  test('what nobody can be meant by is refused', async () => {
    const database = await openEmpty(engine)
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
