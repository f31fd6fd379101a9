import { expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, serve } from '../testing.ts'
import { openPage } from '../testing-page.ts'
import { askNumbers, directoryExcerpt, facilitiesOf, searchCorporations } from './look-up.ts'

/** What was asked is remembered for as long as the page is open: every test asks for other numbers, at another hour. */
let last = 0
let hour = 0
const numbers = (count: number) => {
  last += count
  return Array.from({ length: count }, (_, index) => String(last - index))
}

async function directory(answers: Answer[]) {
  const server = await serve(answers)
  await openPage('', `${server.base}/`)
  const clock = vi.spyOn(performance, 'now')
  const setMs = (ms: number) => clock.mockReturnValue(hour * 3_600_000 + ms)
  hour += 1
  setMs(0)
  onTestFinished(async () => {
    clock.mockRestore()
    server.close()
  })
  const asked = () =>
    server.received.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('numbers'))
  return { setMs, asked, ...server }
}
const facility = (number: string, name: string) => ({ number, name })
const answer = (...facilities: object[]): Answer => ({
  status: 200,
  body: { services: ['KYODO'], facilities },
})

test('a number is asked about once, and all that is known of it remembered', async () => {
  const [a = '', b = ''] = numbers(2)
  const { asked } = await directory([
    answer(facility(a, 'x'), facility(a, 'y'), facility('?', 'z')),
  ])
  expect(await askNumbers([a, b, a])).toBe(true)
  expect(asked()).toEqual([`${a},${b}`])
  const { facilities, services, period } = directoryExcerpt()
  expect([facilities.get(a), facilities.get(b), facilities.has('?')]).toEqual([
    [facility(a, 'x'), facility(a, 'y')],
    [],
    false,
  ])
  expect([[...services], period]).toEqual([['KYODO'], ''])
  expect(await askNumbers([b, a])).toBe(false)
  expect(asked()).toHaveLength(1)
})

test('many are asked about a hundred at a time, and at most three hundred', async () => {
  const many = numbers(305)
  const { asked } = await directory([answer()])
  expect(await askNumbers(many)).toBe(true)
  expect(asked().toSorted()).toEqual(
    [0, 100, 200].map((from) => many.slice(from, from + 100).join()).toSorted(),
  )
  await askNumbers(many)
  expect(asked().at(-1)).toBe(many.slice(300).join())
})

test('after a failure nothing is asked for half a minute', async () => {
  const [a = '', b = ''] = numbers(2)
  const { asked, setMs } = await directory([{ status: 500 }, answer()])
  expect(await askNumbers([a])).toBe(false)
  setMs(29_999)
  expect(await askNumbers([a, b])).toBe(false)
  expect(asked()).toEqual([a])
  setMs(30_000)
  expect(await askNumbers([a, b])).toBe(true)
  expect(asked()).toEqual([a, `${a},${b}`])
})

test('corporations are searched for by what was typed, cut, and their facilities asked for by id', async () => {
  const { received } = await directory([{ status: 200, body: { corporations: [{ id: '1' }] } }])
  expect(await searchCorporations(`あ&${'い'.repeat(70)}`)).toEqual([{ id: '1' }])
  await facilitiesOf({ id: 'a/b' } as never)
  expect(received.map(({ path }) => decodeURIComponent(path))).toEqual([
    `/api/directory/corporations?q=あ&${'い'.repeat(58)}`,
    '/api/directory/corporations/a/b/facilities',
  ])
  expect(received[0]?.path).toContain('%26')
})

test('a directory that does not answer says nothing', async () => {
  await directory([{ status: 503 }])
  expect(await searchCorporations('あ')).toBeUndefined()
  expect(await facilitiesOf({ id: '1' } as never)).toBeUndefined()
})
