/** A page in a simulated document (happy-dom), for tests of hooks and of what reads and fills controls. What a browser draws, focuses and keeps over a reload is the journeys' matter. */
import type { FunctionComponent } from 'react'

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
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
] as const

const MOST_TURNS = 500

/** Stands until `close`, which gives Node its own global objects back. */
export async function openPage(body: string, url = 'http://localhost/entry/input') {
  const { Window } = await import('happy-dom')
  const window = new Window({ url })
  window.document.body.innerHTML = body
  const before = GLOBALS.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  for (const name of GLOBALS) {
    const value = /^[a-z]+Event/.test(name)
      ? (window[name] as () => void).bind(window)
      : window[name]
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  // A browser completes addresses by that of the page.
  const usual = fetch
  globalThis.fetch = (address, init) => usual(new URL(String(address), url), init)
  const close = async () => {
    globalThis.fetch = usual
    for (const [index, name] of GLOBALS.entries()) {
      Reflect.deleteProperty(globalThis, name)
      const descriptor = before[index]
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    }
    await window.happyDOM.close()
  }
  /** The element of this selector, as the code under test sees it. */
  const find = <E extends Element>(selector: string): E => {
    const element = document.querySelector<E>(selector)
    if (!element) throw new Error(`no ${selector}`)
    return element
  }
  return { find, close }
}

/** Shows a component that is nothing but a hook; `result` is what the hook gave last. */
export async function renderHook<P extends object, R>(hook: (props: P) => R, first: P) {
  const { act, createElement } = await import('react')
  const { createRoot } = await import('react-dom/client')
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.createElement('div'))
  const shown = {} as { result: R }
  const Hook: FunctionComponent<P> = (props) => {
    shown.result = hook(props)
    return null
  }
  const render = (props: P) => act(async () => root.render(createElement(Hook, props)))
  await render(first)
  return {
    render,
    /** Does something that changes what is shown, and waits for it. */
    act: (work: () => unknown) =>
      act(async () => {
        await work()
      }),
    /** Waits for what comes of itself: code that is loaded, calls that are answered. */
    async until(isDone: () => boolean) {
      for (let turn = 0; turn < MOST_TURNS && !isDone(); turn += 1)
        await act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)))
    },
    unmount: () => act(async () => root.unmount()),
    get result() {
      return shown.result
    },
  }
}
