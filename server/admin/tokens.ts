/** Commands on tokens of the staff API. */

import { API_SCOPE_NAMES, API_SCOPES, type ApiScope } from '#contract/staff-api.ts'
import { isoTime, tokyoTime } from '#domain/tokyo-time.ts'
import { OperatorError } from '../errors.ts'
import { localActor, newStaffName, STAFF_NAME_RULE } from '../staff/sign-in/local-person.ts'
import { createApiTokens, isInForce, scopesOf } from '../staff/tokens.ts'
import type { ApiTokenRow } from '../store/schema.ts'
import { type Command, type CommandContext, textOf, type Values } from './command.ts'
import { tableOf } from './output.ts'

const LONGEST_DAYS = 730
const DEFAULT_DAYS = '365'

export const TOKEN_COMMANDS: readonly Command[] = [
  {
    name: 'tokens add',
    takes: ['<名前>'],
    about: '連携 API のトークンを発行し、一度だけ表示します。名前は監査記録に残ります。',
    options: {
      scopes: {
        takes: API_SCOPE_NAMES.join(','),
        about: `権限（カンマ区切り）：${API_SCOPE_NAMES.map((name) => `${name} は${API_SCOPES[name]}`).join('、')}`,
      },
      days: {
        takes: '<日数>',
        about: `有効な日数（1〜${LONGEST_DAYS}、省略時は ${DEFAULT_DAYS}）`,
      },
      json: { about: 'JSON で出力します' },
    },
    run: add,
  },
  {
    name: 'tokens list',
    takes: [],
    about: 'トークンの名前、権限、期限、最後に使われた日時を表示します。',
    options: { json: { about: 'JSON で出力します' } },
    run: list,
  },
  {
    name: 'tokens revoke',
    takes: ['<名前>'],
    about: 'トークンを失効させます。すぐに使えなくなります。',
    options: {},
    async run(context, [name = '']) {
      if (await (await open(context)).revoke(localActor(), name)) {
        context.say(`トークン「${name}」を失効させました。`)
        return 0
      }
      context.say(`有効なトークン「${name}」はありません。tokens list で確認できます。`)
      return 1
    },
  },
]

async function open(context: CommandContext) {
  return createApiTokens(await context.database(), context.clock)
}

/** Standard output has nothing but the token, so that a script can hand it on. */
async function add(context: CommandContext, [given = '']: readonly string[], values: Values) {
  const name = newStaffName(given)
  if (name === null) throw new OperatorError('usage', `名前は${STAFF_NAME_RULE}`)
  const token = { name, scopes: scopesIn(values), days: daysIn(values) }
  const secret = await (await open(context)).add(localActor(), token)
  if (secret === null) {
    context.say(
      `「${name}」は使われています。別の名前を指定してください（失効したトークンの名前も、もう使えません）。`,
    )
    return 1
  }
  context.say(
    `トークン「${name}」を発行しました（${token.days}日間有効）。二度と表示されません。請求システムに設定してください。`,
  )
  await context.out.write(
    values.json ? `${JSON.stringify({ name, token: secret })}\n` : `${secret}\n`,
  )
  return 0
}

function scopesIn(values: Values): ApiScope[] {
  const given = textOf(values, 'scopes').split(',')
  const scopes = API_SCOPE_NAMES.filter((scope) => given.includes(scope))
  if (scopes.length !== given.length)
    throw new OperatorError(
      'usage',
      `--scopes に ${API_SCOPE_NAMES.join('、')} をカンマ区切りで指定してください。`,
    )
  return scopes
}

function daysIn(values: Values): number {
  const text = textOf(values, 'days') || DEFAULT_DAYS
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > LONGEST_DAYS)
    throw new OperatorError('usage', `--days に 1〜${LONGEST_DAYS} の整数を指定してください。`)
  return days
}

async function list(context: CommandContext, _args: readonly string[], values: Values) {
  const rows = await (await open(context)).list()
  const now = context.clock()
  const text = values.json
    ? `${JSON.stringify(rows.map((row) => asJson(row, now)))}\n`
    : tableOf(
        ['名前', '権限', '状態', '期限', '最後の使用'],
        rows.map((row) => cellsOf(row, now)),
      )
  await context.out.write(text)
  return 0
}

const STATES = { active: '有効', expired: '期限切れ', revoked: '失効' } as const

function stateOf(row: ApiTokenRow, now: number): keyof typeof STATES {
  if (isInForce(row, now)) return 'active'
  return row.revoked_at === null ? 'expired' : 'revoked'
}

function cellsOf(row: ApiTokenRow, now: number): string[] {
  const { name, expires_at, used_at } = row
  return [
    name,
    scopesOf(row).join(','),
    STATES[stateOf(row, now)],
    tokyoTime(expires_at),
    used_at === null ? 'なし' : tokyoTime(used_at),
  ]
}

function asJson(row: ApiTokenRow, now: number) {
  const { name, created_at, expires_at, revoked_at, used_at } = row
  const orNull = (at: number | null) => (at === null ? null : isoTime(at))
  return {
    name,
    scopes: scopesOf(row),
    state: stateOf(row, now),
    createdAt: isoTime(created_at),
    expiresAt: isoTime(expires_at),
    revokedAt: orNull(revoked_at),
    usedAt: orNull(used_at),
  }
}
