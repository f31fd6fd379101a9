/** What is only read: postal codes and pages, beside a server that answers a constant. */
import { join } from 'node:path'
import { API_BASE, PATHS } from '#contract/apply.ts'
import { FLOWS } from '#domain/flows.ts'
import { ROOT } from '../../../bin/run.js'
import { openPostalCodes } from '../../../server/postal/look-up.ts'
import { startChild } from '../child.ts'
import { withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import type { Reads } from '../load/reads.ts'
import { type Server, startFloor, startProduct } from '../product.ts'
import { takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 7
const SECONDS = 1.5
const CONNECTIONS = 32
const CODES = 5_000
/** Coprime to the number of codes, so that neighbours do not follow one another. */
const STRIDE = 7_919
const LOOK_UP = `${API_BASE}${PATHS.postalCodes}`

export async function readsSuite(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const load = startChild<Reads, number>(new URL('../load/reads.ts', import.meta.url))
    const product = await startProduct(folder, { TRUST_PROXY: '' })
    const bare = await startFloor()
    try {
      const read =
        ({ port }: Server, paths: readonly string[]) =>
        () =>
          load.ask({ port, connections: CONNECTIONS, seconds: SECONDS, paths })
      const { postal, page, floor, ratios } = await takeTurns(ROUNDS, {
        floor: read(bare, [LOOK_UP]),
        postal: read(product, lookUps()),
        page: read(product, [FLOWS.entry.inputPath]),
      })
      report({
        name: 'postal look-ups',
        unit: '/s',
        value: postal,
        floor,
        ratios: ratios('postal', 'floor'),
        goal: GOALS.postalLookUps,
      })
      report({ name: 'pages of a form', unit: '/s', value: page, floor })
    } finally {
      await Promise.all([load.stop(), product.stop(), bare.stop()])
    }
  })
}

function lookUps(): string[] {
  const { rows } = openPostalCodes(join(ROOT, 'build/postal-codes.db'))
  const codes = [...new Set([...rows()].map(({ zipcode }) => zipcode))]
  return Array.from(
    { length: CODES },
    (_, i) => `${LOOK_UP}?zipcode=${codes[(i * STRIDE) % codes.length]}`,
  )
}
