import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from './boundaries.js'
import { PROGRAMS, projectNode, ROOT } from './run.js'

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'boundaries-'))
  const skipped = ['node_modules', 'build', 'data', '.git'].map((name) => join(ROOT, name))
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !skipped.includes(path) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

/** What the check says of the copy while these lines stand at the ends of these files. */
function planted(lines: readonly (readonly [file: string, line: string])[]): string[] {
  const before = new Map(lines.map(([file]) => [file, readFileSync(join(copy, file))]))
  for (const [file, line] of lines) appendFileSync(join(copy, file), `\n${line}\n`)
  try {
    return violations(copy)
  } finally {
    for (const [file, content] of before) writeFileSync(join(copy, file), content)
  }
}

const isCircle = (violation: string) => violation.startsWith('circle')

const FORBIDDEN: readonly (readonly [file: string, target: string])[] = [
  ['domain/flows.ts', '../server/errors.ts'],
  ['domain/flows.ts', '../web/site.ts'],
  ['domain/flows.ts', 'node:fs'],
  ['domain/flows.ts', 'zod'],
  ['server/errors.ts', '../web/site.ts'],
  ['server/errors.ts', './store/database.ts'],
  ['server/http/request-checks.ts', '../store/database.ts'],
  ['server/http/request-checks.ts', '../apply/call-types.ts'],
  ['server/routes/pages.ts', '../store/database.ts'],
  ['server/staff/routes/sign-in.ts', '../../store/database.ts'],
  ['server/apply/call-types.ts', '../routes/pages.ts'],
  ['server/apply/call-types.ts', '../http/server.ts'],
  ['server/apply/call-types.ts', '../testing/calls.ts'],
  ['server/apply/call-types.ts', 'fastify'],
  ['server/apply/call-types.ts', 'kysely'],
  ['server/routes/pages.ts', 'pg'],
  ['server/admin/output.ts', 'node:sqlite'],
  ['server/store/queries/limits.ts', '../../apply/call-types.ts'],
  ['server/store/queries/limits.ts', '../../http/server.ts'],
  ['server/store/queries/limits.ts', 'fastify'],
  ['server/store/migrations/0001-release-1.0.0.ts', '../../../domain/applicant.ts'],
  ['server/store/migrations/0001-release-1.0.0.ts', '../schema.ts'],
  ['server/app.ts', '../harness/fuzz/part.ts'],
  ['server/app.ts', '../harness/faults/calls.ts'],
  ['server/app.ts', '../harness/bench/peak.ts'],
  ['server/app.ts', '../harness/e2e/form.ts'],
  ['web/site.ts', '../server/errors.ts'],
  ['web/site.ts', '../console/filter.ts'],
  ['web/site.ts', './testing.ts'],
  ['console/filter.ts', '../server/errors.ts'],
  ['console/filter.ts', '../web/site.ts'],
  ['console/parts/basics.tsx', '../pages/list-page.tsx'],
  ['console/parts/basics.tsx', '../api.ts'],
  ['harness/e2e/form.ts', '../../server/errors.ts'],
  ['harness/e2e/form.ts', '../../web/site.ts'],
  ['harness/fuzz/part.ts', '../faults/calls.ts'],
  ['harness/faults/calls.ts', '../fuzz/part.ts'],
  ['harness/bench/peak.ts', '../e2e/form.ts'],
  ['harness/client/http.ts', '../faults/calls.ts'],
  ['server/app.ts', '../harness/client/http.ts'],
  ['bin/run.js', '../server/errors.ts'],
  ['domain/flows.ts', '../sheets/sheet.ts'],
  ['domain/flows.ts', '../contract/apply.ts'],
  ['contract/apply.ts', '../server/errors.ts'],
  ['contract/apply.ts', 'zod'],
  ['sheets/sheet.ts', '../web/site.ts'],
  ['sheets/sheet.ts', '../contract/apply.ts'],
  ['ui/field.tsx', '../web/site.ts'],
  ['web/site.ts', '../contract/apply-schemas.ts'],
  ['web/site.ts', 'zod'],
  ['web/pages/home.tsx', '../sending/calls.ts'],
  ['console/filter.ts', '../contract/staff-api-schemas.ts'],
  ['ui/field.tsx', '../contract/console-schemas.ts'],
]

