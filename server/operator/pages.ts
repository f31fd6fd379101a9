/** The built pages with an operator's words in them, rendered anew at the start by the program that the build made for it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Operator } from './file.ts'

/** File name within the build → content, in place of what the build wrote; empty without an operator's file. */
export async function operatorPages(
  { words, documents, texts }: Operator,
  builtRenderer: string,
): Promise<ReadonlyMap<string, Buffer>> {
  if (texts.size === 0) return new Map()
  // In a process of its own: nothing of React stays in this one.
  const child = spawn(process.execPath, [join(builtRenderer, 'prerender.js'), '--words'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { NODE_ENV: 'production' },
  })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(words))
  const output = await text(child.stdout)
  const [code] = await ended
  if (code !== 0) throw new Error('OPERATOR_FILE の文言でページを作れませんでした。')
  const pages: Record<string, string> = JSON.parse(output)
  return new Map([
    ...Object.entries(pages).map(([name, html]) => [name, Buffer.from(html)] as const),
    ...[...documents].map(([path, content]) => [path.slice(1), content] as const),
  ])
}
