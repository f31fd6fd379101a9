/** The staff command line: `npm run -s admin -- <command>`. Results on standard output, all else on standard error. */
import { type Desk, Misuse, runCommand } from './admin/command.ts'
import { COMMANDS } from './admin/commands.ts'
import { stdout } from './admin/output.ts'
import { ConfigError, readConfig } from './config.ts'
import { type Database, openDatabase } from './store/database.ts'

process.exitCode = await main(process.argv.slice(2))

/** 0: done; 1: not done; 2: asked wrongly. */
async function main(argv: readonly string[]): Promise<number> {
  const opened: Database[] = []
  try {
    const config = readConfig()
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
    return await runCommand(COMMANDS, argv, desk)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return error instanceof Misuse || error instanceof ConfigError ? 2 : 1
  } finally {
    for (const database of opened) await database.close()
  }
}

function stop(error: unknown): never {
  console.error('データベースへの書き込みに失敗しました。', error)
  process.exit(1)
}
