/** Commands for whoever runs the server: backup, check, postal codes, retention, and the operator's file. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Operator, readOperator } from '../config/operator-file.ts'
import { checkVersion } from '../config/operator-pages.ts'
import { OPERATOR_SETTINGS } from '../config/operator-settings.ts'
import { POSTAL_CODES } from '../config/settings.ts'
import { OperatorError } from '../errors.ts'
import { importPostalCodes } from '../postal/import.ts'
import { runRetention } from '../retention.ts'
import type { Database, Rewritable } from '../store/database.ts'
import { OtherSchema } from '../store/migrate.ts'
import { noteBackup } from '../store/queries/installation-values.ts'
import { scrubErased } from '../store/queries/retention.ts'
import { copiedShare, DamagedCopy } from '../store/sqlite/copy.ts'
import { refuseMissing } from '../store/sqlite/file.ts'
import { type Command, type CommandContext, textOf } from './command.ts'
import { tableOf } from './output.ts'

export const MAINTENANCE_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    audited: true,
    takes: ['<ファイル>'],
    about:
      'サーバーを止めずにデータベースの控えを作り、開いて確かめます（SQLite）。確かめられなかった控えは残しません。',
    options: {},
    async run(context, [file = '']) {
      const url = context.config.DATABASE_URL
      if (!url.startsWith('sqlite:')) {
        context.say(
          'PostgreSQL では pg_dump を使ってください：pg_dump --format=custom --file=<ファイル> "$DATABASE_URL"\n控えを取ったら、backup record で記録してください。',
        )
        return 1
      }
      const target = resolve(file)
      const database = await context.database()
      context.measure(() => copiedShare(url.slice('sqlite:'.length), target))
      try {
        const total = await database.backup(target)
        context.say(`${target} に控えを作り、確かめました（申し込み ${total} 件）。`)
      } catch (error) {
        if (!(error instanceof DamagedCopy)) throw error
        context.say(
          `控えを確かめたところ、壊れていました（${error.message}）。控えは残していません。データベースが壊れていないか、check --full で調べてください。`,
        )
        return 1
      }
      await recordBackup(context)
      return 0
    },
  },
  {
    name: 'backup record',
    audited: true,
    takes: [],
    about:
      'ほかのプログラム（pg_dump など）で控えを取り、確かめたことを記録します。監視（backup_last_success_timestamp_seconds）に使われます。',
    options: {},
    async run(context) {
      await recordBackup(context)
      context.say('控えを取ったことを記録しました。')
      return 0
    },
  },
  {
    name: 'check',
    takes: [],
    about:
      'データベースが壊れていないかを調べます。壊れていれば終了コード 1 で終わり、サーバーの /readyz も、直して再起動するまで失敗を返します。',
    options: { full: { about: '索引と行が合っているかも調べます（何倍も時間がかかります）' } },
    async run(context, _args, values) {
      const depth = values.full === true ? 'full' : 'quick'
      const findings = await (await context.database()).examine(depth)
      if (findings.length === 0) {
        context.say('データベースに壊れているところは見つかりませんでした。')
        return 0
      }
      await context.out.write(findings.map((finding) => `${finding}\n`).join(''))
      context.say(
        'データベースが壊れています。サーバーの /readyz は、直して再起動するまで失敗を返します。docs/runbooks.md の「The database is damaged」の手順で直してください。',
      )
      return 1
    },
  },
  {
    name: 'postal-codes import',
    takes: ['<CSV>…'],
    about: '日本郵便の郵便番号データ（CSV）を取り込みます。',
    options: {},
    async run(context, paths) {
      const { built: base, imported: out } = POSTAL_CODES
      // It leaves the event loop no turn: this is said before.
      context.progress('郵便番号データを読んでいます…')
      const imported = importPostalCodes(paths, { out, base })
      context.progress('')
      await context.out.write(`${JSON.stringify(imported, null, 2)}\n`)
      context.say('取り込みました。次にサーバーを起動したときから使われます。')
      return 0
    },
  },
  {
    name: 'retention run',
    audited: true,
    takes: [],
    about: '保存期間を過ぎた申し込みの削除と消去を、いま行います。',
    options: { now: { takes: '<日時>', about: 'この日時に行ったものとして扱います（ISO 8601）' } },
    async run(context, _args, values) {
      const text = textOf(values, 'now')
      const now = text === '' ? context.clock() : Date.parse(text)
      if (Number.isNaN(now))
        throw new OperatorError(
          'usage',
          '--now には 2026-11-20T09:00:00+09:00 の形で指定してください。',
        )
      const rules = {
        incompleteDays: context.config.RETENTION_INCOMPLETE_DAYS,
        completeDays: context.config.RETENTION_COMPLETE_DAYS,
      }
      const { deleted, erased } = await runRetention(await context.database(), rules, now)
      // Here as in the server, whose role may lack the right.
      await scrubErased(await context.database())
      context.say(
        `途中で終わった申し込み ${deleted} 件を削除し、${erased} 件の個人情報を消去しました。`,
      )
      return 0
    },
  },
  {
    name: 'retention rewrite',
    audited: true,
    takes: [],
    about:
      '消去した内容がデータベースのファイルの空き領域にも残らないように、書き換えます。--start を付けないと、大きさと時間の目安だけを表示します。',
    options: {
      start: { about: '書き換えます。そのあいだ、書き換えているところを使う処理は待ちます' },
    },
    async run(context, _args, values) {
      const tables = await (await context.database()).rewritable()
      const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
      context.say(
        `${tables.length} か所（${megabytes(total)}）を、1か所ずつ書き換えます。そのあいだ、申し込みは最長で約 ${secondsFor(tables.at(-1)?.bytes ?? 0)} 秒待つか、受け付けられないことがあります。全体では約 ${secondsFor(total)} 秒です（毎秒 ${megabytes(REWRITTEN_A_SECOND)} とした目安です）。ディスクには、最大のものの 2 倍の空きが要ります。`,
      )
      if (values.start !== true) {
        context.say('申し込みの少ない時間に、--start を付けて実行してください。')
        return 0
      }
      return rewriteAll(context, tables)
    },
  },
]

/** Bytes, for the estimate: assumed, on the low side, and not measured. */
const REWRITTEN_A_SECOND = 20_000_000

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString()} MB`
const secondsFor = (bytes: number) => Math.ceil(bytes / REWRITTEN_A_SECOND).toLocaleString()

async function rewriteAll(
  { say, progress }: CommandContext,
  tables: readonly Rewritable[],
): Promise<number> {
  const left: string[] = []
  for (const { name, rewrite } of tables) {
    progress(`${name} を書き換えています…`)
    const reason = await rewrite().then(
      (isDone) => (isDone ? undefined : 'DATABASE_URL の役割が表の持ち主ではありません'),
      whyNotRewritten,
    )
    if (reason !== undefined) left.push(`${name}（${reason}）`)
  }
  progress('')
  if (left.length === 0) {
    say('書き換えました。')
    return 0
  }
  say(
    `書き換えられなかったものがあります：${left.join('、')}。（ ）の中の理由に対処してから、もう一度実行してください。`,
  )
  return 1
}

/** In the database's own words, but where the cure is to wait. */
function whyNotRewritten(error: Error & { code?: unknown }): string {
  // lock_not_available
  return error.code === '55P03' ? '使用中でした' : error.message
}

/** The operator's file is checked before a server starts with it. */
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

/** For the server's metrics. */
async function recordBackup(context: CommandContext): Promise<void> {
  const database = await context.database()
  await database.atomic((tx) => noteBackup(tx, context.clock()))
}

/** Undefined before the first start: there is nothing yet that a version could stand for. */
async function databaseOf({ config, database }: CommandContext): Promise<Database | undefined> {
  const [, file] = /^sqlite:(.+)$/s.exec(config.DATABASE_URL) ?? []
  if (file !== undefined && !existsSync(file)) {
    refuseMissing(resolve(file))
    return undefined
  }
  try {
    return await database()
  } catch (error) {
    if (error instanceof OtherSchema && error.difference === 'missing') return undefined
    throw error
  }
}

/** Every setting of the file with its text, or that it has none. */
function linesOf({ texts }: Operator): string[][] {
  return Object.entries(OPERATOR_SETTINGS).map(([key, { about }]) => [
    key,
    about,
    texts.get(key) ?? '（なし）',
  ])
}
