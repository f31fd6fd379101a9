/** Static site generation: writes every page's HTML beside the built client: `node prerender.js <folder of the client build>`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Manifest } from 'vite'
import { CONNECT_ORIGINS_FILE } from '#domain/contract.ts'
import { App } from './app.tsx'
import { documentTitleOf } from './browser/document-title.ts'
import { foreignOrigins } from './foreign-origins.ts'
import { Frame } from './frame.tsx'
import { INTROS } from './intros.tsx'
import { loadPage, NOT_FOUND, PAGES } from './routes.tsx'
import * as site from './site.ts'

const ENTRY = 'client.tsx'
/** Placeholder in the static layout for the hydrated part. */
const ROOT_PLACEHOLDER = '@root@'

const [, , folder] = argv
if (!folder) throw new Error('usage: prerender.js <folder of the client build>')
await prerender(folder)

async function prerender(folder: string) {
  const manifestPath = join(folder, '.vite', 'manifest.json')
  const manifest: Manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
  const pages = [...Object.entries(PAGES), ['/404', NOT_FOUND] as const]
  for (const [path, { title, hasNoLogo, module }] of pages) {
    await loadPage(path)
    const app = renderToString(<App path={path} />)
    const frame = renderToStaticMarkup(
      <Frame hasLogo={!hasNoLogo} title={title} intro={INTROS[path]}>
        {ROOT_PLACEHOLDER}
      </Frame>,
    )
    const body = frame.replace(ROOT_PLACEHOLDER, () => `<div id="root">${app}</div>`)
    const html = documentOf(title, body, assetsOf(manifest, `pages/${module}.tsx`))
    if (/ style=/.test(html))
      throw new Error(`${path}: a style attribute, which the policy forbids`)
    const file = join(folder, `${path === '/' ? '/index' : path}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  await rm(dirname(manifestPath), { recursive: true })
  const origins = foreignOrigins([site.apiBase, site.postalService])
  await writeFile(join(folder, CONNECT_ORIGINS_FILE), origins.join('\n'))
}

type Assets = { entry: string; scripts: string[]; styles: string[] }

/** The page's whole static import graph, for modulepreload: no waterfall of imports. */
function assetsOf(manifest: Manifest, module: string): Assets {
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
  visit(module)
  for (const chunk of Object.values(manifest))
    if (chunk.file.endsWith('.css')) styles.add(chunk.file)
  const entry = manifest[ENTRY]?.file ?? ''
  return { entry, scripts: [...scripts].filter((file) => file !== entry), styles: [...styles] }
}

function documentOf(title: string, body: string, { entry, scripts, styles }: Assets): string {
  return [
    '<!DOCTYPE html>',
    '<html lang="ja">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(documentTitleOf(title))}</title>`,
    `<meta name="description" content="${escaped(`${site.productKind}「${site.productName}」の${title}`)}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${entry}"></script>`,
    '</head>',
    `<body>${body}</body>`,
    '</html>',
    '',
  ].join('\n')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
}
