/** The built pages with an operator's words and what pages know of the settings in them, rendered anew at the start, and the record of which words a version stood for. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PageWords } from '#domain/operator-words.ts'
import type { Database } from '../store/database.ts'
import { findValue, insertValue } from '../store/queries/installation-values.ts'
import type { Operator } from './operator-file.ts'
import type { Config } from './settings.ts'

/** File name within the build → content, in place of what the build wrote; empty where the build says all that there is to say. */
export async function operatorPages(
  { words, documents, texts }: Operator,
  { INVITATIONS }: Pick<Config, 'INVITATIONS'>,
  builtRenderer: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const needsInvitation = INVITATIONS === 'required'
  if (texts.size === 0 && !needsInvitation) return new Map()
  const rendered: PageWords = { ...words, ...(needsInvitation && { needsInvitation }) }
  // In a process of its own: nothing of React stays in this one.
  const child = spawn(process.execPath, [join(builtRenderer, 'prerender.js'), '--words'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { NODE_ENV: 'production' },
  })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(rendered))
  const output = await text(child.stdout)
  const [code] = await ended
  if (code !== 0) throw new Error('設定と OPERATOR_FILE の文言でページを作れませんでした。')
  const pages: Record<string, string> = JSON.parse(output)
  return new Map([
    ...Object.entries(pages).map(([name, html]) => [name, Buffer.from(html)] as const),
    ...[...documents].map(([path, content]) => [path.slice(1), content] as const),
  ])
}

/** Stores the fingerprint of a version when it is first used. Throws where the version stood for other words: a consent that records it must say what was agreed to. */
export async function claimVersion(database: Database, operator: Operator): Promise<void> {
  const name = factName(operator)
  const value = fingerprintOf(operator)
  const fact = await database.atomic(async (tx) => {
    await insertValue(tx, { name, value })
    return findValue(tx, { name })
  })
  assertSameWords(operator, fact?.value)
}

/** As claimVersion, without storing anything. */
export async function checkVersion(database: Database, operator: Operator): Promise<void> {
  const fact = await database.read((tx) => findValue(tx, { name: factName(operator) }))
  assertSameWords(operator, fact?.value)
}

function assertSameWords(operator: Operator, fingerprint: string | undefined): void {
  if (fingerprint === undefined || fingerprint === fingerprintOf(operator)) return
  const { version } = operator.words
  throw new Error(
    `文言または文書が変わっていますが、version が「${version}」のままです。この版への同意がすでに記録されているかもしれません。OPERATOR_FILE の version を新しくしてください。`,
  )
}

function factName({ words }: Operator): string {
  return `words ${words.version}`
}

/** Of everything that the operator says and that a consent counts for, documents included; comments and the order of lines do not count. */
function fingerprintOf({ words, consoleUrl, documents }: Operator): string {
  const hash = createHash('sha256')
  // What happens next, nobody consents to: it changes without a new version.
  const { next: _, ...consented } = words
  const texts = { ...consented, completions: undefined, ...words.completions, consoleUrl }
  for (const [key, text] of Object.entries(texts).sort()) hash.update(JSON.stringify([key, text]))
  for (const [path, content] of [...documents].sort())
    hash.update(JSON.stringify([path, content.length])).update(content)
  return hash.digest('hex')
}
