import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebounce } from './debounce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('only what was asked for last runs, once, when nothing was asked for as long as the delay', () => {
  const done: string[] = []
  const debounce = createDebounce(300)
  debounce.run(() => done.push('first'))
  vi.advanceTimersByTime(299)
  debounce.run(() => done.push('second'))
  vi.advanceTimersByTime(299)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['second'])
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['second'])
})

test('what was cancelled does not run, and what is asked for afterwards does', () => {
  const done: string[] = []
  const debounce = createDebounce(300)
  debounce.run(() => done.push('first'))
  debounce.cancel()
  vi.advanceTimersByTime(1000)
  expect(done).toEqual([])
  debounce.run(() => done.push('second'))
  vi.advanceTimersByTime(300)
  expect(done).toEqual(['second'])
})
