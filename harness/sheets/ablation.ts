/**
 * `npm run sheets:ablation [-- name]`: switches each feature of the recogniser off and prints what it earns: how many lists of
 * the corpus, earlier sheets and variants of eight lists are read worse without it.
 */
import { argv } from 'node:process'
import { Worker } from 'node:worker_threads'
import { type Feature, featuresOfRecogniser } from './features.ts'
import type { Readings, Trial } from './trial.ts'

/** Of each of the eight lists 40. */
const VARIANTS = 320
const THREADS = 2
/** Milliseconds after which a reading counts as one that does not end. */
const ENDLESS_MS = 60_000

const [wanted = ''] = argv.slice(2)
const features = featuresOfRecogniser().filter(({ file, name }) =>
  `${file} ${name}`.includes(wanted),
)
const known = await readingsOf(null)
const rows: string[] = []
let idle = 0
const queue = [...features]
await Promise.all(
  Array.from({ length: THREADS }, async () => {
    for (let feature = queue.shift(); feature; feature = queue.shift())
      rows.push(await rowOf(feature))
  }),
)
console.log('| File | Feature | Without it | Lists | Earlier | Variants | Wrong in silence |')
console.log('|---|---|---|---|---|---|---|')
for (const row of rows.sort()) console.log(row)
console.log(`\n${features.length} features, ${idle} of them earn nothing on the corpus`)

async function rowOf({ file, name, without, source }: Feature): Promise<string> {
  const changed = await readingsOf({ file, source })
  const counts = (['lists', 'earlier', 'variants'] as const).map(
    (corpus) => worse(known[corpus], changed?.[corpus] ?? {}).length,
  )
  const silent = Object.keys(known).flatMap((corpus) => {
    const [before, after] = [known, changed].map((all) => all?.[corpus as keyof Readings] ?? {})
    return Object.keys(after ?? {}).filter(
      (id) => after?.[id] === 'wrong without a mark' && before?.[id] !== after[id],
    )
  })
  if (counts.every((count) => count === 0)) idle += 1
  const cells = [file.replace('sheets/', ''), `\`${name}\``, without, ...counts, silent.length]
  return `| ${cells.join(' | ')} |`
}

const RANKS = ['exact', 'exact after an answer', 'marked', 'refused', 'wrong without a mark']

function worse(before: Record<string, string>, after: Record<string, string>): string[] {
  const rankOf = (verdict: string | undefined) => (verdict ? RANKS.indexOf(verdict) : RANKS.length)
  return Object.keys(before).filter((id) => rankOf(after[id]) > rankOf(before[id]))
}

function readingsOf(changed: Trial['changed']): Promise<Readings> {
  const nothing: Readings = { lists: {}, earlier: {}, variants: {} }
  const trial: Trial = { changed, variants: VARIANTS }
  const worker = new Worker(new URL('trial.ts', import.meta.url), { workerData: trial })
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(nothing), ENDLESS_MS)
    worker.once('message', resolve)
    worker.once('error', () => resolve(nothing))
    worker.once('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate()) as Promise<Readings>
}
