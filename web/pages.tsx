/** Path → page. A page's code comes with its own document; a result's code comes before it is gone to. */
import type { ComponentType } from 'react'
import { FLOWS, MAIL_ERROR_PATH } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import type { PageProps } from './pages/page.ts'

export type Page = ComponentType<PageProps>

type PageRow = {
  /** The heading; the document's title begins with it. */
  title: string
  /** The page's module under pages/, as the build's manifest names it. */
  module: string
  load: () => Promise<{ Page: Page }>
  /** The frame names the product instead (specification 1). */
  hasNoLogo?: true
}

const result = {
  title: 'お手続きの結果',
  module: 'result',
  load: () => import('./pages/result.tsx'),
} satisfies PageRow

export const PAGES: Record<string, PageRow> = {
  '/': {
    title: 'お手続きの一覧',
    module: 'home',
    load: () => import('./pages/home.tsx'),
  },
  [FLOWS.entry.inputPath]: {
    title: PROCEDURES.entry,
    module: 'entry',
    load: () => import('./pages/entry.tsx'),
  },
  [FLOWS.migration.inputPath]: {
    title: PROCEDURES.migration,
    module: 'migration',
    load: () => import('./pages/migration.tsx'),
  },
  [FLOWS.suspension.inputPath]: {
    title: PROCEDURES.suspension,
    module: 'suspension',
    load: () => import('./pages/suspension.tsx'),
  },
  [FLOWS.trial.inputPath]: {
    title: PROCEDURES.trial,
    module: 'trial',
    load: () => import('./pages/trial.tsx'),
    hasNoLogo: true,
  },
  [FLOWS.entry.resultPath]: result,
  [FLOWS.migration.resultPath]: result,
  [FLOWS.suspension.resultPath]: result,
  [FLOWS.trial.resultPath]: { ...result, hasNoLogo: true },
  [MAIL_ERROR_PATH]: {
    title: '無料体験のお申し込みに失敗しました',
    module: 'mail-error',
    load: () => import('./pages/mail-error.tsx'),
    hasNoLogo: true,
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

/** Pages whose code this document has, by path. */
export const loadedPages = new Map<string, Page>()

/** Brings the code of a page; rejects where the network does. */
export async function bring(path: string): Promise<void> {
  if (!loadedPages.has(path)) loadedPages.set(path, (await pageRowOf(path).load()).Page)
}
