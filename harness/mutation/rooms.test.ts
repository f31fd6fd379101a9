import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../bin/run.js'
import { occursIn } from './results.ts'
import { ROOM_NAMES } from './rooms.ts'
import { SURVIVORS } from './survivors.ts'

test('docs/testing.md says of every room what its mutants came to, or that they were not tried', () => {
  const document = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  const told = document.match(/^\| `[a-z]+` \| (?:\d+\.\d %|not tried)/gm) ?? []
  const rooms = told.map((row) => /`(\w+)`/.exec(row)?.[1] ?? '')
  expect(rooms.toSorted()).toEqual([...ROOM_NAMES, 'sql'].toSorted())
})

test('a survivor that stays is a line of its file', () => {
  for (const { file, call, why } of SURVIVORS) {
    const path = join(ROOT, file)
    const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
    expect([file, call, occursIn(source, call), why !== '']).toEqual([file, call, true, true])
  }
})
