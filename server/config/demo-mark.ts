/** What the pages of a demo say of themselves, above everything else. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Config } from './settings.ts'

export const DEMO_MARK =
  '<p role="note"><strong>デモ</strong>　ここにあるのは、すべて架空のお申し込みです。何も送信されません。本物の情報は入力しないでください。</p>'

/** As `replaced`, with every page of the folder marked where this is a demo. */
export function markedPages(
  { DEMO }: Pick<Config, 'DEMO'>,
  folder: string,
  replaced: ReadonlyMap<string, Buffer> = new Map(),
): ReadonlyMap<string, Buffer> {
  if (DEMO === 'off') return replaced
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => extname(file) === '.html')
  const contents = pages.map((file) => {
    const html = (replaced.get(file) ?? readFileSync(join(folder, file))).toString()
    return [file, Buffer.from(marked(html))] as const
  })
  return new Map([...replaced, ...contents])
}

function marked(html: string): string {
  const inside = html.indexOf('>', html.indexOf('<body')) + 1
  return html.slice(0, inside) + DEMO_MARK + html.slice(inside)
}
