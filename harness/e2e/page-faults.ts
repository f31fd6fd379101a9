/** One request of a page fails in one way at one moment: what a person sees then, and whether one press completes the application when the fault has ended. */
import type { Page, Request, Route } from '@playwright/test'
import { FLOWS, type Flow } from '#domain/flows.ts'
import {
  CORPORATION,
  DONE_TITLES,
  estimated,
  fillWhole,
  nameOf,
  queryOf,
  ROWS,
} from './filled-forms.ts'
import { applicantControl, button, expectAlive, facilityControl } from './form.ts'
import { listedUnder } from './stored-applications.ts'

export const FAULTS = ['aborted', 'hangs', '404', '503', 'HTML instead', 'cut'] as const
export type Fault = (typeof FAULTS)[number]

/** Between two calls the line itself fails: all requests after the answer of the call before. */
export const MOMENTS = [
  'at load',
  'at the first touch',
  'at the estimate',
  'at the press',
  'between two calls',
] as const
export type Moment = (typeof MOMENTS)[number]

export type Case = { flow: Flow; moment: Moment; request: string; fault: Fault }
export type Requests = Readonly<Record<Moment, readonly string[]>>

/** A style that hangs at load is the browser's matter: it paints nothing. */
export function isTried({ moment, request, fault }: Omit<Case, 'flow'>): boolean {
  return !(fault === 'hangs' && moment === 'at load' && request.endsWith('.css'))
}

/** What the page asks for on the way to a completed application, each once, by the moment of it. */
export async function recordRequests(page: Page, flow: Flow, mark: string): Promise<Requests> {
  const found = new Map<string, Moment>()
  let moment: Moment = 'at load'
  page.on('request', (request) => {
    const name = nameOfRequest(request)
    if (name !== null && !found.has(name)) found.set(name, moment)
  })
  const isQuiet = countOpen(page)
  await driveTime(page)
  await page.goto(FLOWS[flow].inputPath + queryOf(flow, mark))
  await alive(page, flow)
  await settle(page, isQuiet)
  moment = 'at the first touch'
  await touch(page, flow, mark)
  await settle(page, isQuiet)
  moment = 'at the estimate'
  const send = await estimated(page, flow)
  await settle(page, isQuiet)
  moment = 'at the press'
  await send.click()
  await page.getByRole('heading', { name: DONE_TITLES[flow], level: 1 }).waitFor()
  const of = (wanted: Moment) => [...found].flatMap(([name, at]) => (at === wanted ? [name] : []))
  const calls = of('at the press').filter((name) => name.startsWith('/api/'))
  return {
    'at load': of('at load'),
    'at the first touch': of('at the first touch'),
    'at the estimate': of('at the estimate'),
    'at the press': of('at the press'),
    'between two calls': calls.slice(1),
  }
}

/** Whether none of these requests is on its way. */
export function countOpen(page: Page): () => boolean {
  const open = new Map<Request, number>()
  page.on('request', (request) => {
    if (nameOfRequest(request) !== null) open.set(request, performance.now())
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => [...open.values()].every((since) => performance.now() - since > LOST_MS)
}

/** The end of a request whose document is left is not always told. */
const LOST_MS = 10_000

/** Code that an answer brings asks in turn, in real time: all that belongs to this moment has come when nothing follows. */
export async function settle(page: Page, isQuiet: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < QUIET_MOMENTS; quiet = isQuiet() ? quiet + 1 : 0) await aMoment(page)
}

/** More than four seconds of the page's time. */
const QUIET_MOMENTS = 10

/** Null where nobody needs it: pictures, the beacons, the document itself. */
export function nameOfRequest(request: Pick<Request, 'url'>): string | null {
  const { pathname } = new URL(request.url())
  const name = pathname.replace(/(\/customers\/)[^/]+(\/)/, '$1*$2')
  return /^\/(assets|api)\//.test(name) && !/\/(vitals|usage)$/.test(name) ? name : null
}

/** What went wrong, in a few words; null where all is as it has to be. */
export async function tryCase(
  page: Page,
  staffUrl: string,
  tried: Case,
  mark: string,
): Promise<string | null> {
  const { flow, moment } = tried
  await driveTime(page)
  const fault = faultOf(page, tried)
  const address = FLOWS[flow].inputPath + queryOf(flow, mark)
  let isFilled = false
  if (moment === 'at load') {
    await fault.begin()
    await page.goto(address, { waitUntil: 'commit' })
    await page.locator('main h1').waitFor()
  } else {
    await page.goto(address)
    await alive(page, flow)
    if (moment === 'at the first touch') await fault.begin()
    await touch(page, flow, mark)
    isFilled = true
    if (moment === 'at the estimate') {
      await fault.begin()
      await estimated(page, flow)
    }
  }
  if (moment === 'at the press' || moment === 'between two calls') {
    const send = await estimated(page, flow)
    await fault.begin()
    await send.click()
  }
  if (!(await fault.isStruck())) return 'never asked for'
  const isSaid = await sentenceComes(page)
  if (!(await isFormThere(page, flow))) return 'no form, and no result with a way back'
  // What is not said must not be missed.
  if (!isSaid && !(await isDone(page, flow))) {
    const failure = await complete(page, flow, mark, isFilled).catch(() => 'it cannot be sent')
    if (failure && !(await sentenceComes(page))) return `nothing is said, and ${failure}`
  }
  await fault.end()
  const failure = await goOn(page, flow, mark, isFilled)
  if (failure) return failure
  const found = await listedUnder(staffUrl, nameOf(flow, mark))
  const states = found.map(({ state }) => state).join()
  return states === 'complete' ? null : `in the database: ${states || 'nothing'}`
}

/** The page's timers, deadlines and dates are the test's. */
export async function driveTime(page: Page): Promise<void> {
  const context = page.context()
  // The driven clock has no entries of its own, and by those a page knows that it was loaded again.
  await context.addInitScript(() => {
    const getEntriesByType = performance.getEntriesByType.bind(performance)
    addEventListener('DOMContentLoaded', () => Object.assign(performance, { getEntriesByType }), {
      once: true,
    })
  })
  await page.clock.install()
}

/** Half a second of the page's time; answers come in real time. */
export async function aMoment(page: Page): Promise<void> {
  await passTime(page, 500)
  await new Promise((resolve) => setTimeout(resolve, 40))
}

export const passTime = (page: Page, ms: number) => whenThere(() => page.clock.runFor(ms))

/** A page on its way to another document cannot be asked: it is asked again in that one. */
async function whenThere<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1)
    try {
      return await ask()
    } catch (error) {
      if (left === 0 || !/because of a navigation/.test(String(error))) throw error
    }
}

