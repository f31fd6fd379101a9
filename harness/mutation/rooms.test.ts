import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../bin/run.js'
import { BASELINES, readBaseline } from './baseline.ts'
import { ROOM_NAMES } from './rooms.ts'

test('docs/testing.md says of every room what its mutants came to', () => {
  const document = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  const rows = document.match(/^\| `[a-z]+` \| \d+\.\d %/gm) ?? []
  const rooms = rows.map((row) => /`(\w+)`/.exec(row)?.[1] ?? '')
  expect(rooms.toSorted()).toEqual([...ROOM_NAMES, 'sql'].toSorted())
})

test('a baseline is of a room, and its sums are those of its mutants', () => {
  const files = existsSync(BASELINES) ? readdirSync(BASELINES) : []
  for (const file of files) {
    const room = file.replace('.json', '')
    expect([...ROOM_NAMES, 'sql']).toContain(room)
    for (const { tried, killed, living } of Object.values(readBaseline(room)))
      expect(killed + living.length).toBe(tried)
  }
})
