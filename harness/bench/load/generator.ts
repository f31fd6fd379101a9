/** The load: applicants who register, agree and send their facilities, at full speed or at a rate. */
import { setTimeout } from 'node:timers/promises'
import { answer } from '../child.ts'
import { percentile } from '../rounds.ts'
import { FIRST_NUMBER } from './applicants.ts'
import { type Connection, openConnection } from './connection.ts'
import { type Requests, requestsTo } from './requests.ts'

export type Load = {
  /** Of one process, or of several that share the load. */
  ports: readonly number[]
  connections: number
  seconds: number
  /** Registrations that begin in a second; without it every connection goes as fast as it is answered. */
  rate?: number
  /** They come at random (a Poisson process), as people and `pgbench --rate` do; otherwise one after another in equal gaps. */
  random?: boolean
}

/** `slowest`: milliseconds that one in the slowest hundredth takes, the wait for a free connection included. */
export type LoadResult = {
  perSecond: number
  slowest: { call: number; registration: number }
}

/** Applicants are numbered on from the last load of this process: no two are the same. */
let lastNumber = FIRST_NUMBER

answer<Load, LoadResult>(async ({ ports, connections, seconds, rate, random = false }) => {
  const lanes = await Promise.all(
    Array.from({ length: connections }, (_, index) => openLane(ports[index % ports.length] ?? 0)),
  )
  const times: Times = { calls: [], registrations: [] }
  const from = performance.now()
  const until = from + 1000 * seconds
  const begun = lastNumber
  if (rate === undefined) await Promise.all(lanes.map((lane) => hurry(lane, until, times)))
  else await keepRate(lanes, { from, until, rate, random }, times)
  const perSecond = (1000 * (lastNumber - begun)) / (performance.now() - from)
  for (const { connection } of lanes) connection.close()
  return {
    perSecond,
    slowest: {
      call: percentile(times.calls, 0.99),
      registration: percentile(times.registrations, 0.99),
    },
  }
})

type Lane = { connection: Connection; requests: Requests }
type Times = { calls: number[]; registrations: number[] }

async function openLane(port: number): Promise<Lane> {
  return { connection: await openConnection(port), requests: requestsTo(`127.0.0.1:${port}`) }
}

async function hurry(lane: Lane, until: number, times: Times): Promise<void> {
  while (performance.now() < until) await register(lane, performance.now(), times)
}

type Schedule = { from: number; until: number; rate: number; random: boolean }

/** Nobody waits with coming until somebody else has been served: a slow answer delays whoever is due meanwhile. */
async function keepRate(lanes: readonly Lane[], schedule: Schedule, times: Times) {
  const { from, until, rate, random } = schedule
  const free = [...lanes]
  const due: number[] = []
  const underWay = new Set<Promise<void>>()
  const start = () => {
    while (free.length > 0 && due.length > 0) {
      const [lane, at] = [free.pop(), due.shift()]
      if (!lane || at === undefined) return
      const run = register(lane, at, times).finally(() => {
        underWay.delete(run)
        free.push(lane)
        start()
      })
      underWay.add(run)
    }
  }
  const gap = () => (random ? -Math.log(1 - Math.random()) : 1) * (1000 / rate)
  for (let next = from; performance.now() < until; await setTimeout(1)) {
    for (; next <= performance.now(); next += gap()) due.push(next)
    start()
  }
  while (underWay.size > 0) await Promise.all(underWay)
}

/** One applicant from the first call to the last; `due` is when the first one was to be sent. */
async function register({ connection, requests }: Lane, due: number, times: Times) {
  const number = ++lastNumber
  let from = due
  const ask = async (request: string) => {
    const { status, body } = await connection.ask(request)
    if (status !== 200) throw new Error(`a registration was answered ${status}: ${body}`)
    const now = performance.now()
    times.calls.push(now - from)
    from = now
    return body
  }
  const { username } = JSON.parse(await ask(requests.register(number)))
  await ask(requests.consent(number, username))
  await ask(requests.facilities(number, username))
  times.registrations.push(from - due)
}
