/** Nobody takes what the product prints. */
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { type Drill, drill, tool } from './drill.ts'

/** More than a pipe holds, at the most talkative level. */
const REQUESTS = 1500

const FULL_PIPE = drill({
  part: 'log',
  name: 'a pipe that is full and not read',
  row: 'nobody reads the log',
  events: [],
  heals: true,
  async run(stage) {
    const scene = await stage.play.open()
    const pipe = join(scene.folder, 'pipe')
    await tool('mkfifo', [pipe])
    // Open for reading too, or opening it would wait for a reader.
    const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    stage.after(() => closeSync(reader))
    const under = ['sh', '-c', 'exec 2>"$0"; "$@"; exit $?', pipe]
    const desk = await stage.desk({ scene, under, env: { LOG_LEVEL: 'debug' } })
    for (let count = 0; count < REQUESTS; count += 1) {
      const response = await fetch(`${desk.url}/livez?${count}`, {
        signal: AbortSignal.timeout(5000),
      })
      await response.arrayBuffer()
    }
    await scene.crowd.apply(desk.url, 4)
    await desk.becomes('ready')
    const held = await desk.metric('process_resident_memory_bytes')
    if (held > 300e6) stage.play.complain(`${Math.round(held / 1e6)} MB`)
    await scene.crowd.settle(desk.url)
    await scene.audit()
    await desk.stop()
  },
})

export const LOG: readonly Drill[] = [FULL_PIPE]
