/** An operator's file as deploy/ has it, with its documents, in a folder that is gone after the test. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../config/settings.ts'
import { temporaryFolder } from './databases.ts'

const SAMPLE = readFileSync(join(PROJECT_ROOT, 'deploy/operator.toml'), 'utf8')

export type OperatorFile = {
  path: string
  /** Replaces texts of the sample; throws where one is not in it. */
  change(...changes: [from: string, to: string][]): void
  /** Writes a document beside it. */
  document(name: string, content: string): void
}

export function operatorFile(...changes: [from: string, to: string][]): OperatorFile {
  const folder = temporaryFolder()
  const path = join(folder, 'operator.toml')
  const file: OperatorFile = {
    path,
    change(...changes) {
      let text = SAMPLE
      for (const [from, to] of changes) {
        if (!text.includes(from)) throw new Error(`the sample has no ${from}`)
        text = text.replace(from, to)
      }
      writeFileSync(path, text)
    },
    document: (name, content) => writeFileSync(join(folder, name), content),
  }
  file.change(...changes)
  file.document('terms.pdf', '%PDF-1.4 terms')
  file.document('privacy.pdf', '%PDF-1.4 privacy')
  return file
}
