/** Clients that apply all at once, note everything in the ledger, and come back with the same key after a fault. */
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Call, FLOWS } from '#domain/flows.ts'
import { messageOf, misshapen, type Verdict, verdictOf } from './calls.ts'
import { type Halt, post } from './http.ts'
import { type Application, invent } from './invent.ts'
import type { Ledger } from './ledger.ts'

export type Crowd = {
  /** Applications without end, several at a time; whoever gets no answer gives up and leaves a place to the next. */
  start(url: string, clients?: number): void
  /** Resolves when nobody is sending any more. */
  stop(): Promise<void>
  /** The calls under way at this moment, and what becomes of them. */
  underWay(): Promise<Verdict>[]
  /** Goes on with every application at the call that was not answered, until all are complete. */
  settle(url: string): Promise<void>
  /** Sends every call that was not answered once more, and nothing else. */
  retry(url: string): Promise<void>
  /** So many whole applications, one after another. */
  apply(url: string, count: number): Promise<void>
  /** One application whose first body stops half-way. */
  applySlowly(url: string, halt: Halt): Promise<Verdict>
  /** One application, every call of which goes to all servers at the same moment. */
  race(urls: readonly string[]): Promise<void>
}

/** One application and how far it has come. */
type Visit = { application: Application; username: string; done: number; attempt: number }

const CLIENTS = 16
/** After no answer. */
const PAUSE_MS = 25
const SETTLE_MS = 20_000

/** `name` is part of every key; `complain` hears of answers that should not have been given. */
export function createCrowd(
  name: string,
  ledger: Ledger,
  complain: (about: string) => void,
): Crowd {
  const agent = new Agent({ keepAlive: true })
  const unfinished = new Set<Visit>()
  const sending = new Set<Promise<Verdict>>()
  let count = 0
  let going = false
  let places: Promise<void>[] = []

  return {
    start(url, clients = CLIENTS) {
      going = true
      places = Array.from({ length: clients }, () => fillPlace(url))
    },
    async stop() {
      going = false
      await Promise.all(places)
    },
    underWay: () => [...sending],
    async settle(url) {
      const waiting = [...unfinished]
      const deadline = performance.now() + SETTLE_MS
      const next = async () => {
        for (let visit = waiting.pop(); visit; visit = waiting.pop())
          await goOn(visit, url, deadline)
      }
      await Promise.all(Array.from({ length: CLIENTS }, next))
    },
    async retry(url) {
      await Promise.all([...unfinished].map((visit) => visit.attempt > 0 && send(visit, url)))
    },
    async apply(url, applications) {
      for (let i = 0; i < applications; i++) await goOn(begin(), url, 0)
    },
    applySlowly: (url, halt) => send(begin(), url, halt),
    async race(urls) {
      const visit = begin()
      while (unfinished.has(visit)) await raceCall(visit, urls)
    },
  }

  async function fillPlace(url: string) {
    while (going) {
      const visit = begin()
      while (going && unfinished.has(visit))
        if ((await send(visit, url)).event === 'unknown') {
          await setTimeout(PAUSE_MS)
          break
        }
    }
  }

  function begin(): Visit {
    const application = invent(name, count++, Date.now())
    ledger.write({ event: 'begun', key: application.key, application })
    const visit = { application, username: '', done: 0, attempt: 0 }
    unfinished.add(visit)
    return visit
  }

  /** Until it is complete; gives up where an answer stays away beyond the deadline. */
  async function goOn(visit: Visit, url: string, deadline: number) {
    while (unfinished.has(visit)) {
      if ((await send(visit, url)).event !== 'unknown') continue
      if (performance.now() > deadline) return complain(`${visit.application.key}: no answer`)
      await setTimeout(PAUSE_MS * visit.attempt)
    }
  }

  async function send(visit: Visit, url: string, halt?: Halt): Promise<Verdict> {
    const verdict = await attempt(visit, url, halt)
    if (verdict.event === 'acknowledged') advance(visit, verdict.username)
    if (verdict.event === 'refused') unfinished.delete(visit)
    return verdict
  }

  /** One sending of the visit's next call, noted before and after. */
  async function attempt(visit: Visit, url: string, halt?: Halt): Promise<Verdict> {
    const { application, username } = visit
    const call = callOf(visit)
    visit.attempt += 1
    const sent = { key: application.key, call, attempt: visit.attempt }
    ledger.write({ event: 'sent', ...sent })
    const answer = exchange(url, application, call, username, halt)
    sending.add(answer)
    const verdict = await answer
    sending.delete(answer)
    ledger.write({ ...sent, ...verdict })
    if (verdict.event === 'refused') complain(`${application.key} ${call}: ${verdict.why}`)
    return verdict
  }

  async function exchange(
    url: string,
    application: Application,
    call: Call,
    username: string,
    halt?: Halt,
  ): Promise<Verdict> {
    try {
      const reply = await post(agent, url, messageOf(application, call, username), halt)
      const fault = misshapen(reply)
      if (fault !== undefined) complain(fault)
      return verdictOf(reply)
    } catch (error) {
      return { event: 'unknown', why: error instanceof Error ? error.message : String(error) }
    }
  }

  function advance(visit: Visit, username: string | undefined) {
    visit.username = username ?? visit.username
    visit.done += 1
    visit.attempt = 0
    if (visit.done === FLOWS[visit.application.flow].calls.length) unfinished.delete(visit)
  }

  async function raceCall(visit: Visit, urls: readonly string[]) {
    const verdicts = await Promise.all(urls.map((url) => attempt(visit, url)))
    if (verdicts.some(({ event }) => event === 'refused')) unfinished.delete(visit)
    const [first] = verdicts.filter((verdict) => verdict.event === 'acknowledged')
    if (first && verdicts.every(({ event }) => event === 'acknowledged'))
      advance(visit, first.username)
    else await setTimeout(PAUSE_MS)
  }
}

function callOf({ application, done }: Visit): Call {
  const call = FLOWS[application.flow].calls[done]
  if (!call) throw new RangeError(`${application.key} is complete`)
  return call
}
