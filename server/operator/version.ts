/** A version of the operator's words is one text for ever: consents that record it must say what was agreed to. */
import { createHash } from 'node:crypto'
import type { Database } from '../store/interface.ts'
import { findValue, insertValue } from '../store/key-values.ts'
import type { Operator } from './file.ts'

/** Remembers the fingerprint of a version when it is first used. Throws where the version stands for other words. */
export async function claimVersion(database: Database, operator: Operator): Promise<void> {
  const name = nameOf(operator)
  const value = fingerprintOf(operator)
  const known = await database.atomic(async (tx) => {
    await insertValue(tx, { name, value })
    return findValue(tx, { name })
  })
  refuseOther(operator, known?.value)
}

/** As claimVersion, without remembering anything. */
export async function checkVersion(database: Database, operator: Operator): Promise<void> {
  const known = await database.read((tx) => findValue(tx, { name: nameOf(operator) }))
  refuseOther(operator, known?.value)
}

function refuseOther(operator: Operator, known: string | undefined): void {
  if (known === undefined || known === fingerprintOf(operator)) return
  const { version } = operator.words
  throw new Error(
    `文言または文書が変わっていますが、version が「${version}」のままです。この版への同意がすでに記録されているかもしれません。OPERATOR_FILE の version を新しくしてください。`,
  )
}

function nameOf({ words }: Operator): string {
  return `words ${words.version}`
}

/** Of everything that the operator says, documents included; comments and the order of lines do not count. */
function fingerprintOf({ words, consoleUrl, documents }: Operator): string {
  const hash = createHash('sha256')
  const said = { ...words, completions: undefined, ...words.completions, consoleUrl }
  for (const [key, text] of Object.entries(said).sort()) hash.update(JSON.stringify([key, text]))
  for (const [path, content] of [...documents].sort())
    hash.update(JSON.stringify([path, content.length])).update(content)
  return hash.digest('hex')
}
