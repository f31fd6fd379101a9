/** OPERATIONS.md tells people every setting as the table here tells it to the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT, SETTINGS } from './config/settings.ts'

type Row = { about: string; allowed: string; fallback: string | ((textOf: TextOf) => string) }
type TextOf = (key: string) => string

test('the settings in OPERATIONS.md are the settings there are', () => {
  const rows: Record<string, Row> = SETTINGS
  const textOf: TextOf = (key) => {
    const { fallback } = rows[key] ?? { fallback: '' }
    return typeof fallback === 'string' ? fallback : fallback(textOf)
  }
  const lines = Object.entries(rows).map(([key, { about, allowed }]) => {
    const text = textOf(key)
    return `| \`${key}\` | ${text === '' ? '' : `\`${text}\``} | ${about} | ${allowed} |`
  })
  const table = ['| Setting | Default | What it is | Allowed |', '|---|---|---|---|', ...lines]
  const document = readFileSync(join(PROJECT_ROOT, 'OPERATIONS.md'), 'utf8')
  const [, found = ''] = /\n(\| Setting \|(?:.*\n)+?)\n/.exec(document) ?? []
  expect(found.trim().split('\n')).toEqual(table)
})
