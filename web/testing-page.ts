/** A page in a simulated document (happy-dom), for tests of hooks and of what reads and fills controls. What a browser draws, focuses and keeps over a reload is the journeys' matter. */
import type { FunctionComponent } from 'react'
import { onTestFinished, vi } from 'vitest'
import { DIRECTORY_ANNOUNCEMENT } from '#domain/directory.ts'

/** What the pages' code takes from the global object of a browser, besides what Node has. */
const GLOBALS = [
  'window',
  'document',
  'location',
  'history',
  'sessionStorage',
  'FormData',
  'Event',
  'HTMLFormElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'getSelection',
] as const
const OF_NODE = GLOBALS.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
const usualFetch = globalThis.fetch

/** Stands until the test has ended, which gives Node its own global objects back. */
export async function openPage(body: string, url = 'http://localhost/entry/input') {
  const { Window } = await import('happy-dom')
  const window = new Window({ url })
  window.document.body.innerHTML = body
  onTestFinished(async () => {
    globalThis.fetch = usualFetch
    for (const [index, name] of GLOBALS.entries()) {
      Reflect.deleteProperty(globalThis, name)
      const descriptor = OF_NODE[index]
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    }
    await window.happyDOM.close()
  })
  for (const name of GLOBALS) {
    const value = /^[a-z]+(?:Event|Selection)/.test(name)
      ? (window[name] as () => void).bind(window)
      : window[name]
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  // A browser completes addresses by that of the page.
  globalThis.fetch = (address, init) => usualFetch(new URL(String(address), url), init)
  /** The element of this selector, as the code under test sees it. */
  const find = <E extends Element>(selector: string): E => {
    const element = document.querySelector<E>(selector)
    if (!element) throw new Error(`no ${selector}`)
    return element
  }
  return { find }
}

/** As a page of a server that has the directory of this period (yyyy-mm); until the test has ended. */
export function announceDirectory(period: string): void {
  const serverTiming = [{ name: DIRECTORY_ANNOUNCEMENT, description: period }]
  const entries = vi.spyOn(performance, 'getEntriesByType')
  entries.mockReturnValue([{ serverTiming } as never])
  onTestFinished(() => entries.mockRestore())
}

/** Turns of the event loop in which React draws, runs effects, and draws what came of them. */
const TURNS = 12
const MOST_WAITS = 500

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Shows a component that is nothing but a hook; `result` is what the hook gave last. Not by React's act(), which a test that was given up would leave open for all others. */
export async function renderHook<P extends object, R>(hook: (props: P) => R, first: P) {
  const { createElement } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const root = createRoot(document.createElement('div'))
  const shown = {} as { result: R }
  const Hook: FunctionComponent<P> = (props) => {
    shown.result = hook(props)
    return null
  }
  const render = (props: P) => {
    root.render(createElement(Hook, props))
    return settle()
  }
  const unmount = () => {
    root.unmount()
    return settle()
  }
  onTestFinished(unmount)
  await render(first)
  return {
    render,
    unmount,
    /** Does something that changes what is shown, and waits for it. */
    async act(work: () => unknown) {
      await work()
      await settle()
    },
    /** Waits for what comes of itself: code that is loaded, calls that are answered. */
    async until(isDone: () => boolean) {
      for (let wait = 0; wait < MOST_WAITS && !isDone(); wait += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10))
        await settle()
      }
    },
    get result() {
      return shown.result
    },
  }
}
