import { expect, test } from 'vitest'
import { newApplication } from '../applications/rows.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { advanceConsent, complete, findById, insertApplication } from './applications.ts'

const APPLICATION = newApplication({
  id: 'tmp-1',
  flow: 'entry',
  customer: 'tmp-1',
  application_key: null,
  assurance: 'none',
  created_at: 0,
})
const completion = { id: 'tmp-1', price: 9980, priceList: 'list', at: 1 }

test.each(ENGINES)('on %s a consent moves on from the one that was read alone', async (engine) => {
  const database = await openEmpty(engine)
  await database.atomic((tx) => insertApplication(tx, APPLICATION))
  const advance = (from: number, price: string) =>
    database.atomic((tx) => advanceConsent(tx, { id: 'tmp-1', from, to: from + 1, price }))
  expect(await advance(0, '9,980')).toBe(true)
  expect(await advance(0, '1')).toBe(false)
  const stored = await database.read((tx) => findById(tx, { id: 'tmp-1' }))
  expect(stored).toMatchObject({ consent_seq: 1, consent_price: '9,980' })
})

test.each(ENGINES)(
  'on %s the consent that was read completes an application alone',
  async (engine) => {
    const database = await openEmpty(engine)
    await database.atomic(async (tx) => {
      await insertApplication(tx, APPLICATION)
      await advanceConsent(tx, { id: 'tmp-1', from: 0, to: 1, price: '9,980' })
    })
    const close = (consent: number) =>
      database.atomic((tx) => complete(tx, { ...completion, consent }))
    expect(await close(0)).toBe(false)
    expect(await database.read((tx) => findById(tx, { id: 'tmp-1' }))).toMatchObject({
      state: 'pending',
    })
    expect(await close(1)).toBe(true)
    expect(await close(1)).toBe(false)
  },
)
