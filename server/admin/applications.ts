/** Commands on applications: list, show and export them; change status and notes, erase personal data. */

import { EXPORT_FORMATS, FILTERS } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { CUSTOMER_NAME_LIMIT, NOTE_LIMIT } from '#contract/staff-api.ts'
import type { DirectoryMarks } from '#domain/directory-marks.ts'
import {
  APPLICATION_STATES,
  PROCEDURES,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
} from '#domain/staff.ts'
import { lengthOf, linesOf } from '#domain/text.ts'
import { tokyoTime } from '#domain/tokyo-time.ts'
import { linkKeysOf } from '../apply/signing-keys.ts'
import { createDirectory } from '../directory/look-up.ts'
import { OperatorError } from '../errors.ts'
import { callsOf, NO_CALLS } from '../follow-up/after-change.ts'
import { openStatusLinks } from '../follow-up/link.ts'
import { describeFilter, listedAsJson, wholeAsJson } from '../staff/application-json.ts'
import {
  createStaffApplications,
  type ListedRow,
  type StaffApplications,
  type WholeApplication,
} from '../staff/applications.ts'
import { type AuditEvent, createAudit } from '../staff/audit.ts'
import { correctedIn } from '../staff/correction-words.ts'
import { readCorrection } from '../staff/corrections.ts'
import { marksOf } from '../staff/directory-marks.ts'
import { EXPORTS } from '../staff/export.ts'
import { linkHandOut } from '../staff/links.ts'
import { readConversation } from '../staff/messages.ts'
import { localActor, newStaffName, STAFF_NAME_RULE } from '../staff/sign-in/local-person.ts'
import { openDirectoryFile } from '../store/directory-file.ts'
import type { Transaction } from '../store/statement.ts'
import {
  type Command,
  type CommandContext,
  choiceOf,
  dayOf,
  type Option,
  textOf,
  type Values,
} from './command.ts'
import { tableOf, writeJsonList } from './output.ts'
import { recordOf, type Said } from './record.ts'
import { keyCommands } from './signing-keys.ts'

const FILTER_OPTIONS: Readonly<Record<string, Option>> = {
  flow: { takes: FILTERS.flow.join('|'), about: '手続きで絞り込みます' },
  state: { takes: FILTERS.state.join('|'), about: '申し込みの状態で絞り込みます' },
  status: { takes: FILTERS.status.join('|'), about: '対応状況で絞り込みます' },
  from: { takes: 'YYYY-MM-DD', about: 'この日以降に受け付けたもの（日本時間）' },
  to: { takes: 'YYYY-MM-DD', about: 'この日までに受け付けたもの（日本時間、当日を含む）' },
  flag: { takes: FILTERS.flag.join('|'), about: '確認事項で絞り込みます' },
  waiting: {
    takes: FILTERS.waiting.join('|'),
    about: '担当者の対応を待っている、申込者からの連絡で絞り込みます',
  },
  answer: { takes: FILTERS.answer.join('|'), about: 'お客様番号の照会の回答で絞り込みます' },
  turn: { takes: FILTERS.turn.join('|'), about: '待っている相手で絞り込みます' },
  late: { about: 'WAITING_ALERT_HOURS より長く待っているものだけにします' },
  assignee: { takes: '<名前>', about: '担当者の名前で絞り込みます' },
  search: {
    takes: '<語>',
    about:
      '受付番号・お客様番号・事業所番号・電話番号・メールアドレス・郵便番号・住所・法人名・事業所名・担当者名・メモの一部で探します',
  },
}

const JSON_OPTION = { json: { about: 'JSON で出力します' } }
/** Rows of the table without --limit. */
const SHOWN = 50
const BY = { by: { takes: '<名前>', about: '担当者の名前（既定はこのコンピューターの利用者名）' } }

