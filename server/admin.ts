/** The staff command line: `npm run -s admin -- <command>`. Results on standard output, all else on standard error. */
import { type CommandContext, runCommand } from './admin/command.ts'
import { COMMANDS } from './admin/commands.ts'
import { stdout } from './admin/output.ts'
import { readConfig } from './config/settings.ts'
import { OperatorError } from './errors.ts'
import { explainDatabase } from './lifecycle.ts'
import type { Database } from './store/database.ts'
import { openDatabase } from './store/open-database.ts'

/** A person waits for the database; a server's start waits longer. */
const PATIENCE_MS = 3000

process.exitCode = await main(process.argv.slice(2))

/** Exit status: 0 done, 1 failed, 2 wrong usage or settings. */
async function main(argv: readonly string[]): Promise<number> {
  const opened: Database[] = []
  try {
    const config = readConfig()
    const context: CommandContext = {
      config,
      clock: Date.now,
      out: stdout,
      say: (text) => void process.stderr.write(`${text}\n`),
      progress: process.stderr.isTTY ? overwriteLine : () => {},
      measure: () => {},
      async database() {
        const [first] = opened
        const database =
          first ??
          (await openDatabase(config.DATABASE_URL, {
            readUrl: config.DATABASE_READ_URL,
            asIs: true,
            patienceMs: PATIENCE_MS,
            onFatal: stop,
          }))
        if (!first) opened.push(database)
        return database
      },
    }
    return await runCommand(COMMANDS, argv, context)
  } catch (error) {
    console.error(error instanceof Error ? (explainDatabase(error) ?? error.message) : error)
    return error instanceof OperatorError ? error.exitStatus : 1
  } finally {
    for (const database of opened) await database.close()
  }
}

/** Carriage return, and the rest of the line erased. */
function overwriteLine(text: string): void {
  process.stderr.write(`\r\x1b[K${text}`)
}

function stop(error: unknown): never {
  console.error('データベースへの書き込みに失敗しました。', error)
  process.exit(1)
}
