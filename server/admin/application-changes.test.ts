import { describe, expect, test } from 'vitest'
import { STAFF_STATUS_NAMES } from '#domain/staff.ts'
import { addition, applicationsOn, consent, NOW, register, suspension } from '../testing/calls.ts'
import { begunCorrection, named, statesIn } from '../testing/corrections.ts'
import { openEmpty } from '../testing/databases.ts'
import { correctBy } from '../testing/status.ts'
import { admin } from './testing.ts'

const LATER = NOW + 60_000

describe('changes on the command line', () => {
  async function setUp() {
    const database = await openEmpty('sqlite')
    const applications = applicationsOn(database)
    const run = (...argv: string[]) => admin(database, ['applications', ...argv], { now: LATER })
    const refused = (...argv: string[]) =>
      run(...argv).then(String, (error: Error) => error.message)
    const shown = async (name: string) => JSON.parse((await run('show', name, '--json')).out)
    return { database, applications, run, refused, shown }
  }

  test.each(['done', 'withdrawn'])(
    'over a correction that waits a status becomes %s only where that is said',
    async (to) => {
      const { desk, reference, link } = await begunCorrection({})
      await correctBy(desk, link, named('あおぞら二'))
      const close = (...more: string[]) =>
        admin(desk.database, ['applications', 'status', reference, to, ...more])
      await expect(close()).rejects.toThrow('訂正の申し出が届いています。')
      expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])
      await close('--end-correction')
      expect(await statesIn(desk)).toEqual(['1 first', '2 lapsed'])
    },
  )

  test('a status changes with who and when, and the history keeps all of it', async () => {
    const { applications, run, refused, shown } = await setUp()
    const { reference } = await applications.consent(suspension('C1'))
    await run('status', reference, 'in_progress', '--by', '花子', '--note', '電話で確認')
    await run('status', reference, 'done', '--by', '太郎', '--confirmed-by', '田中様')
    await run('note', reference, '解約済み', '--by', '太郎')
    const { status, history } = await shown(reference)
    expect(status).toBe('done')
    expect(history).toHaveLength(4)
    const entry = { at: new Date(LATER).toISOString(), confirmedBy: '' }
    expect(history).toEqual(
      expect.arrayContaining([
        { ...entry, who: '花子', action: 'status', detail: 'in_progress' },
        { ...entry, who: '花子', action: 'note', detail: '電話で確認' },
        { ...entry, who: '太郎', action: 'status', detail: 'done', confirmedBy: '田中様' },
        { ...entry, who: '太郎', action: 'note', detail: '解約済み' },
      ]),
    )
    expect(await refused('status', reference, 'rejected')).toBe(
      '「完了」から「却下」には変更できません。',
    )
    expect(await refused('status', reference, 'gone')).toContain(STAFF_STATUS_NAMES.join('、'))
    expect(await refused('note', reference, ' ')).toContain('メモの内容')
    expect(await refused('note', reference, 'x', '--by', '申込者')).toContain('--by には')
    expect(await refused('status', 'NONE', 'done')).toContain('見つかりません')
  })

  test('a closed suspension can be reopened beside a newer open one', async () => {
    const { applications, run, shown } = await setUp()
    const { reference: older } = await applications.consent(suspension('C1'))
    await run('status', older, 'rejected')
    const { reference: newer } = await applications.consent(suspension('C1'))
    await run('status', older, 'in_progress')
    expect([(await shown(older)).status, (await shown(newer)).status]).toEqual([
      'in_progress',
      'received',
    ])
  })

  test('a customer number that names several is not enough to act on', async () => {
    const { applications, refused } = await setUp()
    for (let i = 0; i < 2; i++) await applications.consent(consent({ customer: 'C1', kind: 2 }))
    expect(await refused('erase', 'C1')).toContain('受付番号で指定してください')
  })

  test('an application that is erased while its calls come goes on no more', async () => {
    const { applications, run, shown } = await setUp()
    const { username, reference } = await applications.register(register({ key: 'k' }))
    await applications.consent(consent({ key: 'k', customer: username, kind: 1 }))
    await run('erase', reference, '--by', '花子')
    for (const key of ['k', null])
      await expect(
        applications.addFacilities(addition({ key, customer: username })),
      ).rejects.toMatchObject({ code: 'superseded' })
    expect(await shown(reference)).toMatchObject({ facilities: [], deliveries: [] })
  })
})
