import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createCheck } from './readiness-check.ts'

const LATE = { code: 'unavailable', cause: new Error('a durable write takes too long') }

function storeOf(...turns: (() => Promise<unknown>)[]) {
  let count = 0
  const check = createCheck(() => {
    count += 1
    return (turns[count - 1] ?? (() => Promise.resolve()))()
  })
  return { check, count: () => count }
}
const hang = () => new Promise(() => {})
const fail = () => Promise.reject(new Error('full'))

test.concurrent('a write that succeeds is the answer for a second', async () => {
  const { check, count } = storeOf()
  await Promise.all([check(), check()])
  await check()
  expect(count()).toBe(1)
  await sleep(1050)
  await check()
  expect(count()).toBe(2)
})

test.concurrent('a write that fails is tried again after a quarter of a second', async () => {
  const { check, count } = storeOf(fail)
  const both = await Promise.allSettled([check(), check()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(check()).rejects.toThrow('full')
  expect(count()).toBe(1)
  await sleep(300)
  await check()
  expect(count()).toBe(2)
})

test.concurrent('a write that hangs is told within a second, by those too who ask meanwhile, and is no second write', async () => {
  const { check, count } = storeOf(hang)
  const from = performance.now()
  const late = check()
  await sleep(300)
  const both = await Promise.allSettled([late, check()])
  expect(both).toMatchObject(Array(2).fill({ status: 'rejected', reason: LATE }))
  expect(performance.now() - from).toBeGreaterThan(1000)
  expect(count()).toBe(1)
})

test.concurrent('a write that hangs soon after a good one is a busy moment', async () => {
  const { check, count } = storeOf(() => Promise.resolve(), hang)
  await check()
  await sleep(1050)
  const from = performance.now()
  await check()
  expect(performance.now() - from).toBeGreaterThan(700)
  expect(count()).toBe(2)
})

test('a write that took long is an answer once it is done', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const stored = Promise.withResolvers<void>()
  const { check } = storeOf(() => stored.promise)
  const answer = check()
  clock.mockReturnValue(5000)
  stored.resolve()
  await answer.finally(() => clock.mockRestore())
})
