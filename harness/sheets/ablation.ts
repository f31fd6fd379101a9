/**
 * `npm run sheets:ablation [-- name]`: switches each feature of the recogniser off and prints what it earns: how many lists of
 * the corpus, earlier sheets and drawn lists (variants of eight lists, random tables and texts) are read worse without it.
 */
import { argv } from 'node:process'
import { Worker } from 'node:worker_threads'
import { type Feature, featuresOfRecogniser } from './features.ts'
import type { Readings, Trial } from './trial.ts'

/** Lists of each drawn kind; more for a feature that earns nothing on the few. */
const DRAWN = { few: 120, many: 600 } as const
const THREADS = 2
/** Milliseconds after which a reading counts as one that does not end. */
const ENDLESS_MS = 300_000

const CORPORA = ['lists', 'earlier', 'drawn'] as const
/** The best first. */
const RANKS = ['exact', 'exact after an answer', 'marked', 'refused', 'wrong without a mark']

const [wanted = ''] = argv.slice(2)
const features = featuresOfRecogniser().filter(({ file, name }) =>
  `${file} ${name}`.includes(wanted),
)
const readings = {
  few: await readingsOf(null, DRAWN.few),
  many: await readingsOf(null, DRAWN.many),
}
const rows: string[] = []
let idle = 0
const queue = [...features]
await Promise.all(
  Array.from({ length: THREADS }, async () => {
    for (let feature = queue.shift(); feature; feature = queue.shift())
      rows.push(await rowOf(feature))
  }),
)
console.log('| File | Feature | Without it | Lists | Earlier | Drawn | Wrong in silence |')
console.log('|---|---|---|---|---|---|---|')
for (const row of rows.sort()) console.log(row)
console.log(`\n${features.length} features, ${idle} of them earn nothing on the corpus`)

async function rowOf(feature: Feature): Promise<string> {
  const few = await worthOf(feature, 'few')
  const { counts, silent } = isIdle(few) ? await worthOf(feature, 'many') : few
  if (isIdle({ counts, silent })) idle += 1
  const { file, name, without } = feature
  const cells = [file.replace('sheets/', ''), `\`${name}\``, without, ...counts, silent]
  return `| ${cells.join(' | ')} |`
}

/** Lists, earlier sheets and drawn lists that are read worse; and those that are then wrong without a mark. */
type Worth = { counts: number[]; silent: number }

function isIdle({ counts }: Worth): boolean {
  return counts.every((count) => count === 0)
}

async function worthOf({ file, source }: Feature, size: keyof typeof DRAWN): Promise<Worth> {
  const changed = await readingsOf({ file, source }, DRAWN[size])
  const read = CORPORA.map((corpus) => ({
    after: changed[corpus],
    worse: worse(readings[size][corpus], changed[corpus]),
  }))
  const isSilent = (verdict: string | undefined) => verdict === 'wrong without a mark'
  return {
    counts: read.map((corpus) => corpus.worse.length),
    silent: read.flatMap((corpus) => corpus.worse.filter((id) => isSilent(corpus.after[id])))
      .length,
  }
}

function worse(before: Record<string, string>, after: Record<string, string>): string[] {
  const rankOf = (verdict: string | undefined) => (verdict ? RANKS.indexOf(verdict) : RANKS.length)
  return Object.keys(before).filter((id) => rankOf(after[id]) > rankOf(before[id]))
}

function readingsOf(changed: Trial['changed'], drawn: number): Promise<Readings> {
  const nothing: Readings = { lists: {}, earlier: {}, drawn: {} }
  const trial: Trial = { changed, drawn }
  const worker = new Worker(new URL('trial.ts', import.meta.url), { workerData: trial })
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(nothing), ENDLESS_MS)
    worker.once('message', resolve)
    worker.once('error', () => resolve(nothing))
    worker.once('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate()) as Promise<Readings>
}
