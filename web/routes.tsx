/** Routes: path → page module. A page's code is loaded with its own document, and a result's with its form's. */
import type { ComponentType } from 'react'
import { CORRECT_PAGE, STATUS_PAGE } from '#contract/status-pages.ts'
import {
  FLOW_NAMES,
  FLOWS,
  type Flow,
  type FlowRow,
  MAIL_ERROR_PATH,
  QUOTE_PATH,
} from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import type { PageProps } from './navigation.ts'

export type Page = ComponentType<PageProps>

export type PageRow = {
  /** The h1; the document title begins with it. */
  title: string
  /** File name under pages/, as in the build manifest. */
  module: string
  load: () => Promise<{ Page: Page }>
  /** Pages that a call's failure is shown on: their code comes with this one's, before anything can be sent. */
  leadsTo?: readonly string[]
  /** Opened by a private link behind `#`: no search engine lists it, and where a reload has lost the link, it says where that is. */
  isPrivate?: true | undefined
}

const result = {
  title: 'お手続きの結果',
  module: 'result',
  load: () => import('./pages/result.tsx'),
} satisfies PageRow

/** Every flow's form page; a flow without one does not compile. The result page wears the same frame. */
const FORM_PAGES: Record<Flow, Omit<PageRow, 'title'>> = {
  entry: { module: 'entry', load: () => import('./pages/entry.tsx') },
  migration: { module: 'migration', load: () => import('./pages/migration.tsx') },
  suspension: { module: 'suspension', load: () => import('./pages/suspension.tsx') },
  trial: { module: 'trial', load: () => import('./pages/trial.tsx') },
}

/** Result pages, and the trial's own for a refused mail address (specification 8). */
function leadsTo(flow: Flow): string[] {
  const { onFailure, resultPath }: FlowRow = FLOWS[flow]
  const hasMailError = Object.values(onFailure).includes('mail-error')
  return [resultPath, ...(hasMailError ? [MAIL_ERROR_PATH] : [])]
}

const flowPages = FLOW_NAMES.flatMap((flow): [string, PageRow][] => {
  const { inputPath, resultPath } = FLOWS[flow]
  return [
    [inputPath, { title: PROCEDURES[flow], leadsTo: leadsTo(flow), ...FORM_PAGES[flow] }],
    [resultPath, result],
  ]
})

export const PAGES: Record<string, PageRow> = {
  '/': {
    title: 'お手続きの一覧',
    module: 'home',
    load: () => import('./pages/home.tsx'),
  },
  ...Object.fromEntries(flowPages),
  [MAIL_ERROR_PATH]: {
    title: '無料体験のお申し込みに失敗しました',
    module: 'mail-error',
    load: () => import('./pages/mail-error.tsx'),
  },
  [STATUS_PAGE]: {
    title: 'お申し込みの状況',
    module: 'status',
    load: () => import('./pages/status.tsx'),
    isPrivate: true,
  },
  [CORRECT_PAGE]: {
    title: 'お申し込みの内容の訂正',
    module: 'correct',
    load: () => import('./pages/correct.tsx'),
    isPrivate: true,
  },
  [QUOTE_PATH]: {
    title: '料金の試算',
    module: 'quote',
    load: () => import('./pages/quote.tsx'),
    isPrivate: true,
  },
}

export const NOT_FOUND: PageRow = {
  title: 'ページが見つかりません',
  module: 'not-found',
  load: () => import('./pages/not-found.tsx'),
}

export function pageRowOf(path: string): PageRow {
  return Object.hasOwn(PAGES, path) ? (PAGES[path] ?? NOT_FOUND) : NOT_FOUND
}

/** Page components whose code has been loaded, by path. */
export const loadedPages = new Map<string, Page>()

/** Loads the code of a page, and of those that it leads to; rejects when the network fails. */
export async function loadPage(path: string): Promise<void> {
  const { load, leadsTo = [] } = pageRowOf(path)
  const loadOwn = async () => {
    if (!loadedPages.has(path)) loadedPages.set(path, (await load()).Page)
  }
  await Promise.all([loadOwn(), ...leadsTo.map(loadPage)])
}
