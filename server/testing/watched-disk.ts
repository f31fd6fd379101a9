/** Notes what is written and synced, with the names of files and folders, through Node's synchronous calls. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { onTestFinished } from 'vitest'

type Options = {
  /** A write takes no more than so many bytes at a time. */
  maxBytes?: number
  /** The file or folder that cannot be synced. */
  broken?: string
}

export function watchDisk({ maxBytes = Number.POSITIVE_INFINITY, broken }: Options = {}) {
  const { openSync, closeSync, writeSync, fsyncSync } = fs
  const open = new Map<number, string>()
  const calls: string[] = []
  fs.openSync = ((path: string, ...rest: [string, number?]) => {
    const handle = openSync(path, ...rest)
    open.set(handle, basename(path))
    return handle
  }) as typeof openSync
  fs.closeSync = (handle) => {
    open.delete(handle)
    closeSync(handle)
  }
  fs.writeSync = ((handle: number, bytes: Buffer, from: number, length: number, at: number) => {
    const written = writeSync(handle, bytes, from, Math.min(length, maxBytes), at)
    calls.push(`write ${open.get(handle)} ${at} ${written}`)
    return written
  }) as typeof writeSync
  fs.fsyncSync = (handle) => {
    calls.push(`sync ${open.get(handle)}`)
    if (broken !== undefined && open.get(handle) === broken) throw new Error('EIO')
    fsyncSync(handle)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { openSync, closeSync, writeSync, fsyncSync })
    syncBuiltinESMExports()
  })
  return { calls, openFiles: () => [...open.values()] }
}
