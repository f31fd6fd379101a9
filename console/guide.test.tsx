import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FLAG_LABELS, STAFF_STATUSES } from '#domain/staff.ts'
import { waitingLabel } from './list-words.ts'
import { GuidePage } from './pages/guide-page.tsx'
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
    ...Object.values(FLAG_LABELS),
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
