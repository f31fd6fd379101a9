/** `node harness/fuzz/probe.ts <address> <seconds> [milliseconds between]`: asks a running server for a page and a look-up at a steady pace, and says how many answers were good and how slow they were. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = Number(process.argv[4] ?? 100)
/** What a visitor waits for. */
const PATIENCE_MS = 5_000
const PATHS = ['/entry/input', '/api/postal-codes?zipcode=1000001', '/readyz']

const [, , address = '', seconds = '60'] = process.argv
const answers: Promise<{ good: boolean; ms: number }>[] = []
const end = performance.now() + Number(seconds) * 1000
for (let n = 0; performance.now() < end; n += 1) {
  answers.push(ask(address + PATHS[n % PATHS.length]))
  await sleep(EVERY_MS)
}
const results = await Promise.all(answers)
const good = results.filter((answer) => answer.good).length
const times = results.map(({ ms }) => ms).sort((a, b) => a - b)
const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]?.toFixed(0)} ms`
const share = ((good / results.length) * 100).toFixed(2)
console.log(
  `${good} of ${results.length} good (${share} %), median ${at(0.5)}, 99 % within ${at(0.99)}`,
)

/** A connection of its own each time, as a new visitor has. */
function ask(url: string): Promise<{ good: boolean; ms: number }> {
  const { promise, resolve } = Promise.withResolvers<{ good: boolean; ms: number }>()
  const began = performance.now()
  const done = (good: boolean) => resolve({ good, ms: performance.now() - began })
  const asking = request(url, { agent: false, timeout: PATIENCE_MS }, (response) => {
    response.on('end', () => done(response.statusCode === 200 && response.complete))
    response.on('error', () => done(false))
    response.resume()
  })
  asking.on('timeout', () => asking.destroy())
  asking.on('error', () => done(false))
  asking.end()
  return promise
}
