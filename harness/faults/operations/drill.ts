/** A drill: something breaks for real, and what the operator then sees, whether it heals, and its line in docs/runbooks.md are held. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresProgram, programOnPath } from '../../../bin/programs.js'
import { ROOT } from '../../../bin/run.js'
import type { Case, Play } from '../play.ts'
import { type Desk, type DeskOptions, type LogLine, linesIn, openDesk } from './desk.ts'

export const PARTS = [
  'relay',
  'systemd',
  'nginx',
  'restore',
  'postgres',
  'clock',
  'disk',
  'log',
] as const
export type Part = (typeof PARTS)[number]

export type Stage = {
  play: Play
  /** A product that is ready, with metrics, console and an outbox of its own. */
  desk(options?: DeskOptions): Promise<Desk>
  /** Lines of a log that is not a desk's own file. */
  hear(lines: readonly LogLine[]): void
  /** Done in any case as the drill ends, the last one first. */
  after(undo: () => unknown): void
}

export type DrillPlan = {
  part: Part
  name: string
  /** The first cell of its row under "What breaks, and what is seen" in docs/runbooks.md. */
  row: string
  /** What the log tells the operator; the row names each. */
  events: readonly string[]
  /** Whether it is over without anybody at the product, which the row says too. */
  heals: boolean
  engine?: Case['engine']
  run(stage: Stage): Promise<void>
}
export type Drill = Case & Pick<DrillPlan, 'part' | 'row' | 'events' | 'heals'>

export function drill({ engine = 'SQLite', run, ...plan }: DrillPlan): Drill {
  return {
    ...plan,
    engine,
    rounds: 1,
    cutsCalls: false,
    async run(play) {
      for (const _ of play.rounds()) await onStage(play, plan.events, run)
    },
  }
}

async function onStage(play: Play, events: readonly string[], run: DrillPlan['run']) {
  const logs: string[] = []
  const heard: LogLine[] = []
  const undone: (() => unknown)[] = []
  try {
    await run({
      play,
      async desk(options) {
        const desk = await openDesk(play, options)
        logs.push(join(desk.scene.folder, 'server.log'))
        return desk
      },
      hear: (lines) => void heard.push(...lines),
      after: (undo) => void undone.unshift(undo),
    })
    for (const log of new Set(logs)) if (existsSync(log)) heard.push(...linesIn(log))
    for (const event of events)
      if (!heard.some((line) => line.event === event)) play.complain(`the log never had ${event}`)
  } finally {
    for (const undo of undone) await undo()
  }
}

/** What a part needs of the machine: '' where it is there, else what is missing and how it is had. */
export const NEEDS: Readonly<Record<Part, () => string>> = {
  relay: () => missing({ postfix: 'postfix', openssl: 'openssl' }),
  systemd: () =>
    missing({ 'systemd-nspawn': 'systemd-container', rsyslogd: 'rsyslog', nsenter: 'util-linux' }),
  nginx: () => missing({ nginx: 'nginx', setpriv: 'util-linux' }),
  restore: () =>
    postgresProgram('pg_restore') ? '' : 'a PostgreSQL server (postgresql) is missing',
  postgres: () => (postgresProgram('initdb') ? '' : 'a PostgreSQL server (postgresql) is missing'),
  clock: () => missing({ faketime: 'faketime' }),
  disk: () =>
    missing({ 'mkfs.ext4': 'e2fsprogs', fsfreeze: 'util-linux', setpriv: 'util-linux' }) ||
    (existsSync('/dev/loop-control') ? '' : 'there are no loop devices'),
  log: () => missing({ mkfifo: 'coreutils' }),
}

function missing(programs: Readonly<Record<string, string>>): string {
  const lacking = Object.entries(programs).filter(([name]) => !programOnPath(name))
  if (lacking.length === 0) return ''
  return `${lacking.map(([name]) => name).join(', ')} missing (Debian: apt-get install ${lacking.map(([, debian]) => debian).join(' ')})`
}

/** A program of the machine; rejects where it fails, with what it said. */
export const tool = promisify(execFile)

export type Row = { breaks: string; seen: string; heals: string; triedBy: string }

/** The table of docs/runbooks.md that an operator looks into at night. */
export function rowsOfOperations(): Row[] {
  const text = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8')
  const section = text.split(/\n(?=## )/).find((part) => part.startsWith('## What breaks')) ?? ''
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
  return cells.slice(1).flatMap((row) => {
    const [breaks, seen, heals, triedBy] = row
    return breaks && seen && heals && triedBy ? [{ breaks, seen, heals, triedBy }] : []
  })
}
