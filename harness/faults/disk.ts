/** A disk whose power can be cut: ext4 on a loop device; a cut is a copy of what the device held at that moment. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectNode } from '../../bin/run.js'
import type { CutMode, DiskReply, DiskRequest } from './disk-server.ts'

/** What a power cut left, and its moment in milliseconds of the monotonic clock. */
export type Cut = { image: string; at: number }

export type Disk = {
  /** Where it is mounted. */
  folder: string
  cut(mode: CutMode): Promise<Cut>
  /** Cuts when the nth flush from now on arrives, before it is carried out. */
  cutAtFlush(nth: number, mode: CutMode): Promise<Cut>
  /** From now on data is not written and the kernel is told so; the file system's own journal is. */
  fail(fails: boolean): Promise<void>
  /** The device answers nothing, as one that resets or whose network is gone, until it goes on. */
  stall(stalls: boolean): void
  /** Mounts what a cut left, beside this one, for as long as `look` takes. */
  inspect<T>(cut: Cut, look: (folder: string) => Promise<T>): Promise<T>
  /** The machine comes back after a cut: the same folder, with what was left. Nothing may be running on it. */
  restart(cut: Cut): Promise<void>
  remove(): void
}

const run = promisify(execFile)

/** `place` is a folder that does not exist. Needs root. */
export async function openDisk(place: string, megabytes: number): Promise<Disk> {
  const [memory, folder] = [join(place, 'memory'), join(place, 'disk')]
  for (const path of [place, memory, folder]) mkdirSync(path)
  // Not on the machine's own disk, and gone with the mount.
  await run('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', memory])
  const image = join(memory, 'image')
  const journal = await format(image, megabytes)
  let device = await connect(image, join(memory, 'device-0'), folder)
  let count = 0
  const remove = () => {
    process.off('exit', remove)
    device.leave()
    spawnSync('umount', ['--lazy', memory])
  }
  process.once('exit', remove)
  const cutBy = async (request: Untargeted): Promise<Cut> => {
    const target = join(memory, `cut-${count++}`)
    const { at } = await device.ask({ ...request, target })
    return { image: target, at }
  }
  return {
    folder,
    cut: (mode) => cutBy({ do: 'cut', mode }),
    cutAtFlush: (nth, mode) => cutBy({ do: 'cutAtFlush', nth, mode }),
    async fail(fails) {
      await device.ask({ do: 'fail', except: fails ? journal : null })
    },
    stall: (stalls) => device.signal(stalls ? 'SIGSTOP' : 'SIGCONT'),
    inspect,
    async restart({ image: left }) {
      device.leave()
      device = await connect(left, join(memory, `device-${count++}`), folder)
    },
    remove,
  }
}

/** An image with an ext4 file system; gives the blocks of its journal. */
async function format(image: string, megabytes: number): Promise<number[]> {
  await run('truncate', ['-s', `${megabytes}M`, image])
  const options = 'lazy_itable_init=0,lazy_journal_init=0,nodiscard'
  await run('mkfs.ext4', ['-q', '-F', '-b', '4096', '-E', options, image])
  return journalBlocks(image)
}

async function inspect<T>({ image }: Cut, look: (folder: string) => Promise<T>): Promise<T> {
  const beside = `${image}-mounted`
  mkdirSync(beside)
  await run('mount', ['-t', 'ext4', '-o', 'loop', image, beside])
  try {
    return await look(beside)
  } finally {
    await run('umount', [beside])
    rmSync(image)
  }
}

type Omitted<R, K extends string> = R extends unknown ? Omit<R, K> : never
type Unnumbered = Omitted<DiskRequest, 'id'>
type Untargeted = Omitted<Extract<DiskRequest, { target: string }>, 'id' | 'target'>
type Device = {
  ask(request: Unnumbered): Promise<DiskReply>
  signal(name: NodeJS.Signals): void
  leave(): void
}

/** Serves an image in `files` and mounts it on `folder`. */
async function connect(image: string, files: string, folder: string): Promise<Device> {
  mkdirSync(files)
  const server = spawn(projectNode(), [join(import.meta.dirname, 'disk-server.ts'), image, files], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ask = askOf(server)
  await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`the disk ended with ${code}`)
    }),
  ])
  rmSync(image)
  await run('mount', ['-t', 'ext4', '-o', 'loop', join(files, 'image'), folder])
  return {
    ask,
    signal: (name) => void server.kill(name),
    leave() {
      server.kill('SIGCONT')
      // Lazily where something still has a file open there: it must not hold up the suite.
      for (const path of [folder, files])
        if (spawnSync('umount', [path]).status !== 0) spawnSync('umount', ['--lazy', path])
      server.kill('SIGKILL')
    },
  }
}

function askOf(server: ChildProcess): Device['ask'] {
  const asked = new Map<number, (reply: DiskReply) => void>()
  let last = 0
  server.on('message', (reply: DiskReply) => {
    asked.get(reply.id)?.(reply)
    asked.delete(reply.id)
  })
  return (request) => {
    const id = ++last
    return new Promise((resolve) => {
      asked.set(id, resolve)
      server.send({ ...request, id })
    })
  }
}

/** The blocks of the file system's own journal: it is ext4's inode 8. */
async function journalBlocks(image: string): Promise<number[]> {
  const { stdout } = await run('debugfs', ['-R', 'blocks <8>', image], { maxBuffer: 2 ** 24 })
  return stdout.trim().split(/\s+/).map(Number)
}
