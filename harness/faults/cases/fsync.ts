/** What happens at an fsync: the process dies, the disk fails, or the fsync never comes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Ended } from '../../../server/testing/process.ts'
import type { Case, Play } from '../play.ts'
import type { Scene } from '../scene.ts'

/** Every database is new, so that the first ones meet a schema that is half made. */
export const KILL_AT_FSYNC: Case = {
  name: 'kill at the Nth fsync, N = 1…40',
  engine: 'SQLite',
  rounds: 40,
  cutsCalls: true,
  async run(play) {
    const rounds = play.rounds()
    const lane = async () => {
      for (const round of rounds)
        await strike(play, (scene) => tracedFsyncs(scene, `signal=SIGKILL:when=${round + 1}`))
    }
    await Promise.all([lane(), lane()])
  },
}

/** An fsync that fails leaves open what is on disk: going on would be a guess. */
export const FAILED_FSYNC: Case = {
  name: 'fsync fails with EIO',
  engine: 'SQLite',
  rounds: 12,
  cutsCalls: true,
  async run(play) {
    for (const round of play.rounds()) {
      const number = FIRST_EIO + round * EIO_STEP
      const { code } = await strike(play, (scene) =>
        tracedFsyncs(scene, `error=EIO:when=${number}`),
      )
      if (code === 0 || code === null) play.complain(`fsync ${number}: exit code ${code}`)
    }
  },
}
const FIRST_EIO = 2
const EIO_STEP = 3

/** kill -9 leaves what the system holds in memory, so a missing fsync is found by counting alone. */
export const COUNT_FSYNCS: Case = {
  name: 'an fsync for every acknowledged call',
  engine: 'SQLite',
  rounds: 1,
  cutsCalls: false,
  async run(play) {
    for (const _ of play.rounds()) {
      const scene = await play.open()
      const log = join(scene.folder, 'fsyncs')
      const count = () => readFileSync(log, 'utf8').match(FSYNC_OF_LOG)?.length ?? 0
      const server = await scene.start({
        under: ['strace', '-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', log],
      })
      await setTimeout(WRITTEN_MS)
      const before = count()
      await scene.crowd.apply(server.url, APPLICATIONS)
      await setTimeout(WRITTEN_MS)
      const { acknowledged } = scene.tally()
      const fsyncs = count() - before
      if (fsyncs < acknowledged)
        play.complain(`${fsyncs} fsyncs of the log for ${acknowledged} acknowledged calls`)
      await scene.close(server)
    }
  },
}
/** Once a call, whether strace shows it in one line or in two. */
const FSYNC_OF_LOG = /f(data)?sync\(\d+<[^>]*\.db-wal>/g
/** strace writes a line when the call has returned, and the server does not wait for that. */
const WRITTEN_MS = 300
/** One after another, so that no two share a commit. */
const APPLICATIONS = 40

/** A server that meets its fault, and another after it. */
async function strike(play: Play, under: (scene: Scene) => string[]): Promise<Ended> {
  const scene = await play.open()
  const struck = scene.launch({ under: under(scene) })
  const url = await struck.listening.catch(() => undefined)
  if (url !== undefined) scene.crowd.start(url)
  const ended = await Promise.race([struck.ended, setTimeout(FAULT_MS)])
  if (!ended) struck.signal('SIGKILL')
  await scene.crowd.stop()
  const server = await scene.start()
  await scene.audit()
  await scene.crowd.settle(server.url)
  await scene.crowd.apply(server.url, 4)
  await scene.close(server)
  if (!ended) throw new Error(`the fault did not end the server in ${FAULT_MS} ms`)
  return ended
}
const FAULT_MS = 10_000

/**
 * A command that runs a server and meddles with its fsyncs; only the database's own files count. strace counts by
 * thread, and so a single one of them makes those of the log.
 */
export function tracedFsyncs({ folder, database }: Scene, injection: string): string[] {
  const file = database.slice('sqlite:'.length)
  const files = ['', '-wal', '-journal'].flatMap((suffix) => ['-P', file + suffix])
  const log = join(folder, 'strace')
  const strace = ['strace', '-f', '-o', log, ...files, '-e', `inject=fsync,fdatasync:${injection}`]
  return ['env', 'UV_THREADPOOL_SIZE=1', ...strace]
}
