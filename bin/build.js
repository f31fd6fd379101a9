/** Builds what is stale: beside each output stands the fingerprint of the sources it was made from. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { keepEarlier } from './earlier.js'
import { fingerprint } from './fingerprint.js'
import { PlainError, ROOT, run, step } from './run.js'

const BUILD = join(ROOT, 'build')
const UNFINISHED = 'unfinished '
/** Laid out as the pages are. */
const EARLIER = 'earlier'

/** @typedef {readonly [string, ...string[]]} Command */
/**
 * @typedef {object} Product
 * @property {string} name what is printed while it is made
 * @property {readonly string[]} sources files and folders; tests in them do not count
 * @property {readonly string[]} outputs names in build/
 * @property {string} [hashed] folder of an output whose files carry a hash of their content in their names
 * @property {(to: string) => readonly (readonly Command[])[]} stages make the outputs in the folder `to`, one after another, the commands of each beside each other
 */

/** What both sets of pages are made of, and by. */
const SHARED = [
  'contract',
  'domain',
  'ui',
  'package-lock.json',
  'bin/build.js',
  'bin/compress.js',
  'bin/browsers.js',
]

/** @type {readonly Product[]} */
const PRODUCTS = [
  {
    name: 'pages',
    sources: [...SHARED, 'web', 'sheets'],
    outputs: ['web', 'ssr'],
    hashed: 'web/assets',
    stages: (to) => [
      [
        viteBuild('web', join(to, 'web')),
        viteBuild('web', join(to, 'ssr'), '--ssr', 'prerender.tsx'),
      ],
      [['node', join(to, 'ssr', 'prerender.js'), join(to, 'web')]],
      [['node', 'bin/compress.js', join(to, 'web')]],
    ],
  },
  {
    name: 'staff console',
    sources: [...SHARED, 'console'],
    outputs: ['staff'],
    stages: (to) => [
      [viteBuild('console', join(to, 'staff'))],
      [['node', 'bin/compress.js', join(to, 'staff')]],
    ],
  },
  {
    name: 'postal codes',
    sources: [
      'server/postal',
      'server/store/postal-file.ts',
      'server/store/read-only-file.ts',
      'domain',
      'package-lock.json',
      'bin/build.js',
    ],
    outputs: ['postal-codes.db'],
    stages: (to) => [[['node', 'server/postal/build.ts', join(to, 'postal-codes.db')]]],
  },
]

/**
 * @param {string} root
 * @param {string} outDir
 * @param {string[]} options
 * @returns {Command}
 */
function viteBuild(root, outDir, ...options) {
  return ['vite', 'build', root, ...options, '--outDir', outDir, '--logLevel=warn']
}

export function isBuilt() {
  return PRODUCTS.every(isFresh)
}

/** Makes what is stale, and puts it in place only when it is whole. */
export async function build() {
  mkdirSync(BUILD, { recursive: true })
  for (const entry of readdirSync(BUILD))
    if (entry.startsWith(UNFINISHED)) rmSync(join(BUILD, entry), { recursive: true, maxRetries: 5 })
  const stale = PRODUCTS.filter((product) => !isFresh(product))
  const results = await Promise.allSettled(
    stale.map((product) => step(`Building ${product.name}`, () => make(product))),
  )
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

/** @param {Product} product */
async function make(product) {
  const made = fingerprint(ROOT, product.sources)
  // A name of its own: what a killed build left running may still write into its folder.
  const staging = mkdtempSync(join(BUILD, `${UNFINISHED}${product.name} `))
  for (const commands of product.stages(staging)) {
    const codes = await Promise.all(
      commands.map(([program, ...args]) =>
        // A NODE_ENV of the caller's would put React's development build into the pages.
        run(program, args, { env: { NODE_ENV: 'production' }, quiet: true }),
      ),
    )
    if (codes.some((code) => code !== 0))
      throw new PlainError(`Building ${product.name} failed; see the message above.`)
  }
  rmSync(stampOf(product), { force: true })
  if (product.hashed)
    keepEarlier(
      {
        current: join(BUILD, product.hashed),
        next: join(staging, product.hashed),
        earlier: join(BUILD, EARLIER, 'assets'),
      },
      Date.now(),
    )
  for (const output of product.outputs) {
    rmSync(join(BUILD, output), { recursive: true, force: true })
    renameSync(join(staging, output), join(BUILD, output))
  }
  rmSync(staging, { recursive: true })
  writeFileSync(stampOf(product), made)
}

/** @param {Product} product */
function isFresh(product) {
  const paths = [stampOf(product), ...product.outputs.map((output) => join(BUILD, output))]
  return (
    paths.every((path) => existsSync(path)) &&
    readFileSync(stampOf(product), 'utf8') === fingerprint(ROOT, product.sources)
  )
}

/** @param {Product} product */
function stampOf(product) {
  return join(BUILD, `${product.name}.fingerprint`)
}