export const APPLICATION_COMMANDS: readonly Command[] = [
  {
    name: 'applications list',
    takes: [],
    about: '申し込みを新しい順に表示します。',
    options: {
      ...FILTER_OPTIONS,
      limit: { takes: '<件数>', about: `件数の上限（表では ${SHOWN} 件、JSON では無制限）` },
      ...JSON_OPTION,
    },
    run: (context, _args, values) =>
      values.json ? listJson(context, values) : listTable(context, values),
  },
  {
    name: 'applications show',
    takes: ['<受付番号>'],
    about: '1件の申し込みを、同意の記録・事業所・履歴とともに表示します。',
    options: JSON_OPTION,
    run: (context, [name = ''], values) => show(context, name, values),
  },
  {
    name: 'applications export',
    takes: [],
    about: '申し込みを標準出力に書き出します（CSV と Excel では1事業所1行）。',
    options: {
      ...FILTER_OPTIONS,
      format: { takes: EXPORT_FORMATS.join('|'), about: '形式（既定は csv）' },
    },
    run: writeExport,
  },
  {
    name: 'applications status',
    takes: ['<受付番号>', STAFF_STATUS_NAMES.join('|')],
    about: '対応状況を変更し、履歴に残します。',
    options: {
      note: { takes: '<メモ>', about: '変更の理由などを履歴に残します' },
      notify: { about: '申込者にメールで知らせます' },
      'confirmed-by': {
        takes: '<お名前>',
        about: '登録されている連絡先で確認した方（移行・利用停止を完了にするときに必要です）',
      },
      'end-correction': { about: '届いている訂正の申し出は、反映せずに終了します' },
      ...BY,
    },
    async run(context, [reference = '', status = ''], values) {
      const to = choiceOf({ status }, 'status', STAFF_STATUS_NAMES)
      if (to === '') throw new OperatorError('usage', '対応状況を指定してください。')
      const note = checked(linesOf(textOf(values, 'note')).trim(), NOTE_LIMIT)
      const { config, clock } = context
      const database = await context.database()
      const applications = createStaffApplications(database, clock, callsOf(config))
      const notify = values.notify === true
      const by = { by: localActor(), as: nameOf(values) }
      const confirmedBy = checked(textOf(values, 'confirmed-by'), CUSTOMER_NAME_LIMIT)
      const despite = values['end-correction'] === true || undefined
      const change = { reference, ...by, note, to, confirmedBy, notify, despite }
      await applications.changeStatus(change)
      context.say(`${reference} の対応状況を「${STAFF_STATUSES[to].label}」に変更しました。`)
      return 0
    },
  },
  {
    name: 'applications note',
    takes: ['<受付番号>', '<メモ>'],
    about: '履歴にメモを残します。',
    options: BY,
    async run(context, [reference = '', text = ''], values) {
      const note = checked(linesOf(text).trim(), NOTE_LIMIT)
      if (note === '') throw new OperatorError('usage', 'メモの内容を指定してください。')
      const applications = createStaffApplications(await context.database(), context.clock)
      await applications.addNote({ reference, by: localActor(), as: nameOf(values), note })
      context.say(`${reference} にメモを残しました。`)
      return 0
    },
  },
  {
    name: 'applications link',
    takes: ['<受付番号>'],
    about:
      '状況のページのリンクを、標準出力に書きます。--end を付けると、それまでのリンクは使えなくなります。',
    options: {
      end: { about: 'それまでのリンクを無効にして、新しいリンクを渡します' },
      mail: { about: '表示せずに、登録されたメールアドレスへ送ります' },
      ...BY,
    },
    async run(context, [reference = ''], values) {
      const { config, clock } = context
      const links = openStatusLinks(config, clock())
      const handOut = linkHandOut(await context.database(), clock, links)
      const who = { by: localActor(), as: nameOf(values) }
      const asked = { mail: values.mail === true, end: values.end === true }
      const link = await handOut({ reference, ...who, ...asked })
      if (link !== null) await context.out.write(`${link}\n`)
      context.say(
        link === null
          ? `${reference} のリンクを、登録されたメールアドレスへ送ります。`
          : `${reference} のリンクです。申込者本人に渡してください。`,
      )
      return 0
    },
  },
  ...keyCommands('links', 'LINK_KEYS', linkKeysOf),
  {
    name: 'applications erase',
    takes: ['<受付番号>'],
    about: '個人情報を消去します。同意の記録だけが残り、元には戻せません。',
    options: BY,
    async run(context, [reference = ''], values) {
      const applications = createStaffApplications(await context.database(), context.clock)
      await applications.erase({ reference, by: localActor(), as: nameOf(values) })
      context.say(`${reference} の個人情報を消去しました。以前の控えには残っています。`)
      return 0
    },
  },
]

/** Throws OperatorError for a value that is not allowed. */
export function filterOf(values: Values): Filter {
  return {
    flow: choiceOf(values, 'flow', FILTERS.flow),
    state: choiceOf(values, 'state', FILTERS.state),
    status: choiceOf(values, 'status', FILTERS.status),
    flag: choiceOf(values, 'flag', FILTERS.flag),
    waiting: choiceOf(values, 'waiting', FILTERS.waiting),
    answer: choiceOf(values, 'answer', FILTERS.answer),
    turn: choiceOf(values, 'turn', FILTERS.turn),
    from: dayOf(values, 'from'),
    to: dayOf(values, 'to'),
    assignee: textOf(values, 'assignee'),
    late: values.late === true ? 'true' : '',
    order: '',
    search: textOf(values, 'search'),
  }
}

/** Measures by the rows of its pages how far a list is. */
export function measuredBy(
  { measure }: Pick<CommandContext, 'measure'>,
  applications: StaffApplications,
): StaffApplications {
  return {
    ...applications,
    async *pages(filter: Filter, limit = Number.POSITIVE_INFINITY) {
      // A list of a few pages is not worth counting everything.
      const total = Number.isFinite(limit) ? limit : await applications.count(filter)
      let done = 0
      measure(() => done / Math.max(1, total))
      for await (const page of applications.pages(filter, limit)) {
        yield page
        done += page.length
      }
    },
  }
}

