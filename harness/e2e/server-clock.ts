/** Loaded into a server before anything else of it: its clock and its price lists, as a journey wants them. */
import { readFileSync } from 'node:fs'
import { env } from 'node:process'
import { PRICE_LISTS, type PriceList } from '#domain/prices.ts'

const { CLOCK_FILE, PRICE_REVISION } = env

if (CLOCK_FILE !== undefined) {
  const [now, steady] = [Date.now, performance.now.bind(performance)]
  // Milliseconds by which the server is ahead; of its steady clock too, for a jump of the other one would be held back.
  const ahead = () => Number(readFileSync(CLOCK_FILE, 'utf8'))
  Date.now = () => now() + ahead()
  performance.now = () => steady() + ahead()
}

if (PRICE_REVISION !== undefined)
  (PRICE_LISTS as PriceList[]).push(...(JSON.parse(PRICE_REVISION) as PriceList[]))
