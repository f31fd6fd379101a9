/** What a page weighs as it goes over the wire: by what is built, and by what a browser fetches. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { withPage } from './browser.ts'
import { PAGE_PATHS } from './pages.ts'

/** Brotli bytes. `script` is all that the page needs to come to life; `idle` is what comes two seconds after that: the reporter. */
export type PageBytes = { path: string; html: number; script: number; idle: number; style: number }
/** `react` is React and ReactDOM alone, a file of their own in the same build. */
export type BuildBytes = {
  react: number
  /** What a first paste, or a first file, loads beyond the tools of a table in use. */
  paste: number
  file: number
  /** What a workbook of another format loads behind that. */
  otherFile: number
  /** What a PDF loads behind that, without the tables of codes that few name. */
  pdf: number
  pages: PageBytes[]
}

/** The reporter of how fast a page was. */
const IDLE = /^vitals-.*\.js$/
const TABLE = /^table-tools-.*\.js$/
const PASTE = /^paste-tools-.*\.js$/
const FILE = /^file-worker-.*\.js$/
const OTHER_FILE = /^other-workbook-.*\.js$/
const PDF = /^pdf-.*\.js$/

/** Reads the folder of the built pages. */
export function bytesOfBuild(folder: string): BuildBytes {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
  const idle = names.filter((name) => IDLE.test(name))
  const react = names.find((name) => /^react-.*\.js$/.test(name))
  if (!react || idle.length === 0) throw new Error(`${assets} lacks React or the reporter`)
  const weigh = (files: Iterable<string>) =>
    [...files].reduce((sum, name) => sum + wireBytes(join(assets, name)), 0)
  const pages = PAGE_PATHS.map((path) => {
    const file = join(folder, `${path === '/' ? 'index' : path}.html`)
    const html = readFileSync(file, 'utf8')
    const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    )
    const scripts = importsOf(
      assets,
      named.filter((name) => name.endsWith('.js')),
    )
    const rest = importsOf(assets, idle).difference(scripts)
    const styles = named.filter((name) => name.endsWith('.css'))
    return {
      path,
      html: wireBytes(file),
      script: weigh(scripts),
      idle: weigh(rest),
      style: weigh(styles),
    }
  })
  const reached = (pattern: RegExp) => {
    const entries = names.filter((name) => pattern.test(name))
    if (entries.length !== 1) throw new Error(`${assets} lacks ${pattern}`)
    return importsOf(assets, entries)
  }
  return {
    react: weigh([react]),
    paste: weigh(reached(PASTE).difference(reached(TABLE))),
    file: weigh(reached(FILE)),
    otherFile: weigh(reached(OTHER_FILE).difference(reached(FILE))),
    pdf: weigh(reached(PDF).difference(reached(FILE))),
    pages,
  }
}

/** How long a page is left untouched: its idle work is over by then (five seconds). */
const REST_MS = 5000

/** Brotli bytes of script that a browser at rest has fetched, whatever the build says. */
export async function bytesAtRest(browser: Browser, folder: string, url: string): Promise<number> {
  const names = await withPage(browser, {}, async (page) => {
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) fetched.add(pathname)
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(REST_MS)
    return [...fetched]
  })
  return names.reduce((sum, name) => sum + wireBytes(join(folder, name)), 0)
}

/** A file that brotli does not make smaller goes as it is. */
function wireBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/** These modules and all that they import, directly or not, without what they may load later. */
function importsOf(folder: string, modules: readonly string[]): Set<string> {
  const all = new Set<string>()
  const visit = (name: string) => {
    if (all.has(name)) return
    all.add(name)
    const code = readFileSync(join(folder, name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g))
      visit(basename(imported))
  }
  for (const name of modules) visit(name)
  return all
}
