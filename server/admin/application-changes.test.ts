import { describe, expect, test } from 'vitest'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  FACILITIES,
  NOW,
  register,
  suspension,
} from '../testing/calls.ts'
import { begunCorrection, named, statesIn } from '../testing/corrections.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { correctBy } from '../testing/status.ts'
import { admin } from './testing.ts'

const LATER = NOW + 60_000

describe.each(ENGINES)('changes on the command line, %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const run = (...argv: string[]) => admin(database, ['applications', ...argv], { now: LATER })
    const refused = (...argv: string[]) =>
      run(...argv).then(String, (error: Error) => error.message)
    const shown = async (name: string) => JSON.parse((await run('show', name, '--json')).out)
    return { database, applications, run, refused, shown }
  }

  test('over a correction that waits a status is closed only where that is said', async () => {
    const { desk, reference, link } = await begunCorrection({ engine })
    await correctBy(desk, link, named('あおぞら二'))
    const close = (...more: string[]) =>
      admin(desk.database, ['applications', 'status', reference, 'done', ...more])
    await expect(close()).rejects.toThrow('訂正の申し出が届いています。')
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])
    await close('--end-correction')
    expect(await statesIn(desk)).toEqual(['1 first', '2 lapsed'])
  })

  test('a status changes with who and when, and the history keeps all of it', async () => {
    const { applications, run, refused, shown } = await setUp()
    const { reference } = await applications.consent(suspension('C1'))
    await run('status', reference, 'in_progress', '--by', '花子', '--note', '電話で確認')
    await run('status', reference, 'done', '--by', '太郎')
    await run('note', reference, '解約済み', '--by', '太郎')
    const { status, history } = await shown(reference)
    expect(status).toBe('done')
    expect(history).toHaveLength(4)
    expect(history).toEqual(
      expect.arrayContaining([
        { at: new Date(LATER).toISOString(), who: '花子', action: 'status', detail: 'in_progress' },
        { at: new Date(LATER).toISOString(), who: '花子', action: 'note', detail: '電話で確認' },
        { at: new Date(LATER).toISOString(), who: '太郎', action: 'status', detail: 'done' },
        { at: new Date(LATER).toISOString(), who: '太郎', action: 'note', detail: '解約済み' },
      ]),
    )
    expect(await refused('status', reference, 'rejected')).toBe(
      '「完了」から「却下」には変更できません。',
    )
    expect(await refused('status', reference, 'gone')).toContain(
      'received、in_progress、done、rejected',
    )
    expect(await refused('note', reference, ' ')).toContain('メモの内容')
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

  test('an erasure leaves the proof of consent and nobody in it', async () => {
    const { database, applications, run, refused, shown } = await setUp()
    const { username } = await applications.register(register({ key: 'k' }))
    await applications.consent(consent({ customer: username, kind: 1 }))
    await applications.addFacilities(addition({ customer: username }))
    const { reference } = await shown(username)
    await run('note', reference, `${CORPORATION.person} さんに電話`)
    await run('erase', reference, '--by', '花子')

    const everything = JSON.stringify([await everythingIn(database), await shown(reference)])
    const personal = [
      CORPORATION.companyName,
      CORPORATION.address,
      CORPORATION.tel,
      '0312345678',
      CORPORATION.email,
      CORPORATION.person,
      ...FACILITIES.flatMap(({ facilityName, facilityNumber }) => [facilityName, facilityNumber]),
    ]
    for (const text of personal) expect(everything).not.toContain(text)
    expect(await shown(reference)).toMatchObject({
      jigyousha: '',
      agreedPrice: 19960,
      erasedAt: new Date(LATER).toISOString(),
      consents: [
        { priceText: '19,960', words: '規約に同意して登録する', termsVersion: '2022-04-01' },
      ],
      deliveries: [],
    })
    expect(await refused('erase', reference)).toContain('すでに消去されています')
    expect((await admin(database, ['outbox', 'retry'])).err).toContain('0 件')
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