async function alive(page: Page, flow: Flow): Promise<void> {
  if (FLOWS[flow].rows) await expectAlive(page)
  else await estimated(page, flow)
}

/** Everything that is asked before a press, look-ups included. */
async function touch(page: Page, flow: Flow, mark: string): Promise<void> {
  const { rows, appform } = FLOWS[flow]
  if (!rows) return
  if (appform !== null) {
    // Corporations are suggested where typing rests, by code that comes at the first touch, or fails.
    const name = applicantControl(page, 'companyName')
    await name.fill(CORPORATION.companyName)
    const suggestions = name.locator('..').locator('.combobox')
    await suggestions.waitFor({ state: 'attached', timeout: 3000 }).catch(() => {})
    await passTime(page, 2000)
  }
  await fillWhole(page, flow, mark)
  const lookUp = button(page, '郵便番号から住所を検索')
  if ((await lookUp.count()) > 0) await lookUp.click()
}

export function faultOf(page: Page, { moment, request, fault }: Omit<Case, 'flow'>) {
  const hanging: Route[] = []
  let struck = 0
  let isOn = moment !== 'between two calls'
  const strike = async (route: Route) => {
    const name = nameOfRequest(route.request())
    if (!isOn || (moment !== 'between two calls' && name !== request)) return route.continue()
    struck += 1
    if (fault === 'hangs') hanging.push(route)
    // A page that has gone on takes no answer any more.
    await STRIKES[fault](route).catch(() => {})
  }
  return {
    async begin() {
      page.on('requestfinished', (done) => {
        const name = nameOfRequest(done)
        if (name !== null && name === callBefore(request)) isOn = true
      })
      await page.route('**/*', strike)
    },
    async isStruck() {
      for (let step = 0; step < MOST_STEPS && struck === 0; step += 1) await aMoment(page)
      return struck > 0
    },
    async end() {
      isOn = false
      await page.unroute('**/*', strike)
      for (const route of hanging) await route.abort().catch(() => {})
    },
  }
}

/** The call whose answer comes before. */
function callBefore(request: string): string {
  return request.endsWith('/facilities')
    ? request.replace('/facilities', '/consent')
    : '/api/public/temp/customers/regist-renewal'
}

const page = (status: number) => ({
  status,
  contentType: 'text/html',
  body: '<!doctype html><title>Wi-Fi</title><h1>Welcome</h1>',
})

const STRIKES: Record<Fault, (route: Route) => Promise<void>> = {
  aborted: (route) => route.abort('connectionreset'),
  // The server takes a call, and its answer never comes.
  hangs: async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
  },
  '404': (route) => route.fulfill(page(404)),
  '503': (route) => route.fulfill(page(503)),
  'HTML instead': (route) => route.fulfill(page(200)),
  cut: async (route) => {
    const response = await route.fetch()
    const body = await response.body()
    // No browser keeps what it knows to be cut.
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body: body.subarray(0, body.length / 2) })
  },
}

