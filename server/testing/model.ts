/** Reference model of the three calls (readings 18 to 21, 44), for model-based tests. */
import { MOST_CONSENTS } from '#contract/apply.ts'
import { FLOWS, type Flow, type FlowWithApplicant, flowOfKind } from '#domain/flows.ts'
import { FACILITIES } from './calls.ts'

/** A customer is an existing number, or the n-th that was issued in this run. */
export type Customer = string | number
export type Step =
  | {
      call: 'register'
      key: string | null
      flow: FlowWithApplicant
      person: string
      supersedes: string | null
    }
  | { call: 'consent'; key: string | null; customer: Customer; kind: 1 | 2 | 3 | 4; price: Price }
  | { call: 'facilities'; key: string | null; customer: Customer; rows: 'one' | 'two' }

export const PRICES = ['9,980', '19,960', '10,980', '21,960', '123'] as const
export type Price = (typeof PRICES)[number]
/** What the rows cost by the list in force. */
const AGREED: Record<'one' | 'two', Record<'contract' | 'trial', Price>> = {
  one: { contract: '9,980', trial: '10,980' },
  two: { contract: '19,960', trial: '21,960' },
}
export const ROWS = { one: FACILITIES.slice(0, 2), two: FACILITIES }

export type ModelApplication = {
  flow: Flow
  key: string | null
  /** Place among the issued, or the number. */
  customer: Customer
  person: string
  state: 'pending' | 'complete' | 'superseded'
  consents: (Price | null)[]
  rows: 'one' | 'two' | null
  begun: number
  completed: number
  /** Flagged as the later, or the earlier, of two requests. */
  later: boolean
  further: boolean
}

/** `hasLink`: the answer carries the link to the status (reading 44). */
export type Outcome =
  | { replayed: boolean; of: ModelApplication; hasLink: boolean }
  | { code: string }

/** Of a key that is too short to be given a link. */
export const SHORT_KEY = 'k3'

function isSecret(key: string | null): boolean {
  return key !== null && key !== SHORT_KEY
}

/** One list of applications, searched at every step. */
export class Model {
  readonly applications: ModelApplication[] = []
  #now = 0

  step(step: Step): Outcome {
    this.#now += 1
    if (step.call === 'register') return this.#register(step)
    return step.call === 'consent' ? this.#consent(step) : this.#facilities(step)
  }

  issued(): ModelApplication[] {
    return this.applications.filter(({ customer }) => typeof customer === 'number')
  }

