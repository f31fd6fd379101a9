/** The load: applicants who register, agree and send their facilities, at full speed or at a steady rate. */
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
}

/** `latency` is in milliseconds for one call, the wait for a free connection included. */
export type LoadResult = {
  perSecond: number
  latency: { median: number; p99: number; max: number }
}

/** Applicants are numbered on from the last load of this process: no two are the same. */
let lastNumber = FIRST_NUMBER

answer<Load, LoadResult>(async ({ ports, connections, seconds, rate }) => {
  const lanes = await Promise.all(
    Array.from({ length: connections }, (_, index) => openLane(ports[index % ports.length] ?? 0)),
  )
  const latencies: number[] = []
  const from = performance.now()
  const until = from + 1000 * seconds
  const begun = lastNumber
  if (rate === undefined) await Promise.all(lanes.map((lane) => hurry(lane, until, latencies)))
  else await keepRate(lanes, { from, until, rate }, latencies)
  const perSecond = (1000 * (lastNumber - begun)) / (performance.now() - from)
  for (const { connection } of lanes) connection.close()
  return {
    perSecond,
    latency: {
      median: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      max: percentile(latencies, 1),
    },
  }
})

type Lane = { connection: Connection; requests: Requests }

async function openLane(port: number): Promise<Lane> {
  return { connection: await openConnection(port), requests: requestsTo(`127.0.0.1:${port}`) }
}

async function hurry(lane: Lane, until: number, latencies: number[]): Promise<void> {
  while (performance.now() < until) await register(lane, performance.now(), latencies)
}

type Schedule = { from: number; until: number; rate: number }

/** Nobody waits with coming until somebody else has been served: a slow answer delays whoever is due meanwhile. */
async function keepRate(lanes: readonly Lane[], schedule: Schedule, latencies: number[]) {
  const { from, until, rate } = schedule
  const free = [...lanes]
  const due: number[] = []
  const underWay = new Set<Promise<void>>()
  const start = () => {
    while (free.length > 0 && due.length > 0) {
      const [lane, at] = [free.pop(), due.shift()]
      if (!lane || at === undefined) return
      const run = register(lane, at, latencies).finally(() => {
        underWay.delete(run)
        free.push(lane)
        start()
      })
      underWay.add(run)
    }
  }
  for (let arrived = 0; performance.now() < until; await setTimeout(1)) {
    for (; from + (1000 * arrived) / rate <= performance.now(); arrived++)
      due.push(from + (1000 * arrived) / rate)
    start()
  }
  while (underWay.size > 0) await Promise.all(underWay)
}

/** One applicant from the first call to the last; `due` is when the first one was to be sent. */
async function register({ connection, requests }: Lane, due: number, latencies: number[]) {
  const number = ++lastNumber
  let from = due
  const ask = async (request: string) => {
    const { status, body } = await connection.ask(request)
    if (status !== 200) throw new Error(`a registration was answered ${status}: ${body}`)
    const now = performance.now()
    latencies.push(now - from)
    from = now
    return body
  }
  const { username } = JSON.parse(await ask(requests.register(number)))
  await ask(requests.consent(number, username))
  await ask(requests.facilities(number, username))
}
