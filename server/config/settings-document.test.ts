/** docs/operations.md tells people every setting as the table here tells it to the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Settings, textOfSetting } from './setting.ts'
import { PROJECT_ROOT, SETTINGS } from './settings.ts'

test('the settings in docs/operations.md are the settings there are', () => {
  const rows: Settings = SETTINGS
  const lines = Object.entries(rows).map(([key, { about, allowed }]) => {
    const { text } = textOfSetting(rows, new Map(), key)
    return `| \`${key}\` | ${text === '' ? '' : `\`${text}\``} | ${about} | ${allowed} |`
  })
  const table = ['| Setting | Default | What it is | Allowed |', '|---|---|---|---|', ...lines]
  const document = readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8')
  const [, found = ''] = /\n(\| Setting \|(?:.*\n)+?)\n/.exec(document) ?? []
  expect(found.trim().split('\n')).toEqual(table)
})