  #register({ key, flow, person, supersedes }: Step & { call: 'register' }): Outcome {
    const bound = this.#bound(key)
    if (bound) {
      if (bound.flow !== flow || bound.person !== person) return { code: 'key_reused' }
      return { replayed: true, of: bound, hasLink: false }
    }
    const old = this.#bound(supersedes)
    if (old?.flow === flow && old.state === 'pending' && supersedes !== key)
      old.state = 'superseded'
    const begun = this.#begin(flow, key, this.issued().length, person)
    return { replayed: false, of: begun, hasLink: false }
  }

  #consent(step: Step & { call: 'consent' }): Outcome {
    const { key, customer, kind, price } = step
    const flow = flowOfKind(kind)
    if (!flow) throw new RangeError('no flow')
    if ((FLOWS[flow].customer === 'issued') !== (typeof customer === 'number'))
      return { code: 'unknown_customer' }
    if (typeof customer === 'number') {
      const found = this.#issued(customer, key)
      if ('code' in found) return found
      if (found.flow !== flow) return { code: 'validation_failed' }
      return this.#bindOnSuccess(found, key, () => this.#version(found, price))
    }
    const bound = this.#bound(key)
    if (bound && (bound.flow !== flow || bound.customer !== customer)) return { code: 'key_reused' }
    if (flow === 'migration') {
      if (bound) return this.#version(bound, price)
      const begun = this.#begin(flow, key, customer, '')
      begun.consents.push(price)
      return { replayed: false, of: begun, hasLink: false }
    }
    if (bound) return { replayed: true, of: bound, hasLink: isSecret(key) }
    const begun = this.#begin('suspension', key, customer, '')
    begun.consents.push(null)
    this.#tellOthers(begun)
    begun.state = 'complete'
    begun.completed = this.#now
    return { replayed: false, of: begun, hasLink: isSecret(key) }
  }

  #facilities({ key, customer, rows }: Step & { call: 'facilities' }): Outcome {
    const found =
      typeof customer === 'number'
        ? this.#issued(customer, key)
        : this.#migration(customer, key, rows)
    if ('code' in found) return found
    const complete = () => this.#complete(found, rows)
    const outcome =
      typeof customer === 'number' ? this.#bindOnSuccess(found, key, complete) : complete()
    if ('code' in outcome) return outcome
    const isFirst = !outcome.replayed && found.key === null && typeof customer === 'number'
    return { ...outcome, hasLink: key === null ? isFirst : found.key === key && isSecret(key) }
  }

  #complete(one: ModelApplication, rows: 'one' | 'two'): Outcome {
    if (one.state === 'superseded') return { code: 'superseded' }
    if (one.state === 'complete')
      return one.rows === rows
        ? { replayed: true, of: one, hasLink: false }
        : { code: 'already_completed' }
    const consented = one.consents.at(-1)
    if (!consented) return { code: 'consent_missing' }
    if (AGREED[rows][one.flow === 'trial' ? 'trial' : 'contract'] !== consented)
      return { code: 'price_mismatch' }
    this.#tellOthers(one)
    one.state = 'complete'
    one.rows = rows
    one.completed = this.#now
    return { replayed: false, of: one, hasLink: false }
  }

  /** Staff close nothing here: every complete request is open, and the latest is flagged with the next. */
  #tellOthers(one: ModelApplication): void {
    if (typeof one.customer === 'number') return
    const [latest] = this.applications
      .filter((other) => other.customer === one.customer && other.state === 'complete')
      .sort((a, b) => b.completed - a.completed)
    if (!latest) return
    one.later = true
    latest.further = true
  }

  #version(one: ModelApplication, price: Price): Outcome {
    if (one.state === 'superseded') return { code: 'superseded' }
    if (one.consents.at(-1) === price) return { replayed: true, of: one, hasLink: false }
    if (one.state === 'complete') return { code: 'already_completed' }
    if (one.consents.length >= MOST_CONSENTS) return { code: 'too_many_consents' }
    one.consents.push(price)
    return { replayed: false, of: one, hasLink: false }
  }

  #issued(place: number, key: string | null): ModelApplication | { code: string } {
    const one = this.issued()[place]
    if (!one) return { code: 'unknown_customer' }
    const bound = this.#bound(key)
    return bound && bound !== one ? { code: 'key_reused' } : one
  }

  #migration(
    number: string,
    key: string | null,
    rows: 'one' | 'two',
  ): ModelApplication | { code: string } {
    if (key !== null) {
      const bound = this.#bound(key)
      if (!bound) return { code: 'consent_missing' }
      const fits = bound.flow === 'migration' && bound.customer === number
      return fits ? bound : { code: 'key_reused' }
    }
    const keyless = this.applications.filter(
      (one) => one.flow === 'migration' && one.customer === number && one.key === null,
    )
    if (keyless.length === 0) return { code: 'consent_missing' }
    const price = AGREED[rows].contract
    const atPrice = keyless.filter((one) => one.consents.at(-1) === price)
    const newest = (state: ModelApplication['state'], since: (one: ModelApplication) => number) =>
      atPrice.filter((one) => one.state === state).sort((a, b) => since(b) - since(a))
    const [pending] = newest('pending', ({ begun }) => begun)
    const done = newest('complete', ({ completed }) => completed)
    const same = done.find((one) => one.rows === rows)
    if (pending && (!same || pending.begun > same.completed)) return pending
    if (same) return same
    if (!done[0]) return { code: 'price_mismatch' }
    const own = this.#begin('migration', null, number, '')
    own.consents.push(price)
    return own
  }

  #bound(key: string | null): ModelApplication | undefined {
    return key === null ? undefined : this.applications.find((one) => one.key === key)
  }

  /** What is complete takes no key any more. */
  #bindOnSuccess(one: ModelApplication, key: string | null, call: () => Outcome): Outcome {
    const isOpen = one.state !== 'complete'
    const outcome = call()
    if (isOpen && !('code' in outcome)) one.key ??= key
    return outcome
  }

  #begin(
    flow: ModelApplication['flow'],
    key: string | null,
    customer: Customer,
    person: string,
  ): ModelApplication {
    const one: ModelApplication = {
      flow,
      key,
      customer,
      person,
      state: 'pending',
      consents: [],
      rows: null,
      begun: this.#now,
      completed: 0,
      later: false,
      further: false,
    }
    this.applications.push(one)
    return one
  }
}
