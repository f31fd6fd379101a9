/** What the postal look-up costs: time to open, memory, look-ups and answers in JSON a second, over every code. */
import { join } from 'node:path'
import { openPostalCodes, type PostalCodes } from '../../server/postal/look-up.ts'

const FILE = join(import.meta.dirname, '../../build/postal-codes.db')
const ROUNDS = 1_000_000
/** Coprime to the number of codes, so that neighbours do not follow one another. */
const STRIDE = 7_919

const before = process.memoryUsage()
const start = performance.now()
const postalCodes = openPostalCodes(FILE)
const opened = performance.now() - start
const after = process.memoryUsage()
const codes = [...new Set([...postalCodes.rows()].map(({ zipcode }) => zipcode))]

console.log(`open                ${opened.toFixed(1)} ms`)
console.log(`resident memory     +${megabytes(after.rss - before.rss)} MB`)
console.log(`of that on the heap +${megabytes(after.heapUsed - before.heapUsed)} MB`)
console.log(`look-ups            ${perSecond((code) => postalCodes.lookUp(code))}/s`)
console.log(`answers in JSON     ${perSecond((code) => json(postalCodes, code))}/s`)

function json(source: PostalCodes, code: string | undefined): string {
  return JSON.stringify(source.lookUp(code))
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

/** The second of two passes: the first warms up. */
function perSecond(work: (code: string | undefined) => unknown): string {
  const [, rate = 0] = [pass(work), pass(work)]
  return Math.round(rate).toLocaleString('en')
}

function pass(work: (code: string | undefined) => unknown): number {
  const from = performance.now()
  for (let i = 0; i < ROUNDS; i++) work(codes[(i * STRIDE) % codes.length])
  return (1000 * ROUNDS) / (performance.now() - from)
}
