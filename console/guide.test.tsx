import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EXPORT_LABELS, MOST_FOUND, MOST_IN_BULK, SESSION_HOURS } from '#contract/console.ts'
import { ROLES } from '#domain/roles.ts'
import { FLAG_LABELS, STAFF_STATUSES, WAITING } from '#domain/staff.ts'
import { waitingLabel } from './list-words.ts'
import { GuidePage } from './pages/guide-page.tsx'
import { WARNING_SECONDS } from './session-time.ts'
import { SHORTCUTS } from './shortcuts.ts'

const shown = renderToStaticMarkup(<GuidePage />)
const text = shown.replaceAll(/<[^>]+>/g, '')

/** Everything that the program itself writes on the screen: its sources without the guide, and its tables. */
function written(): string {
  const folders = ['.', 'pages', 'parts'].map((folder) => join(import.meta.dirname, folder))
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.tsx?$/.test(name) && !/test|guide/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  return files.join('\n')
}

test('what the guide quotes is on the screen, in these words', () => {
  const quoted = [...text.matchAll(/「([^」]+)」/g)].map(([, words = '']) => words)
  expect(quoted.length).toBeGreaterThan(20)
  const labels = [
    ...Object.values(STAFF_STATUSES).map(({ label }) => label),
    ...Object.values(WAITING).map(({ label }) => label),
    ...Object.values(WAITING).flatMap(({ tab }) => tab ?? []),
    ...Object.values(FLAG_LABELS),
    ...Object.values(EXPORT_LABELS),
    ...Object.values(ROLES).map(({ label }) => label),
    waitingLabel(3, null),
    ...Object.values(SHORTCUTS).map(({ label }) => label.replaceAll(/[「」]/g, '')),
  ]
  const screen = [...labels, written()].join('\n')
  const unknown = quoted.filter((words) => !screen.includes(words))
  expect(unknown).toEqual([])
})

test('the guide has every key', () => {
  for (const { label } of Object.values(SHORTCUTS)) expect(text).toContain(label)
})

test('each number of the guide is one that the program keeps to', () => {
  const kept = [
    MOST_FOUND,
    MOST_IN_BULK,
    SESSION_HOURS.idle,
    SESSION_HOURS.most,
    WARNING_SECONDS / 60,
  ].map((value) => value.toLocaleString())
  const sentences = text.slice(0, text.indexOf('キー操作キー'))
  const found = [...sentences.matchAll(/([\d,]+)(?:件|時間|分前)/g)].map(([, no]) => no)
  // The three of the button that shows what is new, and the letter of a key, are no limits.
  expect(new Set(found)).toEqual(new Set([...kept, '3']))
})
