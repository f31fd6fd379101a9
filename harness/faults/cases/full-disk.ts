/** The disk is full, and is not full any more. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isReady, until } from '../../../server/testing/process.ts'
import type { Case } from '../play.ts'
import type { Running, Scene } from '../scene.ts'

export const FULL_DISK: Case = {
  name: 'disk full and free again',
  engine: 'SQLite',
  rounds: 5,
  cutsCalls: true,
  async run(play) {
    const scene = await play.open()
    const disk = join(scene.folder, 'db')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', disk])
    const unmount = () => void execFileSync('umount', ['--lazy', disk])
    process.once('exit', unmount)
    try {
      const server = await scene.start()
      for (const round of play.rounds()) {
        await scene.crowd.apply(server.url, 4 + round)
        await fillAndFree(scene, server, disk)
      }
      await scene.close(server)
    } finally {
      process.off('exit', unmount)
      unmount()
    }
  },
}

const DISK_SIZE = '32m'
const CLIENTS = 8
const FULL_MS = 700
/** What is left of the log's own room is used up first. */
const RED_MS = 12_000
const GREEN_MS = 5000

async function fillAndFree({ crowd, audit }: Scene, { url }: Running, disk: string): Promise<void> {
  const filler = join(disk, 'filler')
  fill(filler)
  crowd.start(url, CLIENTS)
  try {
    await until(async () => !(await isReady(url)), RED_MS, 'red on a full disk')
    await setTimeout(FULL_MS)
  } finally {
    await crowd.stop()
    await audit()
    rmSync(filler)
  }
  await until(() => isReady(url), GREEN_MS, 'green with space')
  await crowd.settle(url)
  await audit()
}

/** Until not a byte is left. */
export function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let size = 2 ** 20; size >= 1; size /= 2) while (wrote(file, size)) {}
  } finally {
    closeSync(file)
  }
}

function wrote(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}
