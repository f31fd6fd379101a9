/** One setup at a time in a folder: a lock file with the process ids of its holder, taken over when they are gone. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const POLL_MS = 100

/**
 * Does the work while this process alone holds the lock, after waiting for whoever holds it now.
 * `work` is told how to name a child process whose life keeps the lock held should this one be killed.
 * @template T
 * @param {string} path
 * @param {(guard: (pid: number) => void) => Promise<T>} work
 * @param {() => void} onWait called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true })
  for (let waits = 0; !acquired(path); waits++) {
    if (waits === 0) onWait()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const release = () => rmSync(path, { force: true })
  process.on('exit', release)
  try {
    return await work((pid) => writeFileSync(path, `${process.pid} ${pid}`))
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} path */
function acquired(path) {
  const own = `${path}.${process.pid}`
  try {
    removeIfDead(path, own)
    writeFileSync(own, `${process.pid}`)
    // A link appears with its content or not at all.
    linkSync(own, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * @param {string} path
 * @param {string} aside a name of this process's own
 */
function removeIfDead(path, aside) {
  try {
    if (isHeld(path)) return
    renameSync(path, aside)
    // Between the reading and the renaming another process may have taken the lock: it gets it back.
    if (isHeld(aside)) linkSync(aside, path)
    rmSync(aside)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** @param {string} path */
function isHeld(path) {
  return readFileSync(path, 'utf8').split(' ').map(Number).some(processExists)
}

/** @param {number} pid */
function processExists(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
