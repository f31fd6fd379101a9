/**
 * `npm run test:screen-reader`: the flows as they are heard through Orca, in Chromium and in Firefox. `-- entry firefox` chooses
 * journeys and browsers by name. `-- states firefox` reads every state of every page whole, `-- states chromium entry-errors` those
 * whose name has the word. Transcripts are written into build/screen-reader.
 */
import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { argv, env, execPath, exit } from 'node:process'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import { ROOT } from '../../../bin/run.js'
import { type Product, startProduct } from '../product.ts'
import { startLinkedProduct } from '../status-product.ts'
import { type BrowserName, Desktop } from './desktop.ts'
import { JOURNEYS } from './journeys.ts'
import { Reader } from './reader.ts'
import { whatIsMissing } from './requirements.ts'
import { STAFF_JOURNEYS } from './staff-journeys.ts'
import { readStates } from './state-journey.ts'
import { STATUS_JOURNEYS } from './status-journeys.ts'

const OWN_JOURNEYS = { ...STAFF_JOURNEYS, ...STATUS_JOURNEYS }
const FOLDER = join(ROOT, 'build', 'screen-reader')
const BROWSERS: readonly BrowserName[] = ['chromium', 'firefox']
/** Set inside the session of its own that this command starts itself again in. */
const IN_SESSION = 'SCREEN_READER_SESSION'
/** Whatever hangs: one journey ends. */
const JOURNEY_MS = 8 * 60_000
/** About a hundred and ten states of some ten seconds. */
const STATES_MS = 45 * 60_000
const READ_STATES = 'states'

const missing = whatIsMissing()
if (missing) {
  console.error(missing)
  exit(1)
}
if (env[IN_SESSION]) await main(argv.slice(2))
else inSession()

/**
 * A message bus of its own: the screen reader of the person at this machine is left alone. The session learns from the end of its
 * input that this command has ended, in whatever way: `dbus-run-session` hands no signal on.
 */
function inSession(): void {
  const command = [execPath, ...argv.slice(1)]
  const child = spawn('dbus-run-session', ['--', ...command], {
    stdio: ['pipe', 'inherit', 'ignore'],
    env: { ...env, [IN_SESSION]: '1' },
    // Ctrl+C must not end the bus before those who use it.
    detached: true,
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.stdin?.end())
  child.once('exit', (code) => exit(code ?? 1))
}

async function main(words: readonly string[]): Promise<void> {
  const chosen = (names: readonly string[]) => {
    const named = names.filter((name) => words.includes(name))
    return named.length > 0 ? named : names
  }
  const isOfStates = words.includes(READ_STATES)
  const journeys = isOfStates
    ? [READ_STATES]
    : chosen(Object.keys({ ...JOURNEYS, ...OWN_JOURNEYS }))
  const states = words.filter((word) => ![READ_STATES, ...BROWSERS].includes(word))
  const ending = new AbortController()
  process.stdin.resume().once('end', () => ending.abort(new Error('the command was ended')))
  await mkdir(FOLDER, { recursive: true })
  const product = await startProduct()
  let failed = 0
  for (const browser of chosen(BROWSERS) as BrowserName[])
    for (const name of journeys)
      if (!ending.signal.aborted)
        failed += (await listen(name, browser, { url: product.url, states }, ending.signal)) ? 0 : 1
  await product.stop()
  if (ending.signal.aborted) exit(1)
  console.log(failed === 0 ? 'All journeys were heard as they must be.' : `${failed} were not.`)
  exit(failed === 0 ? 0 : 1)
}

/** Whether all was heard as it must be; writes the transcript. */
async function listen(
  name: string,
  browser: BrowserName,
  { url, states }: { url: string; states: readonly string[] },
  ending: AbortSignal,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'screen-reader-'))
  const rowsFile = join(folder, 'rows.txt')
  await writeFile(rowsFile, fortyRows())
  const isOfStates = name === READ_STATES
  const limit = AbortSignal.any([ending, AbortSignal.timeout(isOfStates ? STATES_MS : JOURNEY_MS)])
  const desktop = new Desktop(folder, limit)
  const reader = new Reader(desktop, browser)
  let own: Product | undefined
  const journey = async () => {
    await desktop.start()
    if (isOfStates) return readStates(desktop, reader, states)
    await JOURNEYS[name]?.(reader, { url, rowsFile })
    const withOwn = OWN_JOURNEYS[name]
    if (!withOwn) return
    own = await startLinkedProduct()
    await withOwn(reader, own)
  }
  try {
    await Promise.race([journey(), aborted(limit)])
  } catch (error) {
    reader.faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    await desktop.stop()
    await own?.stop()
    if (reader.faults.length > 0)
      await copyFile(desktop.log, join(FOLDER, `${name}-${browser}.orca.log`))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  if (ending.aborted) return false
  const faults = reader.faults.map((fault) => `! ${fault}`)
  console.log(
    [`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}, ${browser}`, ...faults].join('\n'),
  )
  await writeFile(
    join(FOLDER, `${name}-${browser}.txt`),
    `${[...faults, ...reader.transcript].join('\n')}\n`,
  )
  return faults.length === 0
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** Forty rows, as a spreadsheet puts them on the clipboard; nothing in them wants a look. */
function fortyRows(): string {
  const numbers = Array.from({ length: 500 }, (_, index) => String(1_310_000_000 + index))
  const lines = numbers
    .filter(hasValidCheckDigit)
    .slice(0, 40)
    .map((number, index) => [`つばさ${index + 1}`, number, '就労継続支援B型'].join('\t'))
  return `\ufeff${lines.join('\n')}\n`
}
