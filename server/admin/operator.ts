/** The command that checks an operator's file before a server starts with it. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Operator, readOperator } from '../operator/file.ts'
import { KEYS } from '../operator/keys.ts'
import { checkVersion } from '../operator/version.ts'
import type { Database } from '../store/interface.ts'
import { OtherSchema } from '../store/migrate.ts'
import type { Command, CommandContext } from './command.ts'
import { tableOf } from './table.ts'

export const OPERATOR_COMMANDS: readonly Command[] = [
  {
    name: 'operator check',
    takes: ['<ファイル>'],
    about:
      '運営者の文言と日付のファイル（OPERATOR_FILE）を調べます。同じ版が別の内容で使われていないかも、データベースで確かめます。',
    options: {},
    async run(context, [file = '']) {
      const operator = readOperator(resolve(file))
      const database = await databaseOf(context)
      if (database) await checkVersion(database, operator)
      await context.out.write(tableOf([], linesOf(operator)))
      context.say('問題はありません。サーバーを再起動すると、この内容になります。')
      return 0
    },
  },
]

/** Undefined before the first start: there is nothing yet that a version could stand for. */
async function databaseOf({ config, database }: CommandContext): Promise<Database | undefined> {
  const [, file] = /^sqlite:(.+)$/s.exec(config.DATABASE_URL) ?? []
  if (file !== undefined && !existsSync(file)) return undefined
  try {
    return await database()
  } catch (error) {
    if (error instanceof OtherSchema && error.difference === 'missing') return undefined
    throw error
  }
}

/** Every key: what it says, or that nothing is said of it. */
function linesOf({ texts }: Operator): string[][] {
  return Object.entries(KEYS).map(([key, { about }]) => [
    key,
    about,
    [...texts].find(([name]) => name === key)?.[1] ?? '（なし）',
  ])
}
