import type { Manifest } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FLOWS } from '#domain/flows.ts'
import { foreignOrigins, renderPages } from './render-pages.tsx'
import { NOT_FOUND, PAGES } from './routes.tsx'
import * as site from './site.ts'

/** A build whose pages all import one shared chunk, which has the styles and imports itself (a cycle). */
const MANIFEST: Manifest = {
  'client.tsx': { file: 'assets/client.js', imports: ['_shared.js'] },
  'hydrate.tsx': { file: 'assets/hydrate.js', imports: ['_shared.js', '_react.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['_shared.js'] },
  '_react.js': { file: 'assets/react.js' },
  'styles.css': { file: 'assets/main.css' },
  ...Object.fromEntries(
    [...Object.values(PAGES), NOT_FOUND].map(({ module }) => [
      `pages/${module}.tsx`,
      { file: `assets/${module}.js`, imports: ['_shared.js'] },
    ]),
  ),
}

describe('the documents', () => {
  const filesOf = async () => (await renderPages(MANIFEST)).files
  const linesOf = (html = '') => html.split('\n')

  test('one for each path, and that of what is not found', async () => {
    const { files, connectOrigins } = await renderPages(MANIFEST)
    const named = Object.keys(PAGES).map((path) => (path === '/' ? 'index' : path.slice(1)))
    expect(Object.keys(files)).toEqual([...named, '404'].map((name) => `${name}.html`))
    expect(connectOrigins).toEqual([])
  })

  test('have title, description and styles, and preload each script once except the entry', async () => {
    const { title } = PAGES['/entry/input'] ?? NOT_FOUND
    const lines = linesOf((await filesOf())['entry/input.html'])
    const end = lines.indexOf('</head>')
    expect(lines.slice(0, end)).toEqual([
      '<!DOCTYPE html>',
      '<html lang="ja">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      `<title>${title}｜${site.productName}</title>`,
      `<meta name="description" content="${site.productKind}「${site.productName}」の${title}">`,
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<link rel="stylesheet" href="/assets/shared.css">',
      '<link rel="stylesheet" href="/assets/main.css">',
      '<link rel="modulepreload" href="/assets/hydrate.js" id="hydrate" fetchpriority="low">',
      '<link rel="modulepreload" href="/assets/shared.js" fetchpriority="low">',
      '<link rel="modulepreload" href="/assets/react.js" fetchpriority="low">',
      '<link rel="modulepreload" href="/assets/entry.js" fetchpriority="low">',
      '<link rel="modulepreload" href="/assets/result.js" fetchpriority="low">',
      '<script type="module" src="/assets/client.js"></script>',
    ])
    expect(lines.slice(-3)).toEqual(['</body>', '</html>', ''])
  })

  test('of a form bring the code of every page that a call’s failure is shown on', async () => {
    const files = await filesOf()
    for (const { inputPath } of Object.values(FLOWS))
      for (const module of inputPath === FLOWS.trial.inputPath
        ? ['result', 'mail-error']
        : ['result'])
        expect(files[`${inputPath.slice(1)}.html`]).toContain(`href="/assets/${module}.js"`)
    expect(files['entry/input.html']).not.toContain('mail-error.js')
    expect(files['index.html']).not.toContain('result.js')
  })

  test('hold the page where it is hydrated, and the operator’s words as data that end no element', async () => {
    const changed: { next?: object } = site.words
    changed.next = { entry: '</script><script>alert(1)</script>' }
    onTestFinished(() => void delete changed.next)
    for (const [name, html] of Object.entries(await filesOf())) {
      expect([name, html.match(/<div id="root">./g)]).toEqual([name, ['<div id="root"><']])
      expect(html).not.toContain('@root@')
      expect(html).not.toContain('undefined')
      const [, words = ''] =
        new RegExp(`<script type="application/json" id="${site.WORDS_ID}">(.*)</script>`).exec(
          html,
        ) ?? []
      expect(words).not.toContain('<')
      expect(JSON.parse(words)).toEqual(site.words)
    }
  })

  test('are hidden from search engines where a link in the address is private', async () => {
    const files = await filesOf()
    const hidden = Object.keys(files).filter((name) =>
      linesOf(files[name]).includes('<meta name="robots" content="noindex">'),
    )
    const isPrivate = Object.keys(PAGES).filter((path) => PAGES[path]?.isPrivate)
    expect(hidden).toEqual(isPrivate.map((path) => `${path.slice(1)}.html`))
  })

  test('show the logo', async () => {
    const files = await filesOf()
    const withoutLogo = Object.keys(files).filter(
      (name) => !/<img[^>]*logo/.test(files[name] ?? ''),
    )
    expect(withoutLogo).toEqual([])
  })

  test.each(['client.tsx', 'pages/entry.tsx', '_shared.js'])(
    'are not made of a build without %s',
    async (key) => {
      const { [key]: _, ...rest } = MANIFEST
      await expect(renderPages(rest)).rejects.toThrow(`${key} is not in the build's manifest`)
    },
  )
})

test('addresses beside the pages need no origin', () => {
  expect(foreignOrigins(['/api', '/api/postal-codes'])).toEqual([])
})

test('every other origin stands once, without path, and with a port only where it is unusual', () => {
  expect(
    foreignOrigins([
      'https://apply.example.jp:443/api',
      'https://zip.example.com/api/search',
      'http://localhost:8080/x',
      'https://apply.example.jp/zip',
    ]),
  ).toEqual(['https://apply.example.jp', 'https://zip.example.com', 'http://localhost:8080'])
})

test.each(['//apply.example.jp/api', 'apply.example.jp', 'api', '', 'x+http://a.example'])(
  '「%s」 could not stand in a policy, and stops the build',
  (address) => {
    expect(() => foreignOrigins(['/api', address])).toThrow('begin with /')
  },
)
