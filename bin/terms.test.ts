import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.js'

/** Where sentences for people are written; what applicants paste is read by the rest of `sheets/` in whatever words it has. */
const WRITTEN = [
  '{web,console,ui,domain,contract,server}/**/*.{ts,tsx,css,html,json,txt}',
  'deploy/**/*.{html,toml,conf,cfg}',
  'deploy/{Caddyfile,env}',
  'sheets/{messages,sheet-choice,write-workbook}.ts',
  'PRIVACY.md',
]
const NOT_WRITTEN = /\.test\.|\/testing|\/golden\/|sample-directory|node_modules/

const rows = readFileSync(join(ROOT, 'docs', 'terms.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [^-W]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const never = rows.flatMap(([, , , words = '']) => words.split(', '))

test('the table of terms is read', () => {
  expect(never).toContain('申込番号')
  expect(never.length).toBeGreaterThan(40)
})

const files = globSync(WRITTEN, { cwd: ROOT }).filter((file) => !NOT_WRITTEN.test(file))

test.each([
  'domain/messages.ts',
  'sheets/messages.ts',
  'server/delivery/mail/templates.ts',
  'web/styles/table.css',
  'deploy/operator.toml',
  'deploy/Caddyfile',
  'PRIVACY.md',
])('%s is read', (file) => {
  expect(files).toContain(file)
})

test('no sentence of the product has another word for a thing that has one', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return never.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`)
  })
  expect(found).toEqual([])
})