/** Whether a sentence that leads on is on the screen within ten seconds of the page's time. */
export async function sentenceComes(page: Page): Promise<boolean> {
  for (let second = 0; second < 10; second += 1) {
    if (await isSaid(page)) return true
    await passTime(page, 1000)
    await passAnimations(page, (second + 1) * 1000)
    // Answers come in real time.
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  return isSaid(page)
}

/** The sentence for scripts that never come has no script to wait by. */
async function passAnimations(page: Page, ms: number): Promise<void> {
  await whenThere(() =>
    page.evaluate((time) => {
      for (const animation of document.getElementById('waiting')?.getAnimations() ?? [])
        animation.currentTime = time
    }, ms),
  )
}

function isSaid(page: Page): Promise<boolean> {
  return whenThere(() =>
    page.evaluate(() => {
      const places =
        '#fault, #waiting, .banner, [role="alert"], [role="status"], .reason, .waiting-words, h1'
      const leads =
        /回線|再読み込み|できません|動きません|エラーが|完了しませんでした|送信しています|お待ちください|読み込んでいます|ご確認のうえ/
      return [...document.querySelectorAll(places)].some(
        (place) =>
          leads.test(place.textContent ?? '') &&
          place.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
    }),
  )
}

const isDone = (page: Page, flow: Flow) =>
  page.getByRole('heading', { name: DONE_TITLES[flow], level: 1 }).isVisible()
const wayBack = (page: Page) => button(page, '入力画面に戻る')

async function isFormThere(page: Page, flow: Flow): Promise<boolean> {
  if ((await isDone(page, flow)) || (await wayBack(page).isVisible())) return true
  return page.locator('main form').first().isVisible()
}

/** Steps that a page may need before it can be sent: a reload once the line is back, a call that ends. */
export const MOST_STEPS = 80

/** What the page offers is taken; then one press. */
async function goOn(
  page: Page,
  flow: Flow,
  mark: string,
  wasFilled: boolean,
): Promise<string | null> {
  let isFilled = wasFilled
  const waiting = page.locator('#waiting')
  const reload = page.locator('#fault').getByRole('button', { name: '再読み込みする' })
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await isDone(page, flow)) return null
    if (await wayBack(page).isVisible()) {
      await wayBack(page).click()
      await alive(page, flow).catch(() => {})
      break
    }
    if (await isGivenUp(page)) {
      isFilled = false
      await page.reload()
    } else if (await waiting.isVisible()) {
      isFilled = false
      // What hung may come at this moment, and takes the sentence away.
      await waiting
        .getByRole('link')
        .click({ timeout: 3000 })
        .catch(() => {})
      await waiting.waitFor({ state: 'detached' })
    } else if (await reload.isVisible()) {
      // What was late may come at this moment.
      await reload.click({ timeout: 3000 }).catch(() => {})
      await alive(page, flow)
      await passTime(page, 100)
    } else if (await mustWait(page, flow)) {
      await aMoment(page)
    } else break
  }
  return complete(page, flow, mark, isFilled)
}

/** Code that is cut in the middle fails as in a browser that is too old: whoever loads the page again by hand, goes on. */
export const isGivenUp = (page: Page) =>
  page.locator('#fault, #waiting').getByText('動きません').isVisible()

/** A sentence that says to wait, for the line or for a call; or the result page is on its way. */
function mustWait(page: Page, flow: Flow): Promise<boolean> {
  return whenThere(() =>
    page.evaluate((resultPath) => {
      const waits = /つながりしだい|送信しています|送信が完了しました/
      const places = [...document.querySelectorAll('#fault, .reason')]
      const isSaid = places.some(
        (place) => waits.test(place.textContent ?? '') && place.checkVisibility(),
      )
      return isSaid || location.pathname === resultPath
    }, FLOWS[flow].resultPath),
  )
}

async function complete(
  page: Page,
  flow: Flow,
  mark: string,
  isFilled: boolean,
): Promise<string | null> {
  const { rows, appform } = FLOWS[flow]
  if (!isFilled) await alive(page, flow)
  if (!isFilled && rows) await fillWhole(page, flow, mark)
  const texts = [
    ...(appform === null ? [] : [[applicantControl(page, 'companyName'), CORPORATION.companyName]]),
    ...(rows ? [[facilityControl(page, 1, 'facilityName'), ROWS[0]?.facilityName]] : []),
  ] as const
  for (const [control, text] of texts as [ReturnType<typeof facilityControl>, string][])
    if ((await control.inputValue()) !== text) return `lost: ${text}`
  const again = button(page, 'もう一度送信する')
  const send = (await again.isVisible()) ? again : await estimated(page, flow)
  await send.click()
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await isDone(page, flow)) return null
    await aMoment(page)
  }
  const heading = await page.locator('h1:visible').first().textContent()
  return `not completed by one press: ${heading}`
}
