/** Puts a .br and a .gz beside every text file of a built folder, so that serving one costs nothing. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION } = zlib.constants

/** Above this size Brotli's best quality takes seconds and saves some 2 %: pdf.js alone, which comes with a PDF that somebody has chosen. */
const LARGE_BYTES = 1024 * 1024

/** @type {readonly [suffix: string, compress: (content: Buffer) => Promise<Buffer>][]} */
const ENCODINGS = [
  [
    '.br',
    (content) =>
      promisify(zlib.brotliCompress)(content, {
        params: {
          [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY - (content.length > LARGE_BYTES ? 1 : 0),
        },
      }),
  ],
  ['.gz', (content) => promisify(zlib.gzip)(content, { level: Z_BEST_COMPRESSION })],
]

const folder = argv[2]
if (!folder) throw new Error('usage: compress.js <folder>')

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  TEXT.test(file),
)
await Promise.all(
  files.flatMap((file) => {
    const content = readFileSync(join(folder, file))
    return ENCODINGS.map(async ([suffix, compress]) => {
      const compressed = await compress(content)
      if (compressed.length < content.length) writeFileSync(join(folder, file + suffix), compressed)
    })
  }),
)
