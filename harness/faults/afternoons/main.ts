/**
 * `npm run test:afternoons [-- SQLite | PostgreSQL] [--root=<folder>]`: runs every command of the two pages of
 * docs/operations.md that install the product, in order, on a clean Debian. `--root` is one that debootstrap made before.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { programOnPath } from '../../../bin/programs.js'
import { command, PlainError } from '../../../bin/run.js'
import { bootDebian, cleanRoot } from './debian.ts'
import { FAILED, PAGES, type Page, STEP, scriptOf, stepsOf } from './page.ts'

const NEEDED = {
  debootstrap: 'debootstrap',
  'systemd-nspawn': 'systemd-container',
  slirp4netns: 'slirp4netns',
  nsenter: 'util-linux',
} as const
/** As in the page: the relay's port. */
const RELAY_PORT = 587
const SHOWN = 40

await command(async () => {
  const words = process.argv.slice(2)
  const given = words.find((word) => word.startsWith('--root='))?.slice('--root='.length)
  const named = words.filter((word) => !word.startsWith('--'))
  const pages = PAGES.filter((page) => named.length === 0 || named.includes(page))
  if (pages.length === 0) throw new PlainError(`The pages: ${PAGES.join(', ')}.`)
  const missing = Object.entries(NEEDED).filter(([program]) => !programOnPath(program))
  if (missing.length > 0 || process.getuid?.() !== 0) {
    for (const page of pages)
      for (const step of stepsOf(page)) console.log(`not run: ${step.title}`)
    throw new PlainError(
      `This needs root, and on Debian: apt-get install ${missing.map(([, debian]) => debian).join(' ')}`,
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-afternoons-'))
  const clean = given ?? join(folder, 'clean')
  if (given === undefined) cleanRoot(clean)
  for (const page of pages) await tryPage(page, clean, join(folder, page))
  rmSync(folder, { recursive: true, force: true })
})
process.exit()

async function tryPage(page: Page, clean: string, root: string): Promise<void> {
  const steps = stepsOf(page)
  const relay = await openRelay()
  const debian = await bootDebian(clean, root)
  const heard: string[] = []
  try {
    const status = await debian.run(scriptOf(steps), (line) => {
      heard.push(line)
      if (line.startsWith(STEP)) console.log(`${page}: ${line.slice(STEP.length)}`)
    })
    const failed = heard.find((line) => line.startsWith(FAILED))?.slice(FAILED.length)
    if (status !== 0)
      throw new PlainError(
        `${heard.slice(-SHOWN).join('\n')}\n\n${page}: a line of the page failed: ${failed}. The machine is in ${root}.`,
      )
    if (relay.mails() === 0) throw new PlainError(`${page}: no mail came to the relay.`)
  } finally {
    debian.stop()
    relay.close()
  }
}

/** Takes every mail and delivers none. */
async function openRelay() {
  let mails = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => {
        mails += 1
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(RELAY_PORT, '127.0.0.1', resolve)
  })
  return { mails: () => mails, close: () => server.close() }
}
