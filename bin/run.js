/** Starts programs for the commands in bin/, with the project's own Node first on the path. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const PROGRAMS = join(ROOT, 'node_modules', '.bin')

/** The Node that runs everything but npm: the installed one where there is one, else this one. */
export function projectNode() {
  const installed = join(PROGRAMS, 'node')
  return existsSync(installed) ? installed : process.execPath
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program in the project folder to its end and resolves to its exit code (1 for a signal).
 * `quiet` drops its standard output. A signal to this process stops the program and then this process.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, { env = {}, quiet = false, onStart } = {}) {
  const path = `${PROGRAMS}${delimiter}${process.env.PATH ?? ''}`
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
    })
    let stopped = false
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = true
      child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, stop)
    if (child.pid !== undefined) onStart?.(child.pid)
    child.on('error', reject)
    child.on('close', (code) => {
      if (stopped) process.exit(1)
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve(code ?? 1)
    })
  })
}

/**
 * Says what is done, and afterwards how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const began = performance.now()
  console.error(`${what} …`)
  const result = await work()
  console.error(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** A failure that people can act on: its message is shown alone, without a stack. */
export class PlainError extends Error {}

/**
 * Runs a command's main function: a plain sentence and status 1 where it fails as foreseen.
 * @param {() => Promise<void>} main
 */
export async function command(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * @param {string} root
 * @returns {string[]} the folders under it with a tsconfig.json of their own
 */
export function typeScriptProjects(root) {
  return ['', 'harness'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .map((name) => join(parent, name))
      .filter((folder) => existsSync(join(root, folder, 'tsconfig.json'))),
  )
}
