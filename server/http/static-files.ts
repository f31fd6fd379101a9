/** Static assets in memory, in every encoding that the build made: no file access and no compression per request. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONNECT_ORIGINS_FILE } from '#contract/apply.ts'
import { pagePolicy } from './security-headers.ts'

/** The smallest first. Whoever takes zstd takes Brotli too, which is smaller. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
type Encoding = (typeof ENCODINGS)[number][0] | 'identity'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
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
  '.bcmap': 'application/octet-stream',
}

type Variant = { headers: Record<string, string>; content: Buffer }
/** A file in every encoding it has. */
export type Asset = { variants: ReadonlyMap<Encoding, Variant>; plain: Variant }

/** Path → asset, and the page for paths that are none. */
export type BuiltPages = { assets: ReadonlyMap<string, Asset>; notFound: Asset | undefined }

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9 }

const NOT_FOUND_PAGE = '/404'
/** Vite puts a hash of the content into the name of everything in there. */
const HASHED = /^\/assets\//

/**
 * Reads the built pages; `replaced` are files of the build with other content, `earlier` is the folder of hashed files that
 * builds before had. Throws, and says how to build, where there are none.
 */
export function loadBuiltPages(
  folder: string,
  replaced: ReadonlyMap<string, Buffer> = new Map(),
  earlier?: string,
): BuiltPages {
  if (!existsSync(folder))
    throw new Error(`The pages are not built: ${folder} is missing. Build them with npm run build.`)
  const assets = new Map([
    ...(earlier && existsSync(earlier) ? assetsIn(earlier) : []),
    ...assetsIn(folder, replaced),
  ])
  const notFound = assets.get(NOT_FOUND_PAGE)
  assets.delete(NOT_FOUND_PAGE)
  return { assets, notFound }
}

function assetsIn(
  folder: string,
  replaced: ReadonlyMap<string, Buffer> = new Map(),
): [path: string, asset: Asset][] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const policy = { 'content-security-policy': pagePolicy(connectOriginsOf(folder)) }
  return files.filter(isServed).map((file) => {
    const path = pathOf(file)
    const headers = {
      'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(extname(file) === '.html' && policy),
    }
    const content = replaced.get(file)
    return [
      path,
      content
        ? compressedAsset(content, extname(file), headers)
        : readAsset(join(folder, file), headers),
    ]
  })
}

/** Answers with the smallest encoding the client takes, or with 304 where it has that already. */
export function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): void {
  const { headers, content } = chooseVariant(asset, request.headers['accept-encoding'])
  reply.headers(headers)
  const condition = request.headers['if-none-match']
  if (condition !== undefined && reply.statusCode === 200 && names(condition, headers.etag))
    reply.code(304).send()
  else reply.send(content)
}

/** An asset from a string, such as a generated style sheet. */
export function assetOf(content: Buffer, extension: string, cacheControl: string): Asset {
  const plain = variantOf(content, extension, { 'cache-control': cacheControl }, 'identity')
  return { variants: new Map(), plain }
}

/** The origins that the build found in the pages' own settings. */
function connectOriginsOf(folder: string): string[] {
  const file = join(folder, CONNECT_ORIGINS_FILE)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

/** Compressed at the start rather than at the build: quickly, and where it is worth it. */
function compressedAsset(
  content: Buffer,
  extension: string,
  headers: Record<string, string>,
): Asset {
  const plain = variantOf(content, extension, headers, 'identity')
  const variants = new Map<Encoding, Variant>([['identity', plain]])
  for (const [encoding, compress] of extension === '.html' ? COMPRESSIONS : [])
    variants.set(encoding, variantOf(compress(content), extension, headers, encoding))
  return { variants, plain }
}

const COMPRESSIONS = [
  ['br', (content: Buffer) => brotliCompressSync(content, { params: BROTLI })],
  ['gzip', (content: Buffer) => gzipSync(content)],
] as const

function readAsset(file: string, headers: Record<string, string>): Asset {
  const plain = variantOf(readFileSync(file), extname(file), headers, 'identity')
  const variants = new Map<Encoding, Variant>([['identity', plain]])
  for (const [encoding, suffix] of ENCODINGS) {
    if (!existsSync(file + suffix)) continue
    const content = readFileSync(file + suffix)
    variants.set(encoding, variantOf(content, extname(file), headers, encoding))
  }
  return { variants, plain }
}

function variantOf(
  content: Buffer,
  extension: string,
  headers: Record<string, string>,
  encoding: Encoding,
): Variant {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  return {
    content,
    headers: {
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      ...headers,
      etag,
      vary: 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  }
}

function isServed(file: string): boolean {
  const isHidden = file
    .split(/[\\/]/)
    .some((part) => part.startsWith('.') && part !== '.well-known')
  return !isHidden && TYPES[extname(file)] !== undefined
}

/** `entry/input/index.html` and `entry/input.html` are both /entry/input. */
function pathOf(file: string): string {
  const path = `/${file.replaceAll('\\', '/')}`
  return path.replace(/(\/index)?\.html$/, '') || '/'
}

function chooseVariant({ variants, plain }: Asset, accepted = ''): Variant {
  for (const [encoding] of ENCODINGS) {
    const variant = variants.get(encoding)
    if (variant && takes(accepted, encoding)) return variant
  }
  return plain
}

/** Whether an Accept-Encoding names an encoding, and not with a quality of zero. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

function names(ifNoneMatch: string, etag: string | undefined): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
}
