/** Clients that apply all at once, note everything in the ledger, and come back with the same key after a fault. */
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Call, FLOWS } from '#domain/flows.ts'
import { type Application, messageOf } from '../client/application.ts'
import { type Halt, post } from '../client/http.ts'
import { invent } from '../client/invent.ts'
import { misshapen, type Verdict, verdictOf } from './calls.ts'
import type { Ledger } from './ledger.ts'

export type Crowd = {
  /** Applications without end, several at a time; whoever gets no answer gives up and leaves a place to the next. */
  start(url: string, clients?: number, pauseMs?: number): void
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
export function createCrowd(name: string, ledger: Ledger, complain: Complain): Crowd {
  return new Clients(name, ledger, complain)
}

type Complain = (about: string) => void

class Clients implements Crowd {
  readonly #name: string
  readonly #ledger: Ledger
  readonly #complain: Complain
  readonly #agent = new Agent({ keepAlive: true })
  readonly #unfinished = new Set<Visit>()
  readonly #sending = new Set<Promise<Verdict>>()
  #count = 0
  #going = false
  #places: Promise<void>[] = []

  constructor(name: string, ledger: Ledger, complain: Complain) {
    this.#name = name
    this.#ledger = ledger
    this.#complain = complain
  }

  start(url: string, clients = CLIENTS, pauseMs = PAUSE_MS) {
    this.#going = true
    this.#places = Array.from({ length: clients }, () => this.#fillPlace(url, pauseMs))
  }

  async stop() {
    this.#going = false
    await Promise.all(this.#places)
  }

  underWay() {
    return [...this.#sending]
  }

  async settle(url: string) {
    const waiting = [...this.#unfinished]
    const deadline = performance.now() + SETTLE_MS
    const next = async () => {
      for (let visit = waiting.pop(); visit; visit = waiting.pop())
        await this.#goOn(visit, url, deadline)
    }
    await Promise.all(Array.from({ length: CLIENTS }, next))
  }

  async retry(url: string) {
    const begun = [...this.#unfinished].filter(({ attempt }) => attempt > 0)
    await Promise.all(begun.map((visit) => this.#send(visit, url)))
  }

  async apply(url: string, count: number) {
    for (let i = 0; i < count; i++) await this.#goOn(this.#begin(), url, 0)
  }

  applySlowly(url: string, halt: Halt) {
    return this.#send(this.#begin(), url, halt)
  }

  async race(urls: readonly string[]) {
    const visit = this.#begin()
    while (this.#unfinished.has(visit)) await this.#raceCall(visit, urls)
  }

  async #fillPlace(url: string, pauseMs: number) {
    while (this.#going) {
      const visit = this.#begin()
      while (this.#going && this.#unfinished.has(visit))
        if ((await this.#send(visit, url)).event === 'unknown') {
          await setTimeout(pauseMs)
          break
        }
    }
  }

  #begin(): Visit {
    const application = invent(this.#name, this.#count++, Date.now())
    this.#ledger.write({ event: 'begun', key: application.key, application })
    const visit = { application, username: '', done: 0, attempt: 0 }
    this.#unfinished.add(visit)
    return visit
  }

  /** Until it is complete; gives up where an answer stays away beyond the deadline. */
  async #goOn(visit: Visit, url: string, deadline: number) {
    while (this.#unfinished.has(visit)) {
      if ((await this.#send(visit, url)).event !== 'unknown') continue
      if (performance.now() > deadline) return this.#complain(`${visit.application.key}: no answer`)
      await setTimeout(PAUSE_MS * visit.attempt)
    }
  }

  async #send(visit: Visit, url: string, halt?: Halt): Promise<Verdict> {
    const verdict = await this.#attempt(visit, url, halt)
    if (verdict.event === 'acknowledged') this.#advance(visit, verdict.username)
    if (verdict.event === 'refused') this.#unfinished.delete(visit)
    return verdict
  }

  /** One sending of the visit's next call, noted before and after. */
  async #attempt(visit: Visit, url: string, halt?: Halt): Promise<Verdict> {
    const { application } = visit
    const call = callOf(visit)
    visit.attempt += 1
    const sent = { key: application.key, call, attempt: visit.attempt }
    this.#ledger.write({ event: 'sent', ...sent })
    const answer = this.#exchange(visit, call, url, halt)
    this.#sending.add(answer)
    const verdict = await answer
    this.#sending.delete(answer)
    this.#ledger.write({ ...sent, ...verdict })
    if (verdict.event === 'refused') this.#complain(`${application.key} ${call}: ${verdict.why}`)
    return verdict
  }

  async #exchange(
    { application, username }: Visit,
    call: Call,
    url: string,
    halt?: Halt,
  ): Promise<Verdict> {
    try {
      const reply = await post(this.#agent, url, messageOf(application, call, username), halt)
      const fault = misshapen(reply)
      if (fault !== undefined) this.#complain(fault)
      return verdictOf(reply)
    } catch (error) {
      return { event: 'unknown', why: error instanceof Error ? error.message : String(error) }
    }
  }

  #advance(visit: Visit, username: string | undefined) {
    visit.username = username ?? visit.username
    visit.done += 1
    visit.attempt = 0
    if (visit.done === FLOWS[visit.application.flow].calls.length) this.#unfinished.delete(visit)
  }

  async #raceCall(visit: Visit, urls: readonly string[]) {
    const verdicts = await Promise.all(urls.map((url) => this.#attempt(visit, url)))
    if (verdicts.some(({ event }) => event === 'refused')) this.#unfinished.delete(visit)
    const [first] = verdicts.filter((verdict) => verdict.event === 'acknowledged')
    if (first && verdicts.every(({ event }) => event === 'acknowledged'))
      this.#advance(visit, first.username)
    else await setTimeout(PAUSE_MS)
  }
}

function callOf({ application, done }: Visit): Call {
  const call = FLOWS[application.flow].calls[done]
  if (!call) throw new RangeError(`${application.key} is complete`)
  return call
}
