/** The staff command line: `npm run -s admin -- <command>`. Results on standard output, all else on standard error. */

import { APPLICATION_COMMANDS } from './admin/applications.ts'
import { type Command, type Desk, Misuse, runCommand } from './admin/command.ts'
import { stdout } from './admin/output.ts'
import { ConfigError, readConfig } from './config.ts'
import { AppError } from './errors.ts'
import { openDatabase } from './store/database.ts'

const COMMANDS: readonly Command[] = [...APPLICATION_COMMANDS]

process.exitCode = await main(process.argv.slice(2))

/** 0: done; 1: not done; 2: asked wrongly. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    const config = readConfig()
    const opened: { close(): Promise<void> }[] = []
    const desk: Desk = {
      config,
      clock: Date.now,
      out: stdout,
      say: (text) => void process.stderr.write(`${text}\n`),
      async database() {
        const database = await openDatabase(config.DATABASE_URL, { onFatal: stop })
        opened.push(database)
        return database
      },
    }
    try {
      return await runCommand(COMMANDS, argv, desk)
    } finally {
      for (const database of opened) await database.close()
    }
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): number {
  const foreseen = error instanceof Misuse || error instanceof ConfigError
  if (error instanceof AppError)
    console.error(`${error.message}（${error.code}）`, error.cause ?? '')
  else console.error(foreseen ? error.message : error)
  return foreseen ? 2 : 1
}

function stop(error: unknown): never {
  console.error('データベースへの書き込みに失敗しました。', error)
  process.exit(1)
}
