import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { startApp } from '../testing/app.ts'
import { temporaryFolder } from '../testing/databases.ts'
import { loadBuiltPages } from './static-files.ts'

const PAGE = '<!doctype html><title>新規お申し込み</title>'
const SCRIPT = 'console.log(1)'

const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
}

/** A folder as the build leaves it. */
function build(): string {
  const folder = temporaryFolder()
  const put = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  put('index.html', 'home')
  put('404.html', 'no such page')
  put('entry/input.html', PAGE)
  put('entry/input.html.br', zlib.brotliCompressSync(PAGE))
  put('entry/input.html.gz', zlib.gzipSync(PAGE))
  put('assets/client-8b-vj2hW.js', SCRIPT)
  put('.vite/manifest.json', '{}')
  put('.well-known/security.txt', 'Contact: mailto:security@example.jp')
  put('notes.secret', 'x')
  for (const extension of Object.keys(TYPES)) put(`files/a${extension}`, extension)
  put('files/a.map', 'x')
  put('files/a.html.js', SCRIPT)
  put('files/index.html', PAGE)
  return folder
}

async function serve() {
  const { app } = await startApp({ pages: loadBuiltPages(build()) })
  const get = (url: string, headers = {}) => app.inject({ url, headers })
  return { app, get }
}

test('every file is served under its path, a page under its address, and nothing hidden at all', async () => {
  const { get } = await serve()
  const types = async (url: string) => {
    const { statusCode, headers } = await get(url)
    return [statusCode, headers['content-type']]
  }
  expect(await types('/')).toEqual([200, 'text/html; charset=utf-8'])
  expect(await types('/entry/input')).toEqual([200, 'text/html; charset=utf-8'])
  expect(await types('/assets/client-8b-vj2hW.js')).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(await types('/.well-known/security.txt')).toEqual([200, 'text/plain; charset=utf-8'])
  expect((await get('/.well-known/security.txt')).body).toContain('security@example.jp')
  for (const [extension, type] of Object.entries(TYPES))
    expect(await types(`/files/a${extension}`)).toEqual([200, type])
  expect(await types('/files/a.html.js')).toEqual([200, TYPES['.js']])
  expect(await types('/files')).toEqual([200, 'text/html; charset=utf-8'])
  for (const url of [
    '/.vite/manifest.json',
    '/files/a.map',
    '/files/index',
    '/notes.secret',
    '/404',
    '/entry/input.html.br',
    '/..%2fapp.ts',
  ])
    expect((await get(url)).statusCode).toBe(404)
})

test('a page may call the origins that its build names, and nothing else may', async () => {
  const folder = build()
  writeFileSync(
    join(folder, '.connect-origins'),
    'https://apply.example.jp\nhttp://zip.example:81\n',
  )
  const { app } = await startApp({ pages: loadBuiltPages(folder) })
  const connectSrc = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    return /connect-src ([^;]+);/.exec(String(headers['content-security-policy']))?.[1]
  }
  const named = "'self' https://apply.example.jp http://zip.example:81"
  expect(await connectSrc('/entry/input')).toBe(named)
  expect(await connectSrc('/no/such/page')).toBe(named)
  expect(await connectSrc('/assets/client-8b-vj2hW.js')).toBe("'self'")
  expect(await connectSrc('/api/postal-codes')).toBe("'self'")
  expect((await app.inject('/.connect-origins')).statusCode).toBe(404)
})

test('without such names a page may call its own server alone', async () => {
  const { get } = await serve()
  const connectSrc = async (url: string) =>
    /connect-src ([^;]+);/.exec(String((await get(url)).headers['content-security-policy']))?.[1]
  expect(await connectSrc('/entry/input')).toBe("'self'")
  expect(await connectSrc('/livez')).toBe("'self'")
  const policy = String((await get('/entry/input')).headers['content-security-policy'])
  expect(policy).toContain("; trusted-types moushikomi-file-worker; worker-src 'self'")
})

test.each([
  ['gzip, deflate, br, zstd', 'br', zlib.brotliDecompressSync],
  ['gzip, deflate, zstd', 'gzip', zlib.gunzipSync],
  ['gzip', 'gzip', zlib.gunzipSync],
  ['GZIP;q=0.5, br;q=0', 'gzip', zlib.gunzipSync],
  ['deflate', undefined, (content: Buffer) => content],
  ['', undefined, (content: Buffer) => content],
])('Accept-Encoding %j gets %s', async (accepted, encoding, decode) => {
  const { get } = await serve()
  const response = await get('/entry/input', { 'accept-encoding': accepted })
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers.vary).toBe('accept-encoding')
  expect(decode(response.rawPayload).toString()).toBe(PAGE)
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
})

test('what has a hash in its name is kept for ever, a page is asked for again', async () => {
  const { get } = await serve()
  const cacheControl = async (url: string) => (await get(url)).headers['cache-control']
  expect(await cacheControl('/assets/client-8b-vj2hW.js')).toBe(
    'public, max-age=31536000, immutable',
  )
  expect(await cacheControl('/entry/input')).toBe('no-cache')
})

