import { closeSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logsToJournal } from '../config/settings.ts'
import { temporaryFolder } from '../testing/databases.ts'

test('only the descriptor that systemd names is its journal: a redirected one has no priorities', () => {
  const open = (name: string) => {
    const descriptor = openSync(join(temporaryFolder(), name), 'w')
    onTestFinished(() => closeSync(descriptor))
    return descriptor
  }
  const [journal, file] = [open('journal'), open('file')]
  const { dev, ino } = fstatSync(journal)
  expect(logsToJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, journal)).toBe(true)
  expect(logsToJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, file)).toBe(false)
  expect(logsToJournal({ JOURNAL_STREAM: '' }, journal)).toBe(false)
  expect(logsToJournal({}, journal)).toBe(false)
})
