/** The command line within a test: real commands over a real database, what they print in hand. */
import { readConfig } from '../config/settings.ts'
import type { Database } from '../store/database.ts'
import { NOW } from '../testing/calls.ts'
import { runCommand } from './command.ts'
import { COMMANDS } from './commands.ts'

export type Printed = { code: number; out: string; err: string }

/** Runs a command as `npm run -s admin -- …argv` would, at an instant; rejects with what the command throws. */
export async function admin(
  database: Database,
  argv: readonly string[],
  { env = {}, now = NOW }: { env?: NodeJS.ProcessEnv; now?: number } = {},
): Promise<Printed> {
  const printed = { out: '', err: '' }
  const code = await runCommand(COMMANDS, argv, {
    config: readConfig(env),
    clock: () => now,
    out: {
      async write(text) {
        printed.out += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
      },
    },
    say(text) {
      printed.err += `${text}\n`
    },
    progress: () => {},
    measure: () => {},
    database: () => Promise.resolve(database),
  })
  return { code, ...printed }
}
