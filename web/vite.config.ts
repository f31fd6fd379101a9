/** How the pages are built: once for browsers, once for the prerender that writes their HTML. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BUILD_TARGETS } from '../bin/browsers.js'

const root = import.meta.dirname
const HYDRATE = join(root, 'hydrate.tsx')
const REPORTER = join(root, 'vitals.ts')
const pageFiles = (...names: string[]) => names.map((name) => join(root, 'pages', `${name}.tsx`))
const FORMS = pageFiles('entry', 'migration', 'trial')
const SUSPENSION = join(root, 'pages/suspension.tsx')
const OTHERS = pageFiles('home', 'result', 'mail-error', 'not-found')
const CORRECTION = join(root, 'pages/correct.tsx')
const STATUS = join(root, 'pages/status.tsx')
const STATUS_DETAILS = join(root, 'status/details.tsx')
const QUOTE = join(root, 'pages/quote.tsx')

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Few files, for a small one compresses badly; and none that a page loads for others' sake. */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'react', test: /node_modules.(react|react-dom|scheduler).|rolldown.runtime/ },
    { name: sharedChunkOf, debugName: 'shared' },
  ],
}

/** What all pages have, what the page of an application's status asks like pages that send, what results share with those, those for a known customer, those that send, the forms (a correction too), what a linked estimate shows like them, those with an estimate to agree to; the rest stays with its page. */
function sharedChunkOf(id: string, graph: ModuleGraph): string | null {
  const reaches = (from: string) => isReached(graph, id, from)
  if (reaches(HYDRATE) || [...FORMS, SUSPENSION, STATUS, ...OTHERS].every(reaches)) return 'base'
  // Else the reporter, which every page loads, would bring a file of the forms.
  if (reaches(REPORTER) && FORMS.some(reaches)) return 'base'
  const forms = FORMS.filter(reaches).length
  const isSent = forms > 0 || reaches(SUSPENSION)
  // A few hundred bytes of what a result says too are less than all that results share with forms.
  if (reaches(STATUS) && OTHERS.some(reaches)) return 'base'
  if (reaches(STATUS) && isSent) return 'asking'
  if (reaches(STATUS_DETAILS) && OTHERS.some(reaches)) return 'outcome'
  if (OTHERS.some(reaches) && isSent) return 'outcome'
  // The page of a linked estimate has the prices, and nothing that sends.
  if (reaches(QUOTE) && isSent) return reaches(CORRECTION) ? 'prices' : 'sums'
  if (reaches(SUSPENSION) && forms > 0) return forms > 1 ? 'sending' : 'customer'
  if (forms < 2) return null
  return forms === FORMS.length || reaches(CORRECTION) ? 'form' : 'contract'
}

/** Whether `from` imports the module statically, at any distance. */
function isReached(
  graph: ModuleGraph,
  id: string,
  from: string,
  seen = new Set<string>(),
): boolean {
  if (id === from) return true
  if (seen.has(from)) return false
  seen.add(from)
  const imported = graph.getModuleInfo(from)?.importedIds ?? []
  return imported.some((next) => isReached(graph, id, next, seen))
}

const PLAIN_IMPORT = 'export const __vitePreload = (load) => load()'

/** Every document names the scripts it needs: Vite's own run-time preloader would only repeat that. */
const plainImport: Plugin = {
  name: 'plain-import',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? PLAIN_IMPORT : undefined),
}

/** Leaves the web worker out of the prerender's build: no page's HTML names it, and pdf.js in it takes as long as all the rest. */
const withoutWorker: Plugin = {
  name: 'without-worker',
  enforce: 'pre',
  load: (id) => (id.endsWith('?worker&url') ? "export default ''" : undefined),
}

export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [react(), plainImport, ...(isSsrBuild ? [withoutWorker] : [])],
  // A module: it loads more code for the workbooks that take it.
  worker: { format: 'es' },
  build: {
    target: BUILD_TARGETS,
    emptyOutDir: true,
    // An inlined asset would be a data: address, and a preload script is what the HTML already says.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild
      ? {}
      : { rolldownOptions: { input: ['client.tsx', 'hydrate.tsx'], output: { codeSplitting } } }),
  },
}))
