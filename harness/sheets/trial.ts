/** One reading of the whole corpus in a thread of its own, with one source file in another form. */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { ROOT } from '../../bin/run.js'

/** `file` stands under the project's folder; null for the source as it is. */
export type Trial = { changed: { file: string; source: string } | null; drawn: number }
/** By corpus, what becomes of each of its lists. */
export type Readings = Record<'lists' | 'earlier' | 'drawn', Record<string, string>>

const { changed, drawn } = workerData as Trial
const target = changed && pathToFileURL(join(ROOT, changed.file)).href
registerHooks({
  load: (url, context, next) =>
    url === target
      ? { format: 'module-typescript', source: changed?.source ?? '', shortCircuit: true }
      : next(url, context),
})

const { earlierOutcomes, listOutcomes, variantOutcome } = await import(
  '#sheets/testing/known-lists.ts'
)
const { drawnOutcome } = await import('#sheets/testing/random-trial.ts')
const { publishedSample } = await import('#sheets/testing/published-facilities.ts')
const published = publishedSample()
const DRAWN = {
  variant: variantOutcome,
  table: (seed: number) => drawnOutcome('tables', seed, published),
  text: (seed: number) => drawnOutcome('texts', seed, published),
}
const readings: Readings = {
  lists: await read(listOutcomes),
  earlier: await read(earlierOutcomes),
  drawn: {},
}
for (let seed = 1; seed <= drawn; seed += 1)
  for (const [kind, outcomeOf] of Object.entries(DRAWN))
    Object.assign(
      readings.drawn,
      await read(async () => [{ id: `${kind} ${seed}`, outcome: outcomeOf(seed).outcome }]),
    )
parentPort?.postMessage(readings)

async function read(
  outcomes: () => Promise<{ id: string; outcome: { verdict: string } }[]>,
): Promise<Record<string, string>> {
  try {
    return Object.fromEntries((await outcomes()).map(({ id, outcome }) => [id, outcome.verdict]))
  } catch {
    return {}
  }
}
