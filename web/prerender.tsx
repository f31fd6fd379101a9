/**
 * Static site generation. `node prerender.js <folder of the client build>` writes every page's HTML there.
 * `node prerender.js --words` reads an operator's words as JSON from standard input and writes {file: HTML} to standard
 * output: what the server serves in place of those files.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { argv, stdin, stdout } from 'node:process'
import { text } from 'node:stream/consumers'
import { CONNECT_ORIGINS_FILE } from '#contract/apply.ts'
import { toRender } from './words-to-render.ts'

/** The client build's manifest stays beside this program, for the pages to be rendered again. */
const MANIFEST = join(import.meta.dirname, 'manifest.json')

const [, , target] = argv
if (!target) throw new Error('usage: prerender.js <folder of the client build> | --words')
if (target === '--words') await printPages()
else await writePages(target)

async function writePages(folder: string): Promise<void> {
  await rename(join(folder, '.vite', 'manifest.json'), MANIFEST)
  const { files, connectOrigins } = await render()
  for (const [name, html] of Object.entries(files)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  await writeFile(join(folder, CONNECT_ORIGINS_FILE), connectOrigins.join('\n'))
}

async function printPages(): Promise<void> {
  toRender.words = JSON.parse(await text(stdin))
  const { files } = await render()
  stdout.write(JSON.stringify(files))
}

/** The pages' modules take the words as they are loaded. */
async function render() {
  const { renderPages } = await import('./render-pages.tsx')
  return renderPages(JSON.parse(await readFile(MANIFEST, 'utf8')))
}
