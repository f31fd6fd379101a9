import { expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, serve } from './testing.ts'
import { openPage } from './testing-page.ts'

const DOCUMENT: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<link rel="modulepreload" href="/assets/hydrate-2.js" id="hydrate">',
}
const SCRIPT: Answer = { status: 200, headers: { 'Content-Type': 'text/javascript' }, body: '' }

const RELOAD = '画面の更新が必要です。ページを再読み込みしてください。入力した内容は残ります。'
const DEAD_LINE = /^画面の一部を読み込めませんでした。回線をご確認ください。/

/** A page of its own, whose server answers so; every test loads the module anew, which remembers what has failed. */
async function page(answers: Answer[], path = '/entry/input') {
  const server = await serve(answers)
  onTestFinished(server.close)
  const body = '<link id="hydrate" href="/assets/hydrate-1.js"><div id="fault" hidden></div>'
  const { find } = await openPage(body, server.base + path)
  vi.resetModules()
  const reload = await import('./reload.ts')
  const fault = find<HTMLElement>('#fault')
  const buttons = () => [...fault.querySelectorAll('button')].map(({ textContent }) => textContent)
  return {
    ...reload,
    server,
    fault,
    buttons,
    sentence: () => fault.querySelector('p')?.textContent,
  }
}

const gone = () => Promise.reject(new Error('404'))

test('code that cannot be had: the sentence, and a button once the page is seen to be there', async () => {
  const { loadLate, fault, sentence, buttons, server } = await page([DOCUMENT, SCRIPT])
  expect(await loadLate(gone)).toBeNull()
  await vi.waitFor(() => expect(sentence()).toBe(RELOAD), 20_000)
  expect(fault.hidden).toBe(false)
  expect(fault.getAttribute('role')).toBe('alert')
  expect(buttons()).toEqual(['再読み込みする'])
  expect(server.received.map(({ path }) => path)).toEqual(['/entry/input', '/assets/hydrate-2.js'])
})

test.each<[string, Answer[]]>([
  ['is cut off', [{ cut: true }]],
  ['is answered by something in between', [{ status: 200, body: '<h1>Wi-Fi</h1>' }]],
  ['is there without its scripts', [DOCUMENT, { status: 503 }]],
])('while the page %s no reload is offered, and it is tried again', async (_, broken) => {
  const { loadLate, fault, sentence, buttons } = await page([...broken, DOCUMENT, SCRIPT])
  await loadLate(gone)
  await vi.waitFor(() => expect(fault.hidden).toBe(false), 20_000)
  expect(sentence()).toMatch(DEAD_LINE)
  expect(buttons()).toEqual([])
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(sentence()).toBe(RELOAD), 20_000)
  expect(buttons()).toEqual(['再読み込みする'])
})

const CANNOT_RUN =
  'この画面は、お使いのブラウザーでは動きません。新しいブラウザーでお試しいただくか、お電話（0120-000-000）でお申し込みください。'

test('code that came and fails: no reload is offered, and the sentence stays', async () => {
  const { loadLate, askForReload, recovered, fault, sentence, buttons, server } = await page([
    DOCUMENT,
    SCRIPT,
  ])
  const error = new TypeError('rows.toSorted is not a function')
  let tries = 0
  const fails = () => {
    tries += 1
    return Promise.reject(error)
  }
  expect(await loadLate(fails)).toBeNull()
  expect(tries).toBe(2)
  expect(fault.hidden).toBe(false)
  expect(fault.getAttribute('role')).toBe('alert')
  expect(sentence()).toBe(CANNOT_RUN)
  await askForReload('another')
  recovered('another')
  expect(fault.hidden).toBe(false)
  expect(sentence()).toBe(CANNOT_RUN)
  expect(buttons()).toEqual([])
  expect(server.received.length).toBeGreaterThan(0)
})

test('code that comes at the second try is taken', async () => {
  const { loadLate, fault } = await page([])
  let tries = 0
  const load = () => {
    tries += 1
    return tries === 1 ? gone() : Promise.resolve('code')
  }
  expect(await loadLate(load)).toBe('code')
  expect(fault.hidden).toBe(true)
})

test('what is only late takes the sentence back when it comes', async () => {
  const { loadLate, fault } = await page([DOCUMENT, SCRIPT])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const code = Promise.withResolvers<string>()
  const load = () => code.promise
  const loading = loadLate(load)
  expect(loadLate(load)).toBe(loading)
  vi.advanceTimersByTime(5999)
  expect(fault.hidden).toBe(true)
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(fault.hidden).toBe(false), 20_000)
  code.resolve('code')
  expect(await loading).toBe('code')
  expect(fault.hidden).toBe(true)
})

test.each([
  ['/entry/input', ''],
  ['/status/correct', '<form data-flow="trial"></form>'],
])(
  'where a reload of %s would lose what was typed, it is saved as a file first',
  async (path, form) => {
    const { loadLate, fault, sentence, buttons } = await page([DOCUMENT, SCRIPT], path)
    document.body.insertAdjacentHTML('beforeend', form)
    vi.stubGlobal('sessionStorage', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    await loadLate(gone)
    // The code that saves is compiled first.
    await vi.waitFor(
      () => expect(sentence()).toContain('先に入力内容をファイルに保存してください。'),
      20_000,
    )
    expect(fault.hidden).toBe(false)
    expect(buttons()).toEqual(['入力内容をファイルに保存', '再読み込みする'])
  },
)

test('and where nothing is typed, the page is reloaded as ever', async () => {
  const { loadLate, fault, sentence } = await page([DOCUMENT, SCRIPT], '/teishi/input')
  vi.stubGlobal('sessionStorage', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  await loadLate(gone)
  await vi.waitFor(() => expect(sentence()).toBe(RELOAD), 20_000)
  expect(fault.hidden).toBe(false)
})

test('a newer build is looked for when the person comes back, and offered when nobody types or sends', async () => {
  const { offerNewerBuild, fault, sentence, server } = await page([DOCUMENT])
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let isBusy = true
  offerNewerBuild(() => isBusy)
  dispatchEvent(new Event('focus'))
  vi.advanceTimersByTime(5 * 60_000)
  expect(server.received).toEqual([])
  dispatchEvent(new Event('input'))
  dispatchEvent(new Event('focus'))
  dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 20_000)
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(server.received).toHaveLength(1)
  vi.advanceTimersByTime(20_000)
  expect(fault.hidden).toBe(true)
  isBusy = false
  vi.advanceTimersByTime(1000)
  expect(fault.hidden).toBe(false)
  expect(fault.getAttribute('role')).toBe('status')
  expect(sentence()).toMatch(/^この画面の新しい版があります。/)
})
