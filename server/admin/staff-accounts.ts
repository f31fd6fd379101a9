/** Commands on staff accounts, and the export of the audit trail. */

import { ROLE_NAMES, ROLES } from '#domain/roles.ts'
import { DAY_MS, startOfDayInTokyo, tokyoTime } from '#domain/tokyo-time.ts'
import { OperatorError } from '../errors.ts'
import { type Actor, createAudit } from '../staff/audit.ts'
import { createStaffAccounts, type StaffAccounts } from '../staff/sign-in/accounts.ts'
import {
  localActor,
  newStaffName,
  STAFF_NAME_RULE,
  staffName,
} from '../staff/sign-in/local-person.ts'
import { createSecretBox } from '../staff/sign-in/secret-box.ts'
import type { StaffAccountRow } from '../store/schema.ts'
import {
  type Command,
  type CommandContext,
  choiceOf,
  dayOf,
  type Option,
  type Values,
} from './command.ts'
import { tableOf } from './output.ts'

const ROLE: Record<string, Option> = {
  role: {
    takes: ROLE_NAMES.join('|'),
    about: `役割：${ROLE_NAMES.map((name) => `${name} は${ROLES[name].label}`).join('、')}`,
  },
}

const JSON_OPTION = { json: { about: 'JSON で出力します' } }

export const STAFF_ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'staff add',
    takes: ['<利用者名>'],
    about: '担当者の画面の利用者を追加し、初期設定のコードを表示します（24時間、1回限り有効）。',
    options: { ...ROLE, ...JSON_OPTION },
    run: (context, [name], values) =>
      change(context, name, async (accounts, by, checked) => {
        if (newStaffName(checked) === null) throw wrongName()
        const code = await accounts.add(by, checked, requiredRole(values))
        await writeSetupCode(context, { name: checked, code }, values)
      }),
  },
  {
    name: 'staff list',
    takes: [],
    about: '利用者と役割、状態を表示します。',
    options: {},
    async run(context) {
      const { accounts } = await open(context)
      const rows = (await accounts.list()).map((row) => cellsOf(row, context.clock()))
      await context.out.write(tableOf(['利用者名', '役割', '状態'], rows))
      return 0
    },
  },
  {
    name: 'staff role',
    takes: ['<利用者名>'],
    about: '役割を変更します。次の操作から有効になります。',
    options: ROLE,
    run: (context, [name], values) =>
      change(context, name, async (accounts, by, checked) => {
        const role = requiredRole(values)
        await accounts.changeRole(by, checked, role)
        context.say(`${checked} の役割を「${ROLES[role].label}」に変更しました。`)
      }),
  },
  {
    name: 'staff reset',
    takes: ['<利用者名>'],
    about:
      'パスワードと確認コードを無効にし、すべての端末からログアウトさせ、初期設定のコードを表示します。',
    options: JSON_OPTION,
    run: (context, [name], values) =>
      change(context, name, async (accounts, by, checked) => {
        const code = await accounts.reset(by, checked)
        await writeSetupCode(context, { name: checked, code }, values)
      }),
  },
  {
    name: 'staff disable',
    takes: ['<利用者名>'],
    about: '利用を停止し、すべての端末からログアウトさせます。',
    options: {},
    run: (context, [name]) =>
      change(context, name, async (accounts, by, checked) => {
        await accounts.setDisabled(by, checked, true)
        context.say(`${checked} の利用を停止しました。`)
      }),
  },
  {
    name: 'staff enable',
    takes: ['<利用者名>'],
    about: '停止した利用者を再開します。',
    options: {},
    run: (context, [name]) =>
      change(context, name, async (accounts, by, checked) => {
        await accounts.setDisabled(by, checked, false)
        context.say(`${checked} の利用を再開しました。`)
      }),
  },
  {
    name: 'audit export',
    takes: [],
    about: '監査記録を JSON Lines で標準出力に書き出します。',
    options: {
      from: { takes: 'YYYY-MM-DD', about: 'この日以降（日本時間）' },
      to: { takes: 'YYYY-MM-DD', about: 'この日まで（日本時間、当日を含む）' },
    },
    run: exportAudit,
  },
]

async function open(context: CommandContext) {
  const database = await context.database()
  const box = createSecretBox(context.config.STAFF_KEY_FILE)
  return {
    accounts: createStaffAccounts({ database, clock: context.clock, box }),
    audit: createAudit(database, context.clock),
  }
}

async function change(
  context: CommandContext,
  name = '',
  work: (accounts: StaffAccounts, by: Actor, name: string) => Promise<void>,
): Promise<number> {
  const checked = staffName(name)
  if (checked === null) throw wrongName()
  const { accounts } = await open(context)
  await work(accounts, localActor(), checked)
  return 0
}

const wrongName = () => new OperatorError('usage', `利用者名は${STAFF_NAME_RULE}`)

function requiredRole(values: Values) {
  const role = choiceOf(values, 'role', ROLE_NAMES)
  if (role === '')
    throw new OperatorError(
      'usage',
      `--role に ${ROLE_NAMES.join('、')} のいずれかを指定してください。`,
    )
  return role
}

/** Standard output has nothing but the code, so that a script can hand it on. */
async function writeSetupCode(
  context: CommandContext,
  setup: { name: string; code: string },
  values: Values,
): Promise<void> {
  context.say(
    `担当者の画面の「初期設定」で、利用者名 ${setup.name} と次のコードを入力してください（24時間有効）。`,
  )
  await context.out.write(values.json ? `${JSON.stringify(setup)}\n` : `${setup.code}\n`)
}

function cellsOf(row: StaffAccountRow, now: number): string[] {
  return [row.name, ROLES[row.role].label, stateOf(row, now)]
}

function stateOf(row: StaffAccountRow, now: number) {
  const { disabled_at, password_hash, setup_until, subject } = row
  if (disabled_at !== null) return '停止中'
  if (subject !== null) return '社内アカウント'
  if (password_hash !== null) return '利用中'
  if (setup_until === null || setup_until <= now) return '初期設定の期限切れ'
  return `初期設定待ち（${tokyoTime(setup_until)}まで）`
}

async function exportAudit(
  context: CommandContext,
  _args: readonly string[],
  values: Values,
): Promise<undefined> {
  const { audit } = await open(context)
  const [from, to] = [dayOf(values, 'from'), dayOf(values, 'to')]
  await audit.record(localActor(), { action: 'audit', detail: `${from} - ${to}` })
  const until = to === '' ? context.clock() + 1 : startOfDayInTokyo(to) + DAY_MS
  for await (const line of audit.lines(from === '' ? 0 : startOfDayInTokyo(from), until))
    await context.out.write(line)
}
