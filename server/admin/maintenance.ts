/** Commands for operators: backups, postal codes, retention. */
import { resolve } from 'node:path'
import { POSTAL_CODES } from '../config.ts'
import { importPostalCodes } from '../postal/import.ts'
import { runRetention } from '../retention.ts'
import { copiedShare, verifyCopy } from '../store/copy.ts'
import { scrubErased } from '../store/erasure.ts'
import { type Command, textOf, UsageError } from './command.ts'

export const MAINTENANCE_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    audited: true,
    takes: ['<ファイル>'],
    about: 'サーバーを止めずにデータベースの控えを作り、開いて確かめます（SQLite）。',
    options: {},
    async run(context, [file = '']) {
      const url = context.config.DATABASE_URL
      if (!url.startsWith('sqlite:')) {
        context.say(
          'PostgreSQL では pg_dump を使ってください：pg_dump --format=custom --file=<ファイル> "$DATABASE_URL"',
        )
        return 1
      }
      const target = resolve(file)
      const database = await context.database()
      context.measure(() => copiedShare(url.slice('sqlite:'.length), target))
      await database.backup(target)
      const total = verifyCopy(target)
      context.say(`${target} に控えを作り、確かめました（申し込み ${total} 件）。`)
      return 0
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
        throw new UsageError('--now には 2026-11-20T09:00:00+09:00 の形で指定してください。')
      const rules = {
        incompleteDays: context.config.RETENTION_INCOMPLETE_DAYS,
        completeDays: context.config.RETENTION_COMPLETE_DAYS,
      }
      const { deleted, erased } = await runRetention(await context.database(), rules, now)
      // Here as in the server, whose role may lack the right to rewrite tables.
      await scrubErased(await context.database())
      context.say(`途中の申し込み ${deleted} 件を削除し、${erased} 件の個人情報を消去しました。`)
      return 0
    },
  },
]
