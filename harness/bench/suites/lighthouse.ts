/** Lighthouse on every page, as a telephone. It is installed when it is first asked for, beside the product and not with it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { STATUS_PAGE } from '#contract/status-pages.ts'
import { QUOTE_PATH } from '#domain/flows.ts'
import { chromiumProgram, SANDBOX } from '../../../bin/programs.js'
import { projectNode, ROOT } from '../../../bin/run.js'
import { GOALS } from '../goals.ts'
import { NOT_FOUND_PATH, PAGE_PATHS } from '../pages.ts'
import { withProduct } from '../product.ts'
import type { Report } from '../suite.ts'

const FOLDER = join(ROOT, 'harness', 'bench', 'lighthouse')
const PROGRAM = join(FOLDER, 'node_modules', 'lighthouse', 'cli', 'index.js')
const VISITS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
const goalOf = (category: Category) =>
  category === 'performance' ? GOALS.performance : GOALS.otherAudits
type Scores = Record<Category, number>

export async function lighthouseSuite(report: Report): Promise<void> {
  await install()
  await withProduct(async (url) => {
    const scores = new Map<string, Scores>()
    for (const path of PAGE_PATHS.filter((each) => each !== NOT_FOUND_PATH))
      scores.set(path, await judgeBest(url, path))
    for (const category of CATEGORIES) {
      const judged = [...scores].filter(([path]) => category !== 'seo' || !isPrivate(path))
      const [[path, worst] = ['', undefined]] = judged.sort(
        ([, a], [, b]) => a[category] - b[category],
      )
      report({
        name: `Lighthouse ${category}, worst page (${path})`,
        unit: '',
        value: worst?.[category] ?? Number.NaN,
        goal: goalOf(category),
      })
    }
  })
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return
  const options = ['ci', '--ignore-scripts', '--loglevel=error']
  await promisify(execFile)('npm', options, { cwd: FOLDER })
}

/**
 * The best of a few visits: what else the machine does makes a page slower and never quicker. Chromium or Lighthouse may
 * fail by itself (NO_NAVSTART); that is tried again, and told where every visit fails.
 */
async function judgeBest(url: string, path: string): Promise<Scores> {
  const seen: Scores[] = []
  let failure: unknown
  for (let visit = 0; visit < VISITS && !seen.some(reachesAll(path)); visit++) {
    try {
      seen.push(await judge(url + path))
    } catch (error) {
      failure = error
    }
  }
  if (seen.length === 0) throw failure
  const best = (category: Category) => Math.max(...seen.map((scores) => scores[category]))
  return Object.fromEntries(CATEGORIES.map((category) => [category, best(category)])) as Scores
}

/** No search engine is to find what stands behind a private link. */
const isPrivate = (path: string) => path.startsWith(STATUS_PAGE) || path === QUOTE_PATH

const reachesAll =
  (path: string) =>
  (scores: Scores): boolean =>
    CATEGORIES.every(
      (category) =>
        scores[category] >= goalOf(category).atLeast || (category === 'seo' && isPrivate(path)),
    )

/** From 0 to 100. */
async function judge(url: string): Promise<Scores> {
  const { stdout } = await promisify(execFile)(
    projectNode(),
    [PROGRAM, url, '--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, CHROME],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, CHROME_PATH: chromiumProgram() },
    },
  )
  const { categories } = JSON.parse(stdout)
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, 100 * categories[category].score]),
  ) as Scores
}

const CHROME = `--chrome-flags=${['--headless=new', ...SANDBOX].join(' ')}`
