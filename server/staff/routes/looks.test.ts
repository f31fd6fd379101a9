/** The audit trail of looking: whoever searches, pages or counts leaves how often and how many, and never what for. */
import { expect, test } from 'vitest'
import { auditTrail, completeEntry, startConsole } from '../../testing/staff-app.ts'

const LIST = '/api/applications'

test('no way of looking goes round it', async () => {
  const staff = await startConsole()
  const references: string[] = []
  for (let n = 0; n < 52; n += 1) {
    staff.clock.now += 1000
    references.push(await completeEntry(staff.applications, { tel: '03-9876-5432' }))
  }
  const get = async (url: string) => (await staff.app.inject(url)).json()
  const details = async () =>
    (await auditTrail(staff)).map(({ action, detail }) => `${action} ${detail}`)
  const left = async (work: () => Promise<unknown>) => {
    const before = (await details()).length
    await work()
    return (await details()).slice(before)
  }
  const search = '0398765432'
  expect(
    await left(async () => {
      for (const { after } of [{ after: '' }, await get(LIST)].map(({ after, next }) => ({
        after: after ?? next,
      })))
        await get(`${LIST}?after=${after}`)
    }),
  ).toEqual(['list pages=1 applications=50', 'list pages=2 applications=52'])
  expect(
    await left(async () => {
      for (const word of [search, references[0], '03-9876-5432', 'nobody'])
        await get(`${LIST}?search=${word}`)
    }),
  ).toEqual([
    'list search searches=1 pages=1 applications=50',
    'list search searches=2 pages=2 applications=51',
    'list search searches=3 pages=3 applications=101',
    'list search searches=4 pages=4 applications=101',
  ])
  const beside = (n: number) => get(`${LIST}/${references[n]}/neighbours?search=${search}`)
  expect(await left(() => beside(0))).toEqual([
    'list neighbours search searches=1 pages=1 applications=1',
  ])
  expect(await left(() => beside(1))).toEqual([
    'list neighbours search searches=2 pages=2 applications=3',
  ])
  expect(await left(() => beside(1))).toEqual([])
  expect(await left(() => get(`/api/exports/size?search=${search}`))).toEqual([
    'list size search searches=1 pages=1 applications=52',
  ])
  expect(await left(() => staff.app.inject(`/api/exports/csv?search=${search}`))).toEqual([
    'export csv search applications=52',
  ])
  expect((await details()).join()).not.toMatch(/9876|nobody/)
})

test('what a refused bulk change tells of applicants is a look at them', async () => {
  const staff = await startConsole()
  const references = [
    await completeEntry(staff.applications),
    await completeEntry(staff.applications),
  ]
  const ask = (from: string) =>
    staff.app.inject({
      method: 'POST',
      url: '/api/bulk/status',
      headers: { 'idempotency-key': crypto.randomUUID() },
      payload: {
        changes: references.map((reference) => ({ reference, from })),
        to: 'done',
        note: '',
      },
    })
  await ask('in_progress')
  await ask('received')
  expect((await auditTrail(staff)).map(({ action, detail }) => `${action} ${detail}`)).toEqual([
    'list bulk pages=1 applications=2',
    'status done',
    'status done',
  ])
})
