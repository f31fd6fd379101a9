/** The postal look-up, beside a server that answers a constant. */
import { join } from 'node:path'
import { ROOT } from '../../bin/run.js'
import { openPostalCodes } from '../../server/postal-codes.ts'
import { startChild } from '../child.ts'
import { withFolder } from '../folder.ts'
import type { LookUps } from '../load/look-ups.ts'
import { startProduct, startServer } from '../product.ts'
import { takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 7
const SECONDS = 2
const CONNECTIONS = 32
const CODES = 5_000
/** Coprime to the number of codes, so that neighbours do not follow one another. */
const STRIDE = 7_919

export async function postalSuite(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const load = startChild<LookUps, number>(new URL('../load/look-ups.ts', import.meta.url))
    const product = await startProduct(folder)
    const bare = await startServer('exec node bench/floors/constant.ts')
    try {
      const codes = someCodes()
      const lookUps = ({ port }: { port: number }, seconds: number) =>
        load.ask({ port, connections: CONNECTIONS, seconds, codes })
      for (const server of [product, bare]) await lookUps(server, 1)
      const { value, floor } = await takeTurns(ROUNDS, {
        floor: () => lookUps(bare, SECONDS),
        value: () => lookUps(product, SECONDS),
      })
      report({ name: 'postal look-ups', unit: '/s', value, floor, goal: { ratioAtLeast: 0.7 } })
    } finally {
      await Promise.all([load.stop(), product.stop(), bare.stop()])
    }
  })
}

function someCodes(): string[] {
  const { rows } = openPostalCodes(join(ROOT, 'build/postal-codes.bin'))
  const codes = [...new Set([...rows()].map(({ zipcode }) => zipcode))]
  return Array.from({ length: CODES }, (_, i) => codes[(i * STRIDE) % codes.length] ?? '')
}