test('each import that is forbidden is named with its file', () => {
  const found = planted(FORBIDDEN.map(([file, target]) => [file, `import {} from '${target}'`]))
  const named = found.filter((violation) => !isCircle(violation))
  const short = named.map((violation) => violation.replace(/:\d+ imports (\S+): .*/, ' $1'))
  const expected = FORBIDDEN.map(
    ([file, target]) => `${file} ${target.startsWith('.') ? join(file, '..', target) : target}`,
  )
  expect(short.toSorted()).toEqual(expected.toSorted())
})

const WRITTEN = [
  "import type { AppError } from '../server/errors.ts'",
  "import { type AppError } from '../server/errors.ts'",
  "export type { AppError } from '../server/errors.ts'",
  "export * from '../server/errors.ts'",
  "export const late = () => import('../server/errors.ts')",
  "export type Late = import('../server/errors.ts').AppError",
  "export type Late = typeof import('../server/errors.ts')",
  "import '../server/errors.ts'",
]

test('an import is seen however it is written', () => {
  const found = planted(WRITTEN.map((line) => ['web/site.ts', line]))
  expect(found).toEqual(
    WRITTEN.map(() =>
      expect.stringMatching(/^web\/site\.ts:\d+ imports server\/errors\.ts: .* web .* core$/),
    ),
  )
  expect(new Set(found).size).toBe(WRITTEN.length)
})

test('of a schema the browser takes types, and nothing that is there when the code runs', () => {
  const from = "from '../contract/apply-schemas.ts'"
  const types = [
    `import type { ConsentBody } ${from}`,
    `export type { ConsentBody } ${from}`,
    "export type Late = import('../contract/apply-schemas.ts').ConsentBody",
  ]
  const values = [
    `import { Consent } ${from}`,
    `import { type ConsentBody } ${from}`,
    `export { Consent } ${from}`,
    "export const late = () => import('../contract/apply-schemas.ts')",
  ]
  const files = ['web/site.ts', 'console/filter.ts', 'ui/field.tsx']
  const linesOf = (lines: readonly string[]) =>
    planted(files.flatMap((file) => lines.map((line) => [file, line] as const))).filter(
      (violation) => !isCircle(violation),
    )
  expect(linesOf(types)).toEqual([])
  const found = linesOf(values)
  expect(found).toHaveLength(files.length * values.length)
  for (const violation of found) expect(violation).toMatch(/may not import the zone schemas$/)
})

test('a circle of types is found and printed once', () => {
  const circle = planted([['domain/prices.ts', "import type {} from './price-lists.test.ts'"]])
  expect(circle).toEqual([
    expect.stringContaining('circle of imports: domain/prices.ts → domain/price-lists.test.ts → '),
  ])
})

test('a file outside every zone is named', () => {
  writeFileSync(join(copy, 'somewhere.ts'), '')
  expect(violations(copy)).toEqual(['somewhere.ts is in no zone of bin/zones.js'])
  rmSync(join(copy, 'somewhere.ts'))
})

test('the command prints each violation with its line and ends with 1', () => {
  const path = join(copy, 'web/site.ts')
  const before = readFileSync(path)
  writeFileSync(path, `import {} from '../console/filter.ts'\n${before}`)
  const { status, stderr } = spawnSync(projectNode(), ['bin/boundaries.js'], {
    cwd: copy,
    encoding: 'utf8',
  })
  writeFileSync(path, before)
  expect(stderr).toBe(
    'web/site.ts:1 imports console/filter.ts: the zone web may not import the zone console\n',
  )
  expect(status).toBe(1)
})

test.each([
  ['web/site.ts', 60],
  ['web/frame.tsx', 90],
])('a function in %s has %i lines at most', (file, most) => {
  const path = join(copy, file)
  const before = readFileSync(path)
  const check = (lines: number) => {
    const calls = Array.from({ length: lines }, (_, line) => `  console.info(${line})\n`)
    writeFileSync(path, `export function long() {\n${calls.join('')}}\n`)
    return spawnSync(join(PROGRAMS, 'biome'), ['lint', file], { cwd: copy, encoding: 'utf8' })
  }
  const [fitting, longer] = [check(most), check(most + 1)]
  writeFileSync(path, before)
  expect([fitting.status, longer.status]).toEqual([0, 1])
  expect(longer.stderr).toContain('noExcessiveLinesPerFunction')
})
