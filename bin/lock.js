/** One setup at a time in a folder: a lock file that a killed holder does not leave behind for good. */
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const HEARTBEAT_MS = 1_000
/** Longer than an orphaned `npm ci` lives on when its parent is killed. */
const STALE_MS = 60_000
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
  let waited = false
  while (!acquire(path)) {
    if (buriedDead(path)) continue
    if (!waited) onWait()
    waited = true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const release = () => rmSync(path, { force: true })
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS)
  process.on('exit', release)
  try {
    return await work((pid) => {
      writeFileSync(`${path}.${process.pid}`, holder(pid))
      renameSync(`${path}.${process.pid}`, path)
    })
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** @param {number} [child] */
function holder(child) {
  return JSON.stringify({ host: hostname(), pids: child ? [process.pid, child] : [process.pid] })
}

/** @param {string} path */
function acquire(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, holder())
  try {
    // A link appears with its content or not at all.
    linkSync(own, path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Whether the lock is gone, because its holder is dead or has just let go.
 * @param {string} path
 */
function buriedDead(path) {
  const grave = `${path}.${process.pid}.stale`
  try {
    const seen = readFileSync(path, 'utf8')
    if (isAlive(seen, statSync(path).mtimeMs)) return false
    renameSync(path, grave)
    // Between the reading and the renaming another process may have taken the lock: give it back.
    if (readFileSync(grave, 'utf8') !== seen) linkSync(grave, path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(grave, { force: true })
  }
  return true
}

/**
 * A holder lives by its heartbeat; on this machine (not in a folder shared with another) its processes count too.
 * @param {string} content
 * @param {number} touchedAt
 */
function isAlive(content, touchedAt) {
  /** @type {{ host: string, pids: number[] }} */
  const { host, pids } = JSON.parse(content)
  if (Date.now() - touchedAt > STALE_MS) return false
  return host !== hostname() || pids.some(processExists)
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
