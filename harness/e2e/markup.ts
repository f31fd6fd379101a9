/** Two checkers of HTML: html-validate document by document, the Nu checker over many in one run. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { HtmlValidate } from 'html-validate'
import { ROOT } from '../../bin/run.js'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React and browsers write the same document: to HTML it is all one.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // The policy forbids it in what is served, and so does the prerender; a script may place a dialog.
    'no-inline-style': 'off',
    // A field's id is the name that the API's errors call it by, dots included.
    'valid-id': ['error', { relaxed: true }],
    // Rows laid out as cards would lose the roles of a native table; no native list suggests and asks a server.
    'prefer-native-element': [
      'error',
      { exclude: ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell', 'listbox'] },
    ],
    // A number has the hyphens of a keyboard, so that it can be copied and searched for.
    'tel-non-breaking': 'off',
  },
})

/** What html-validate finds, a line a finding. */
export async function findingsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  )
}

/** A run of seconds is over before code compiled twice and threads that collect pay: half the processor's time. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m']

/** What the Nu checker finds in documents by name, a line a finding. Its hints on style are no findings. */
export async function nuFindingsOf(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'moushikomi-html-'))
  try {
    const files: string[] = []
    for (const [name, html] of documents) {
      files.push(join(folder, `${name}.html`))
      await writeFile(join(folder, `${name}.html`), html)
    }
    const jar = join(ROOT, 'node_modules', 'vnu-jar', 'build', 'dist', 'vnu.jar')
    const options = ['--format', 'json', '--stdout', '--exit-zero-always']
    const args = [...SHORT_RUN, '-jar', jar, ...options, ...files]
    const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 64 * 1024 * 1024 })
    const { messages }: { messages: NuMessage[] } = JSON.parse(stdout)
    return messages
      .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
      .map(({ url, message, extract }) => `${basename(url ?? '')}: ${message} ${extract ?? ''}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type NuMessage = {
  type: 'info' | 'error' | 'non-document-error'
  subType?: 'warning' | 'fatal'
  url?: string
  message: string
  extract?: string
}
