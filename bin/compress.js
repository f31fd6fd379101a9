/** Puts a .br, .gz and .zst beside every text file of a built folder, so that serving one costs nothing. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION, ZSTD_c_compressionLevel } =
  zlib.constants

/** @type {readonly [suffix: string, compress: (content: Buffer) => Promise<Buffer>][]} */
const ENCODINGS = [
  [
    '.br',
    (content) =>
      promisify(zlib.brotliCompress)(content, {
        params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY },
      }),
  ],
  ['.gz', (content) => promisify(zlib.gzip)(content, { level: Z_BEST_COMPRESSION })],
  [
    '.zst',
    (content) =>
      // Without the size each of these small files would be given the memory of a large one.
      promisify(zlib.zstdCompress)(content, {
        params: { [ZSTD_c_compressionLevel]: 19 },
        pledgedSrcSize: content.length,
      }),
  ],
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
