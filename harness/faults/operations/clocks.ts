/** The machine's clock is set wrong (libfaketime), while the product runs and before it starts. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMailServer } from '../../../server/delivery/testing.ts'

import { until } from '../../../server/testing/process.ts'
import { readStored } from '../stored.ts'
import { type Drill, drill, type Stage } from './drill.ts'

const LIBRARIES = '/usr/lib'
const OVER_MS = 40_000

/** Settings of a process whose clock is `set` by a file that is read each time it looks. */
function clock(folder: string): { env: Record<string, string>; set(offset: string): void } {
  const file = join(folder, 'clock')
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  mkdirSync(folder, { recursive: true })
  set('+0')
  return {
    set,
    env: {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}

function library(): string {
  const [folder] = readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu'))
  return join(LIBRARIES, folder ?? '', 'faketime', 'libfaketime.so.1')
}

async function jump(stage: Stage, offsets: readonly string[]): Promise<void> {
  const { env, set } = clock(join(stage.play.tree, '..', `clock-${offsets.join('')}`))
  const desk = await stage.desk({ env })
  const { scene } = desk
  await scene.crowd.apply(desk.url, 4)
  for (const offset of offsets) {
    set(offset)
    await desk.logged('clock_jump')
    await scene.crowd.apply(desk.url, 2)
    if (!(await desk.isReady())) stage.play.complain(`${offset}: not ready`)
    set('+0')
    await desk.logged('clock_jump_over')
  }
  const rows = (await readStored(scene.database)).applications
  const [first, last] = [Math.min, Math.max].map((pick) =>
    pick(...rows.map((row) => Number(row.created_at))),
  )
  if ((last ?? 0) - (first ?? 0) > 10 * 60_000)
    stage.play.complain('a time of a wrong clock was stored')
  await scene.close(desk)
}

const WHILE_RUNNING = drill({
  part: 'clock',
  name: '+1 day, -1 day and +10 years while it runs',
  row: 'the clock jumps',
  events: ['clock_jump', 'clock_jump_over'],
  heals: true,
  run: (stage) => jump(stage, ['+1d', '-1d', '+3650d']),
})

const AT_THE_START = drill({
  part: 'clock',
  name: 'ten years ahead at a start, the relay down',
  row: 'the clock is wrong at a start',
  events: ['delivery_outage', 'retention_postponed'],
  heals: true,
  async run(stage) {
    const { env: clocked, set } = clock(join(stage.play.tree, '..', 'clock-start'))
    const door = await startMailServer()
    const port = Number(new URL(door.url).port)
    await door.close()
    const env = {
      ...clocked,
      MAIL_URL: door.url,
      MAIL_FROM: 'desk@example.jp',
      STAFF_MAIL: 'staff@example.jp',
      RETENTION_INCOMPLETE_DAYS: '30',
    }
    const desk = await stage.desk({ env })
    const { scene } = desk
    await scene.crowd.apply(desk.url, 4)
    await desk.logged('delivery_outage')
    await desk.stop()
    set('+3650d')
    const ahead = await desk.restart()
    await ahead.logged('retention_postponed')
    const states = async () => (await readStored(scene.database)).outbox.map(({ state }) => state)
    if ((await states()).some((state) => state === 'failed' || state === 'sent'))
      stage.play.complain(`mails are ${await states()}`)
    await ahead.stop()
    set('+0')
    const mails = await startMailServer(port)
    stage.after(() => mails.close())
    const right = await desk.restart()
    await until(
      async () => (await states()).every((state) => state === 'sent'),
      OVER_MS,
      'all sent',
      200,
    )
    await scene.close(right)
  },
})

export const CLOCK: readonly Drill[] = [WHILE_RUNNING, AT_THE_START]