async function listJson(context: CommandContext, values: Values): Promise<undefined> {
  const applications = await openFor(context, { action: 'list', detail: describe(values) })
  await writeJsonList(
    context.out,
    applications.pages(filterOf(values), limitOf(values)),
    listedAsJson,
  )
}

async function listTable(context: CommandContext, values: Values): Promise<undefined> {
  const applications = await openFor(context, { action: 'list', detail: describe(values) })
  const limit = limitOf(values) ?? SHOWN
  const rows: string[][] = []
  for await (const page of applications.pages(filterOf(values), limit))
    rows.push(...page.map(cellsOf))
  const near = rows.length === 0 ? await applications.nearest(filterOf(values)) : []
  if (near.length > 0)
    context.say('条件に合う申し込みはありません。1文字違いの申し込みを表示します。')
  await context.out.write(tableOf(HEADINGS, [...rows, ...near.map(cellsOf)]))
  if (rows.length === limit)
    context.say(`新しい順に ${limit} 件を表示しました。--limit で増やせます。`)
}

/** The operations, once what is about to be read stands in the audit trail. */
async function openFor(context: CommandContext, event: AuditEvent): Promise<StaffApplications> {
  const database = await context.database()
  await createAudit(database, context.clock).record(localActor(), event)
  const { clock, config } = context
  const applications = createStaffApplications(
    database,
    clock,
    NO_CALLS,
    config.WAITING_ALERT_HOURS,
  )
  return measuredBy(context, applications)
}

function describe(values: Values): string {
  return describeFilter(filterOf(values))
}

const HEADINGS = ['受付番号', '受付日時', '手続き', '対応状況', '確認事項', 'お客様番号', '法人名']

function cellsOf(row: ListedRow): string[] {
  const status = STAFF_STATUSES[row.staff_status].label
  return [
    row.reference,
    tokyoTime(row.created_at),
    PROCEDURES[row.flow],
    row.state === 'complete' ? status : `（${APPLICATION_STATES[row.state]}）`,
    row.flags.length === 0 ? '' : `${row.flags.length}件`,
    row.customer,
    row.company_name,
  ]
}

async function show(context: CommandContext, name: string, values: Values): Promise<number> {
  const database = await context.database()
  const found = await createStaffApplications(database, context.clock).find(name)
  if (!found) {
    context.say(`「${name}」の申し込みは見つかりません。`)
    return 1
  }
  const { whole, others } = found
  const event = { action: 'view', subject: whole.application.reference } as const
  await createAudit(database, context.clock).record(localActor(), event)
  const marks = marksFor(context, whole)
  const { corrected, ...said } = await database.read((tx) => saidOf(tx, whole, context.clock()))
  const text = values.json
    ? `${JSON.stringify({ ...wholeAsJson(whole), ...said }, null, 2)}\n`
    : recordOf(whole, marks, { ...said, corrected })
  await context.out.write(text)
  if (others.length > 0)
    context.say(`最新の申し込みを表示しました。ほかに ${others.join('、')} があります。`)
  return 0
}

async function saidOf(tx: Transaction, whole: WholeApplication, now: number): Promise<Said> {
  const conversation = await readConversation(tx, whole.application.id, now)
  const correction = await readCorrection(tx, whole.application)
  return { conversation, correction, corrected: await correctedIn(tx, whole, correction) }
}

/** A directory that cannot be read keeps nobody from reading an application. */
function marksFor({ config }: CommandContext, whole: WholeApplication): DirectoryMarks | null {
  try {
    const store = openDirectoryFile(config.DIRECTORY_FILE)
    try {
      return marksOf(createDirectory(store), whole)
    } finally {
      store.close()
    }
  } catch {
    return null
  }
}

async function writeExport(
  context: CommandContext,
  _args: readonly string[],
  values: Values,
): Promise<undefined> {
  const format = choiceOf(values, 'format', EXPORT_FORMATS) || 'csv'
  const detail = `${format} ${describe(values)}`.trim()
  const applications = await openFor(context, { action: 'export', detail })
  for await (const chunk of EXPORTS[format].chunks(applications, filterOf(values)))
    await context.out.write(chunk)
}

function limitOf({ limit }: Values): number | undefined {
  if (limit === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(String(limit)))
    throw new OperatorError('usage', '--limit には 1 以上の件数を指定してください。')
  return Number(limit)
}

/** The history's name; the audit trail has the local user. */
function nameOf(values: Values): string | undefined {
  const text = textOf(values, 'by')
  if (text === '') return undefined
  const name = newStaffName(text)
  if (name === null) throw new OperatorError('usage', `--by には${STAFF_NAME_RULE}`)
  return name
}

function checked(text: string, limit: number): string {
  if (lengthOf(text) > limit)
    throw new OperatorError('usage', `${limit}文字以内で指定してください。`)
  return text
}
