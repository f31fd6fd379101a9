/** Commands of whoever keeps the product running: backups, postal codes, retention, the console's password. */
import { resolve } from 'node:path'
import { POSTAL_CODES } from '../config.ts'
import { importPostalCodes } from '../postal/import.ts'
import { runRetention } from '../retention.ts'
import { hashPassword } from '../staff/password.ts'
import { verifyCopy } from '../store/copy.ts'
import { type Command, Misuse, textOf } from './command.ts'

export const MAINTENANCE_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    takes: ['<ファイル>'],
    about: 'サーバーを止めずにデータベースの控えを作り、開いて確かめます（SQLite）。',
    options: {},
    async run(desk, [file = '']) {
      const url = desk.config.DATABASE_URL
      if (!url.startsWith('sqlite:')) {
        desk.say(
          'PostgreSQL では pg_dump を使ってください：pg_dump --format=custom --file=<ファイル> "$DATABASE_URL"',
        )
        return 1
      }
      const target = resolve(file)
      await (await desk.database()).backup(target)
      const total = verifyCopy(target)
      desk.say(`${target} に控えを作り、確かめました（申し込み ${total} 件）。`)
      return 0
    },
  },
  {
    name: 'postal-codes import',
    takes: ['<CSV>…'],
    about: '日本郵便の郵便番号データ（CSV）を取り込みます。',
    options: {},
    async run(desk, paths) {
      const { built: base, imported: out } = POSTAL_CODES
      await desk.out.write(`${JSON.stringify(importPostalCodes(paths, { out, base }), null, 2)}\n`)
      desk.say('取り込みました。次にサーバーを起動したときから使われます。')
      return 0
    },
  },
  {
    name: 'retention run',
    takes: [],
    about: '保存期間を過ぎた申し込みの削除と消去を、いま行います。',
    options: { now: { takes: '<日時>', about: 'この日時に行ったものとして扱います（ISO 8601）' } },
    async run(desk, _args, values) {
      const text = textOf(values, 'now')
      const now = text === '' ? desk.clock() : Date.parse(text)
      if (Number.isNaN(now))
        throw new Misuse('--now には 2026-11-20T09:00:00+09:00 の形で指定してください。')
      const rules = {
        incompleteDays: desk.config.RETENTION_INCOMPLETE_DAYS,
        completeDays: desk.config.RETENTION_COMPLETE_DAYS,
      }
      const { deleted, erased } = await runRetention(await desk.database(), rules, now)
      desk.say(`途中の申し込み ${deleted} 件を削除し、${erased} 件の個人情報を消去しました。`)
      return 0
    },
  },
  {
    name: 'password',
    takes: [],
    about: '標準入力のパスワードから、STAFF_PASSWORD_HASH に設定する値を作ります。',
    options: {},
    async run(desk) {
      if (process.stdin.isTTY) desk.say('パスワードを入力し、Enter と Ctrl+D を押してください。')
      let typed = ''
      for await (const chunk of process.stdin.setEncoding('utf8')) typed += chunk
      const password = typed.replace(/\r?\n$/, '')
      if (password === '') throw new Misuse('パスワードを標準入力から渡してください。')
      await desk.out.write(`${await hashPassword(password)}\n`)
      return 0
    },
  },
]
