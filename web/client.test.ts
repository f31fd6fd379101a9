import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from './testing-page.ts'

const alive = vi.fn()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  alive.mockClear()
})

/** Runs the client entry in a page whose script calls `alive`; returns the callbacks that wait for the next frame. */
async function runClient({ hidden }: { hidden: boolean }) {
  // Addresses of its own each time: a module that has been loaded does not run again.
  await openPage(`<link id="hydrate" href="data:text/javascript,alive()//${hidden}">`)
  const frames: (() => void)[] = []
  vi.stubGlobal('alive', alive)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  Object.defineProperty(document, 'hidden', { value: hidden })
  await import(/* @vite-ignore */ `./client.tsx?${hidden}`)
  return frames
}

test('a page that is seen is painted before its script is loaded', async () => {
  const frames = await runClient({ hidden: false })
  expect(frames).toHaveLength(1)
  frames[0]?.()
  await nextTurn()
  expect(alive).not.toHaveBeenCalled()
  vi.runAllTimers()
  await vi.waitFor(() => expect(alive).toHaveBeenCalledOnce(), 20_000)
})

test('a page in the background has no frames and loads its script at once', async () => {
  const frames = await runClient({ hidden: true })
  await vi.waitFor(() => expect(alive).toHaveBeenCalledOnce(), 20_000)
  expect(frames).toEqual([])
})
