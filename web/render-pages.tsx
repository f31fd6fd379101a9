/** Every page's HTML with the operator's words in it, for the assets of a client build. */

import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Manifest } from 'vite'
import { App } from './app.tsx'
import { Frame } from './frame.tsx'
import { INTROS } from './intros.tsx'
import { documentTitleOf } from './navigation.ts'
import { loadPage, NOT_FOUND, PAGES, type PageRow, pageRowOf } from './routes.tsx'
import * as site from './site.ts'

const ENTRY = 'client.tsx'
/** Entry that the first loads once the page is painted. */
const HYDRATE = 'hydrate.tsx'
/** Placeholder in the static layout for the hydrated part. */
const ROOT_PLACEHOLDER = '@root@'

export type RenderedPages = {
  /** File name within the build → HTML. */
  files: Record<string, string>
  /** Other origins that the pages call. */
  connectOrigins: string[]
}

export async function renderPages(manifest: Manifest): Promise<RenderedPages> {
  const pages = [...Object.entries(PAGES), ['/404', NOT_FOUND] as const]
  const files: Record<string, string> = {}
  for (const [path, { title, isPrivate, module, leadsTo = [] }] of pages) {
    await loadPage(path)
    const app = renderToString(<App path={path} />)
    const frame = renderToStaticMarkup(
      <Frame isPrivate={isPrivate} title={title} intro={INTROS[path]}>
        {ROOT_PLACEHOLDER}
      </Frame>,
    )
    const body = frame.replace(ROOT_PLACEHOLDER, () => `<div id="root">${app}</div>`)
    const modules = [module, ...leadsTo.map((to) => pageRowOf(to).module)]
    const html = documentOf({ title, isPrivate }, body, assetsOf(manifest, modules))
    if (/ style=/.test(html))
      throw new Error(`${path}: a style attribute, which the policy forbids`)
    files[`${path === '/' ? 'index' : path.slice(1)}.html`] = html
  }
  return { files, connectOrigins: foreignOrigins([site.apiBase, site.postalService]) }
}

type Assets = { entry: string; hydrate: string; scripts: string[]; styles: string[] }

/** The whole static import graph of the page and of those that it leads to, for modulepreload: no waterfall of imports. */
function assetsOf(manifest: Manifest, modules: readonly string[]): Assets {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build's manifest`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(ENTRY)
  visit(HYDRATE)
  for (const module of modules) visit(`pages/${module}.tsx`)
  for (const chunk of Object.values(manifest))
    if (chunk.file.endsWith('.css')) styles.add(chunk.file)
  const entry = manifest[ENTRY]?.file ?? ''
  const hydrate = manifest[HYDRATE]?.file ?? ''
  const others = [...scripts].filter((file) => file !== entry && file !== hydrate)
  return { entry, hydrate, scripts: others, styles: [...styles] }
}

/** Scripts are asked for early and at low priority: a slow line brings the styles first, without which nothing is painted. */
function documentOf(
  { title, isPrivate }: Pick<PageRow, 'title' | 'isPrivate'>,
  body: string,
  assets: Assets,
): string {
  const { entry, hydrate, scripts, styles } = assets
  return [
    '<!DOCTYPE html>',
    '<html lang="ja">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(documentTitleOf(title))}</title>`,
    `<meta name="description" content="${escaped(`${site.productKind}「${site.productName}」の${title}`)}">`,
    ...(isPrivate ? ['<meta name="robots" content="noindex">'] : []),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<link rel="modulepreload" href="/${hydrate}" id="hydrate" fetchpriority="low">`,
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
    `<script type="module" src="/${entry}"></script>`,
    '</head>',
    `<body>${body}`,
    // Data, not a script: the policy lets no inline script run. Deferred modules find it parsed.
    `<script type="application/json" id="${site.WORDS_ID}">${jsonForHtml(site.words)}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** No text in it can end the element. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
}

/** The origins besides the pages' own that they call, by the addresses of site.ts. */

/** Each origin once. Throws for an address without a scheme, which no policy could name. */
export function foreignOrigins(addresses: readonly string[]): string[] {
  const relative = /^\/(?!\/)/
  const absolute = addresses.filter((address) => !relative.test(address))
  const nameless = absolute.find((address) => !/^https?:\/\//.test(address))
  if (nameless !== undefined)
    throw new RangeError(`${nameless}: begin with / or with http:// or https://`)
  return [...new Set(absolute.map((address) => new URL(address).origin))]
}
