/** Commands that make invitation links, one or many, and the keys that sign them. */

import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import Papa from 'papaparse'
import { FLOW_NAMES, isCustomerNumber } from '#domain/flows.ts'
import { tokyoTime } from '#domain/tokyo-time.ts'
import {
  invitationLink,
  isProcedure,
  newInvitationId,
  type Procedure,
  signInvitation,
} from '../apply/invitations.ts'
import {
  addSigningKey,
  invitationKeysOf,
  readSigningKeys,
  type SigningKey,
} from '../apply/signing-keys.ts'
import { OperatorError } from '../errors.ts'
import { csvHeader, csvRows } from '../staff/export.ts'
import { type Command, type CommandContext, choiceOf, textOf, type Values } from './command.ts'
import { keyCommands } from './signing-keys.ts'

const PROCEDURE_NAMES = FLOW_NAMES.filter(isProcedure)

export const INVITATION_COMMANDS: readonly Command[] = [
  {
    name: 'invite',
    audited: true,
    takes: [],
    about: 'お客様番号の持ち主に送る、署名つきの招待リンクを作ります。',
    options: {
      procedure: { takes: PROCEDURE_NAMES.join('|'), about: 'どの手続きの招待か' },
      number: { takes: '<お客様番号>', about: '1件のリンクを標準出力に書きます' },
      in: { takes: '<CSV>', about: '1列目のお客様番号すべてのリンクを作ります' },
      out: { takes: '<CSV>', about: 'リンクの書き出し先（なければ標準出力）' },
      expires: { takes: '30d|12h', about: '有効期間（既定は 30d）' },
    },
    run: invite,
  },
  ...keyCommands('invite', 'INVITATION_KEYS', invitationKeysOf),
]

async function invite(
  context: CommandContext,
  _args: readonly string[],
  values: Values,
): Promise<undefined> {
  const procedure = choiceOf(values, 'procedure', PROCEDURE_NAMES)
  if (procedure === '')
    throw new OperatorError(
      'usage',
      `--procedure に ${PROCEDURE_NAMES.join(' か ')} を指定してください。`,
    )
  const [number, file, out] = [
    textOf(values, 'number'),
    textOf(values, 'in'),
    textOf(values, 'out'),
  ]
  if ((number === '') === (file === ''))
    throw new OperatorError('usage', '--number か --in のどちらか1つを指定してください。')
  const numbers = file === '' ? [checkedNumber(number)] : numbersIn(file)
  const expires = Math.floor(context.clock() / 1000) + secondsOf(values)
  const key = signingKey(context)
  const linkOf = (customerNumber: string) =>
    link(context, key, { procedure, customerNumber, expires })
  if (file === '' && out === '')
    return context.out.write(`${linkOf(number)}\n`).then(() => undefined)

  const until = tokyoTime(expires * 1000)
  const csv =
    csvHeader(['お客様番号', '有効期限', 'リンク']) +
    csvRows(numbers.map((customerNumber) => [customerNumber, until, linkOf(customerNumber)]))
  if (out === '') await context.out.write(csv)
  else writeForOwner(out, csv)
  context.say(`${numbers.length} 件の招待リンクを作りました。`)
}

/** Mode 0600, also of a file that was there before: each link opens a customer's procedure. */
function writeForOwner(file: string, content: string): void {
  // A device stays as it is.
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) chmodSync(file, 0o600)
  writeFileSync(file, content, { mode: 0o600 })
}

function signingKey({ config, clock, say }: CommandContext): SigningKey {
  const [key] = readSigningKeys(invitationKeysOf(config))
  if (key) return key
  const added = addSigningKey(config.INVITATION_KEYS_FILE, clock())
  say(`署名の鍵がなかったため、${config.INVITATION_KEYS_FILE} に作りました。`)
  return added
}

type LinkOptions = { procedure: Procedure; customerNumber: string; expires: number }

function link({ config }: CommandContext, key: SigningKey, options: LinkOptions): string {
  const invitation = { ...options, id: newInvitationId() }
  return invitationLink(config.PUBLIC_URL, invitation, signInvitation(key, invitation))
}

/** The first column of a CSV; a first line that is no number is its heading. */
function numbersIn(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  const cells = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data.map(([cell = '']) =>
    cell.trim(),
  )
  const numbers = cells[0] !== undefined && isCustomerNumber(cells[0]) ? cells : cells.slice(1)
  if (numbers.length === 0) throw new OperatorError('usage', `${file} にお客様番号がありません。`)
  return numbers.map(checkedNumber)
}

function checkedNumber(number: string): string {
  if (isCustomerNumber(number)) return number
  throw new OperatorError(
    'usage',
    `「${number}」はお客様番号として使えません（英数字と - _、64文字まで）。`,
  )
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3600 }

function secondsOf(values: Values): number {
  const [, count = '30', unit = 'd'] = /^([1-9]\d{0,3})([dh])$/.exec(
    textOf(values, 'expires') || '30d',
  ) ?? ['', '', '']
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN)
  if (count !== '' && !Number.isNaN(seconds)) return seconds
  throw new OperatorError('usage', '--expires には 30d（日）や 12h（時間）の形で指定してください。')
}
