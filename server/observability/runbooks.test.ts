/** Whatever wakes somebody leads to one part of docs/runbooks.md: the program's events, the rules' alerts, and its headings agree. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../config/settings.ts'
import { EVENTS } from './events.ts'

const textOf = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')
const DOCUMENT = textOf('docs/runbooks.md')
const NEEDING_NOBODY = new Set<string>([...EVENTS.trace, ...EVENTS.debug, ...EVENTS.info])

/** What stands under each heading, by the heading's anchor. */
function sectionsOf(text: string): Map<string, string> {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')
  return new Map(
    text.split(/^#{2,3} (?=\S)/m).map((part) => {
      const [heading = ''] = part.split('\n', 1)
      return [anchorOf(heading), part.slice(heading.length)]
    }),
  )
}
const SECTIONS = sectionsOf(DOCUMENT)
const RUNBOOKS = sectionsOf(DOCUMENT.split('\n## Runbooks\n')[1]?.split('\n## ', 1)[0] ?? '')
/** Where an event that needs nobody may lead. */
const OPERATIONS = sectionsOf(textOf('docs/operations.md'))

/** Rows of the table under a heading: the names of the first cell, the other cells, and the one link of the last. */
function rowsUnder(anchor: string) {
  const lines = (SECTIONS.get(anchor) ?? '').split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const cells = line.slice(2, -2).split(' | ')
    const names = [...(cells[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    const links = [...(cells.at(-1) ?? '').matchAll(/\]\(([\w.]*#[\w-]+)\)/g)].map(([, to = '']) =>
      to.replace(/^#/, ''),
    )
    return { names, cells, links }
  })
}
const ROWS = rowsUnder('logs')
const ALERTS = rowsUnder('alarms')

test('every event that the program can tell has one row with its level, and there is no other', () => {
  const told = Object.entries(EVENTS).flatMap(([level, names]) =>
    names.map((name) => [name, level]),
  )
  const written = ROWS.flatMap(({ names, cells }) =>
    names.flatMap((name) => (cells[1] ?? '').split(', ').map((level) => [name, level])),
  )
  expect(written.toSorted()).toEqual(told.toSorted())
})

test('every event of the table is told somewhere in the program', () => {
  const code = globSync('server/**/*.ts', { cwd: PROJECT_ROOT })
    .filter((file) => !/\.test\.ts$|testing\/|observability\/events\.ts$/.test(file))
    .map(textOf)
    .join('\n')
  const names = Object.values(EVENTS).flat()
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})

test('every alert of the rules has its row, and its runbook is the row’s', () => {
  const rules = [
    ...textOf('deploy/prometheus-rules.yml').matchAll(
      /- alert: (\w+)$(?:(?!- alert:)[\s\S])*?runbook: "docs\/runbooks\.md#([\w-]+)"$/gm,
    ),
  ].map(([, name, to]) => [name, to])
  expect(rules.length).toBeGreaterThan(10)
  expect(rules).toHaveLength(textOf('deploy/prometheus-rules.yml').match(/- alert:/g)?.length ?? 0)
  const rows = ALERTS.flatMap(({ names, links }) => names.map((name) => [name, links[0]]))
  expect(rules.toSorted()).toEqual(rows.toSorted())
})

test('each row leads to one heading; to a runbook, which names it, where somebody is needed', () => {
  for (const { names, links } of [...ROWS, ...ALERTS]) {
    expect([names, links.length]).toEqual([names, 1])
    const [to = ''] = links
    for (const name of names) {
      const isRunbook = !NEEDING_NOBODY.has(name)
      const isThere = to.startsWith('operations.md#')
        ? !isRunbook && OPERATIONS.has(to.replace('operations.md#', ''))
        : RUNBOOKS.has(to)
      expect([name, to, isThere]).toEqual([name, to, true])
      if (isRunbook) expect([name, RUNBOOKS.get(to)]).toEqual([name, expect.stringContaining(name)])
    }
  }
})

const LED_TO = [...ROWS, ...ALERTS].flatMap(({ names, links }) =>
  names.some((name) => !NEEDING_NOBODY.has(name)) ? links : [],
)
test.each([...new Set(LED_TO)])(
  '#%s says what is seen, what heals by itself, and what to do',
  (to) => {
    const marks = RUNBOOKS.get(to)?.match(/^\*\*(?:Seen|Heals|Do):\*\*/gm)
    expect(marks).toEqual(['**Seen:**', '**Heals:**', '**Do:**'])
  },
)
