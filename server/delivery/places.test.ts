/** Who has a place, and whose destination may begin. */
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { holdTime } from '../testing/held-time.ts'
import { outboxRow } from '../testing/rows.ts'
import { createDestinations, createPlaces } from './destinations.ts'
import { createWaker } from './dispatcher.ts'

/** An attempt is slow after a quarter of a second. */
const SLOW_MS = 250
const row = (id: string, destination = 'd') => outboxRow(id, { destination })

describe('places', () => {
  test('are taken and left; a slow attempt gives its place to another', () => {
    const time = holdTime()
    let freed = 0
    const places = createPlaces(1, () => {
      freed += 1
    })
    const quick = places.take(row('quick'))
    expect([places.free(), places.isTaken('quick'), places.isTaken('x')]).toEqual([0, true, false])
    places.leave(quick, 5)
    expect([places.free(), places.isTaken('quick')]).toEqual([1, false])
    const names = ['1', '2', '3', '4', '5']
    const slow = names.map((name) => places.take(row(name, name < '4' ? 'd' : 'e')))
    expect(places.slowAt('d')).toBe(0)
    time.pass(SLOW_MS - 1)
    expect(freed).toBe(0)
    time.pass(1)
    // Four times as many as there are senders give theirs away.
    expect(slow.map(({ isSlow }) => isSlow)).toEqual([true, true, true, true, false])
    expect([freed, places.free(), places.slowAt('d'), places.slowAt('e')]).toEqual([4, 0, 3, 1])
    expect([...places.attempts()].map((attempt) => attempt.row.id)).toEqual(names)
    for (const attempt of slow) places.leave(attempt)
    expect([places.free(), places.slowAt('d')]).toEqual([1, 0])
    time.pass(SLOW_MS)
    expect([freed, places.free()]).toEqual([4, 1])
  })

  test('where deliveries usually take long, so may the next', () => {
    const time = holdTime()
    const places = createPlaces(1, () => {})
    for (let i = 0; i < 30; i++) places.leave(places.take(row('x')), 60_000)
    const attempt = places.take(row('y'))
    time.pass(SLOW_MS)
    expect(attempt.isSlow).toBe(false)
    for (let i = 0; i < 99; i++) places.leave(places.take(row('x')), 1)
    places.leave(attempt)
    const next = places.take(row('z'))
    time.pass(SLOW_MS)
    expect(next.isSlow).toBe(true)
    places.leave(next)
  })
})

describe('destinations', () => {
  const admitted = (destinations: ReturnType<typeof createDestinations>, now: number) =>
    destinations.admit([row('1'), row('2'), row('3', 'e')], now).map(({ id }) => id)

  test('that fail are probed one at a time after a pause, the others go on', () => {
    const places = createPlaces(8, () => {})
    const destinations = createDestinations(places, { threshold: 2, mostSlow: 2 })
    expect(admitted(destinations, 0)).toEqual(['1', '2', '3'])
    destinations.ended('d', 'postponed', 0)
    expect(admitted(destinations, 0)).toEqual(['1', '2', '3'])
    destinations.ended('d', 'unknown', 0)
    expect(destinations.blocked(0)).toEqual(['d'])
    expect(admitted(destinations, 700)).toEqual(['3'])
    expect(destinations.isOpen(row('1'), 700)).toBe(false)
    expect(destinations.blocked(1300)).toEqual([])
    expect(admitted(destinations, 1300)).toEqual(['1', '3'])
    expect(destinations.isOpen(row('1'), 1300)).toBe(true)
    destinations.began('e')
    destinations.began('d')
    expect(destinations.blocked(1300)).toEqual(['d'])
    // An outage of the way there ends the probe: the next comes later.
    destinations.ended('d', 'unreachable', 1300)
    expect(destinations.blocked(2700)).toEqual(['d'])
    expect(destinations.blocked(3900)).toEqual([])
    destinations.ended('d', 'refused', 3900)
    expect(admitted(destinations, 0)).toEqual(['1', '2', '3'])
    destinations.ended('e', 'unreachable', 0)
    destinations.ended('e', 'unreachable', 0)
    expect(destinations.blocked(0)).toEqual([])
  })

  test('delivered is no failure any more', () => {
    const destinations = createDestinations(
      createPlaces(8, () => {}),
      { threshold: 1, mostSlow: 2 },
    )
    destinations.ended('d', 'postponed', 0)
    destinations.ended('d', 'delivered', 0)
    expect(destinations.blocked(0)).toEqual([])
  })

  test('a thousand that fail are remembered, the oldest is forgotten', () => {
    const destinations = createDestinations(
      createPlaces(8, () => {}),
      { threshold: 1, mostSlow: 2 },
    )
    for (let i = 0; i < 1000; i++) destinations.ended(`d${i}`, 'postponed', 0)
    expect(destinations.blocked(0)).toHaveLength(1000)
    destinations.ended('d0', 'postponed', 0)
    destinations.ended('one-more', 'postponed', 0)
    expect(destinations.blocked(0)).toHaveLength(1000)
    expect(destinations.blocked(0)).not.toContain('d0')
  })

  test('with as many slow attempts as may be get no further one', () => {
    const time = holdTime()
    const places = createPlaces(8, () => {})
    const destinations = createDestinations(places, { threshold: 9, mostSlow: 2 })
    const [first] = [places.take(row('1')), places.take(row('2')), places.take(row('3', 'e'))]
    expect(destinations.blocked(0)).toEqual([])
    time.pass(SLOW_MS)
    const quick = places.take(row('4', 'quick'))
    expect(destinations.blocked(0)).toEqual(['d'])
    expect(destinations.isOpen(row('5'), 0)).toBe(false)
    expect(destinations.isOpen(row('6', 'e'), 0)).toBe(true)
    places.leave(first)
    expect(destinations.blocked(0)).toEqual([])
    places.leave(quick)
  })
})

test('a rest ends when its time is over, or at a wake, one that came before it too', async () => {
  const time = holdTime()
  const waker = createWaker()
  let rests = 0
  const rest = async (ms: number) => {
    await waker.rest(ms)
    rests += 1
  }
  const restsAfter = async (ms: number) => {
    time.pass(ms)
    await setImmediate()
    return rests
  }
  void rest(40)
  expect(await restsAfter(39)).toBe(0)
  expect(await restsAfter(1)).toBe(1)
  void rest(60_000)
  waker.wake()
  expect(await restsAfter(0)).toBe(2)
  void rest(40)
  expect(await restsAfter(39)).toBe(2)
  expect(await restsAfter(1)).toBe(3)
  waker.wake()
  void rest(60_000)
  expect(await restsAfter(0)).toBe(4)
  void rest(40)
  expect(await restsAfter(39)).toBe(4)
  expect(await restsAfter(1)).toBe(5)
})