test('what the client has already is not sent again', async () => {
  const { get } = await serve()
  const first = await get('/entry/input', { 'accept-encoding': 'br' })
  const plain = await get('/entry/input')
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect(plain.headers.etag).not.toBe(etag)
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*', ' * ']) {
    const again = await get('/entry/input', { 'accept-encoding': 'br', 'if-none-match': condition })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers.vary).toBe('accept-encoding')
  }
  for (const other of ['"other"', `"W/${etag.slice(1)}`]) {
    const headers = { 'accept-encoding': 'br', 'if-none-match': other }
    expect([other, (await get('/entry/input', headers)).statusCode]).toEqual([other, 200])
  }
  const accept = 'text/html'
  const missing = await get('/no/such/page', { accept, 'if-none-match': '*' })
  expect([missing.statusCode, missing.body]).toEqual([404, 'no such page'])
})

test('HEAD tells the same without the content', async () => {
  const { app } = await serve()
  const head = await app.inject({ method: 'HEAD', url: '/entry/input' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(PAGE)))
})

test('a person on a wrong path gets the page for it, a program the error', async () => {
  const { app, get } = await serve()
  const person = await get('/no-such-page?x=1', { accept: 'text/html,*/*;q=0.8' })
  expect([person.statusCode, person.body]).toEqual([404, 'no such page'])
  expect(person.headers['content-security-policy']).toContain("default-src 'none'")
  for (const url of ['/no-such-page', '/api/no-such-call?', '/api']) {
    const accept = url.startsWith('/api') ? 'text/html' : '*/*'
    const program = await get(url, { accept })
    expect([program.statusCode, program.json().error.code]).toEqual([404, 'not_found'])
  }
  const post = await app.inject({
    method: 'POST',
    url: '/no-such-page',
    headers: { accept: 'text/html' },
  })
  expect(post.json().error.code).toBe('not_found')
})

test('a page that is made at the start takes the built one’s place, compressed as that was', () => {
  const page = Buffer.from(`<!doctype html>${'<p>別のページ'.repeat(100)}`)
  const style = Buffer.from('p { color: red }'.repeat(100))
  const replaced = new Map([
    ['entry/input.html', page],
    ['files/a.css', style],
  ])
  const { assets } = loadBuiltPages(build(), replaced)
  const variants = new Map(assets.get('/entry/input')?.variants)
  const built = loadBuiltPages(build()).assets.get('/entry/input')
  expect([...variants.keys()].toSorted()).toEqual(['br', 'gzip', 'identity'])
  const decoders = {
    br: zlib.brotliDecompressSync,
    gzip: zlib.gunzipSync,
    identity: (content: Buffer) => content,
  }
  for (const [encoding, { content, headers }] of variants) {
    expect(decoders[encoding](content)).toEqual(page)
    expect(content.length < page.length / 10 || encoding === 'identity').toBe(true)
    const { etag, ...usual } = built?.variants.get(encoding)?.headers ?? {}
    expect({ ...headers, etag }).toEqual({ ...usual, etag })
    expect(headers.etag).not.toBe(etag)
  }
  expect([...(assets.get('/files/a.css')?.variants.keys() ?? [])]).toEqual(['identity'])
  expect(assets.get('/files/a.css')?.plain.content).toEqual(style)
})

test.each([
  ['zstd', undefined],
  [' br ; q=1.0 , gzip', 'br'],
  ['br;q=0.0, gzip;q=0.01', 'gzip'],
  ['br;Q=0, xgzip, gzip2', undefined],
  ['br;level=1;q=0', undefined],
  ['br;xq=0', 'br'],
  ['br;q=0.000, gzip', 'gzip'],
  ['br;q=0.1', 'br'],
])('Accept-Encoding %j is read as %s', async (accepted, encoding) => {
  const { get } = await serve()
  const { headers } = await get('/entry/input', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
})

test('without built pages the start says how to build them', () => {
  const folder = join(temporaryFolder(), 'web')
  expect(() => loadBuiltPages(folder)).toThrow(
    `The pages are not built: ${folder} is missing. Build them with npm run build.`,
  )
})

test('hashed files of earlier builds are served beside those of this one, which come first', async () => {
  const earlier = temporaryFolder()
  mkdirSync(join(earlier, 'assets'))
  writeFileSync(join(earlier, 'assets/entry-0ld.js'), 'earlier')
  writeFileSync(join(earlier, 'assets/client-8b-vj2hW.js'), 'earlier')
  const { app } = await startApp({ pages: loadBuiltPages(build(), new Map(), earlier) })
  const kept = await app.inject('/assets/entry-0ld.js')
  expect([kept.statusCode, kept.body]).toEqual([200, 'earlier'])
  expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject('/assets/client-8b-vj2hW.js')).body).toBe(SCRIPT)
  expect((await app.inject('/assets/entry-n0ne.js')).statusCode).toBe(404)
})

test('before the second build there are none', () => {
  const { assets } = loadBuiltPages(build(), new Map(), join(temporaryFolder(), 'none'))
  expect(assets.has('/assets/client-8b-vj2hW.js')).toBe(true)
})
