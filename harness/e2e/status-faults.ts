/** One request of the pages behind the link fails in one way at one moment, as in page-faults.ts: what is said, and whether the way on ends well. */
import { expect, type Page } from '@playwright/test'
import { CORRECT_PAGE } from '#contract/status-pages.ts'
import { checked, openCorrection, WAITS } from './correction.ts'
import { CORPORATION } from './filled-forms.ts'
import { applicantControl, button } from './form.ts'
import {
  aMoment,
  type Case,
  countOpen,
  driveTime,
  faultOf,
  isGivenUp,
  MOST_STEPS,
  type Moment,
  nameOfRequest,
  type Requests,
  sentenceComes,
  settle,
} from './page-faults.ts'
import { applyForLink } from './status-product.ts'
import { answerGate, details, gate, standing } from './status-states.ts'

type Way = {
  /** Files of scripts by the beginning of their names: those that no form has, which fail in page-faults.spec.ts. */
  own: readonly string[]
  /** Everything before the page under trial; its address. */
  prepare: (page: Page, mark: string) => Promise<string>
  alive: (page: Page) => Promise<unknown>
  touch: (page: Page) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
  isDone: (page: Page) => Promise<boolean>
}

const PERSON = '佐藤 花子'

export const WAYS: Readonly<Record<string, Way>> = {
  status: {
    own: ['status', 'load-failure', 'details', 'version-from'],
    prepare: (page, mark) => applyForLink(page, 'entry', mark),
    alive: (page) => standing(page, '受け付け済み').waitFor(),
    touch: (page) => gate(page).getByRole('textbox').focus(),
    press: (page) => answerGate(page, CORPORATION.tel),
    isDone: (page) => button(page, '控えを印刷する').isVisible(),
  },
  correct: {
    own: ['correct', 'load-failure', 'version-from', 'status', 'details'],
    prepare: async (page, mark) => {
      await openCorrection(page, await applyForLink(page, 'entry', mark))
      return CORRECT_PAGE
    },
    alive: (page) => expect(applicantControl(page, 'companyName')).not.toHaveValue(''),
    touch: async (page) => {
      await applicantControl(page, 'person').fill(PERSON)
      await page.getByRole('textbox', { name: '1行目 事業所名' }).focus()
    },
    press: async (page) => (await checked(page, '訂正を申し出る')).click(),
    isDone: (page) => details(page).getByText(WAITS).isVisible(),
  },
}

/** A new document: a link in the same one would only change its fragment, and a correction opens again by a reload alone. */
async function load(page: Page, address: string, waitUntil: 'commit' | 'load'): Promise<void> {
  if (address === CORRECT_PAGE) return void (await page.reload({ waitUntil }))
  await page.goto('about:blank')
  await page.goto(address, { waitUntil })
}

/** What the page asks for on its way, each once, by the moment of it. */
export async function recordStatusRequests(page: Page, way: Way, mark: string): Promise<Requests> {
  const found = new Map<string, Moment>()
  const address = await way.prepare(page, mark)
  let moment: Moment = 'at load'
  page.on('request', (request) => {
    const name = nameOfRequest(request)
    if (name !== null && !found.has(name)) found.set(name, moment)
  })
  const isQuiet = countOpen(page)
  await driveTime(page)
  await load(page, address, 'load')
  await way.alive(page)
  await settle(page, isQuiet)
  moment = 'at the first touch'
  await way.touch(page)
  await settle(page, isQuiet)
  moment = 'at the press'
  // The page of the status asks under one address, at load and at the press.
  found.delete('/api/public/status')
  await way.press(page)
  await settle(page, isQuiet)
  const of = (wanted: Moment) => [...found].flatMap(([name, at]) => (at === wanted ? [name] : []))
  return {
    'at load': [...of('at load'), '/api/public/status'],
    'at the first touch': of('at the first touch'),
    'at the estimate': [],
    'at the press': of('at the press'),
    'between two calls': [],
  }
}

/** What went wrong, in a few words; null where all is as it has to be. */
export async function tryStatusCase(
  page: Page,
  way: Way,
  tried: Omit<Case, 'flow'>,
  mark: string,
): Promise<string | null> {
  const { moment } = tried
  const address = await way.prepare(page, mark)
  await driveTime(page)
  const fault = faultOf(page, tried)
  if (moment === 'at load') {
    await fault.begin()
    await load(page, address, 'commit')
  } else {
    await load(page, address, 'load')
    await way.alive(page)
    if (moment === 'at the first touch') await fault.begin()
    await way.touch(page)
    if (moment === 'at the press') {
      await fault.begin()
      await way.press(page).catch(() => {})
    }
  }
  if (!(await fault.isStruck())) return 'never asked for'
  const isSaid = await sentenceComes(page)
  if (!isSaid && !(await way.isDone(page)) && moment === 'at the press') return 'nothing is said'
  await fault.end()
  return goOn(page, way)
}

/** What the page offers, and then its own way from wherever it stands. */
async function goOn(page: Page, way: Way): Promise<string | null> {
  const offers = [
    page.locator('#waiting').getByRole('link'),
    page.locator('#fault').getByRole('button', { name: '再読み込みする' }),
    button(page, 'もう一度読み込む'),
    button(page, 'もう一度送信する'),
  ]
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await way.isDone(page)) return null
    if (await isGivenUp(page)) await page.reload()
    const shown = await Promise.all(offers.map((offer) => offer.isVisible().catch(() => false)))
    const next = offers[shown.indexOf(true)]
    if (next) await next.click({ timeout: 3000 }).catch(() => {})
    await aMoment(page)
    if (!next && step % 8 === 7) await takeTheWay(page, way)
  }
  return 'the way on does not end well'
}

async function takeTheWay(page: Page, way: Way): Promise<void> {
  try {
    // After a reload the number is asked for again.
    const field = gate(page).getByRole('textbox')
    if (await field.isVisible()) return await answerGate(page, CORPORATION.tel)
    await way.touch(page)
    await way.press(page)
  } catch {
    // Not there yet, or done meanwhile.
  }
}
