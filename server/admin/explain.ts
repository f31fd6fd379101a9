/** The command `explain` ("it failed at 14:03"): what happened to an application, in order, from the database and the log. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isDay } from '#contract/console.ts'
import { shownPrice } from '#domain/flows.ts'
import {
  ASSURANCES,
  confirmedByText,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  FLAG_LABELS,
  PROCEDURES,
  staffActionDetail,
  staffActionLabel,
} from '#domain/staff.ts'
import {
  MINUTE_MS,
  startOfDayInTokyo,
  tokyoDay,
  tokyoTime,
  tokyoTimestamp,
} from '#domain/tokyo-time.ts'
import { OperatorError } from '../errors.ts'
import { createStaffApplications, type WholeApplication } from '../staff/applications.ts'
import { createAudit } from '../staff/audit.ts'
import { localActor } from '../staff/sign-in/local-person.ts'
import { activeBetween } from '../store/queries/audit.ts'
import { NEVER } from '../store/queries/outbox.ts'
import { wholeApplication } from '../store/queries/stored-applications.ts'
import type { OutboxRow } from '../store/schema.ts'
import { type Command, type CommandContext, textOf, type Values } from './command.ts'
import { tableOf } from './output.ts'

/** Around an instant that a person names. */
const AROUND_MS = 5 * MINUTE_MS
const MOST_APPLICATIONS = 100
/** Fields of a log line that have a column of their own, or mean nothing to a person. */
const HIDDEN_FIELDS = new Set(['time', 'level', 'event', 'reference'])

export const EXPLAIN_COMMANDS: readonly Command[] = [
  {
    name: 'explain',
    takes: ['<受付番号・リクエスト番号・日時>'],
    about:
      '1件の申し込みに起きたことを、順に表示します。日時（2026-11-22T14:03、今日なら 14:03。日本時間）では前後5分です。',
    options: {
      log: {
        takes: '<ファイル>',
        about:
          'サーバーのログも読みます。- は標準入力です（journalctl -u moushikomi -o cat | … --log -）',
      },
    },
    run: explain,
  },
]

/** Without any word of the applicant's. */
type TimelineEvent = { at: number; what: string; detail: string }

/** What the database has of an application, in order. */
export function timelineOf({ application, ...rows }: WholeApplication): TimelineEvent[] {
  const { flow, assurance, created_at, completed_at, erased_at, revision } = application
  const instants: [number | null, string, string][] = [
    [
      created_at,
      '受付',
      `${PROCEDURES[flow]}${assurance === 'none' ? '' : `、${ASSURANCES[assurance]}`}`,
    ],
    ...rows.consents.map(({ at, terms_version, price_text }): [number, string, string] => [
      at,
      '同意',
      `規約の版 ${terms_version}${price_text === null ? '' : `、${shownPrice(flow, price_text)[1]}`}`,
    ]),
    ...rows.flags.map(({ at, flag }): [number, string, string] => [
      at,
      '確認事項',
      FLAG_LABELS[flag],
    ]),
    // The rows are today's: a correction may have changed them since.
    [
      completed_at,
      '完了',
      `${revision === 1 ? '' : '訂正後の'}事業所 ${rows.facilities.length} 件`,
    ],
    ...rows.history.map(({ at, who, action, detail, confirmed_by }): [number, string, string] => [
      at,
      staffActionLabel(action),
      [
        `${who}${action === 'status' ? `：${staffActionDetail(action, detail)}` : ''}`,
        confirmedByText(confirmed_by),
      ]
        .filter(Boolean)
        .join('、'),
    ]),
    [erased_at, '個人情報の消去', ''],
  ]
  const events = instants.flatMap(([at, what, detail]) =>
    at === null ? [] : [{ at, what, detail }],
  )
  return [...events, ...rows.outbox.flatMap(deliveryEvents)].sort((a, b) => a.at - b.at)
}

type Found = { applications: WholeApplication[]; lines: LogLine[] }

async function explain(
  context: CommandContext,
  [name = '']: readonly string[],
  values: Values,
): Promise<number> {
  const log = textOf(values, 'log')
  const at = instantOf(name, context.clock())
  const { applications, lines } =
    at === undefined ? await byName(context, name, log) : await byTime(context, at, log)
  const audit = createAudit(await context.database(), context.clock)
  for (const { application } of applications) {
    const event = { action: 'view', subject: application.reference } as const
    await audit.record(localActor(), event)
  }
  if (applications.length === 0 && lines.length === 0) {
    context.say(notFound(name, log))
    return 1
  }
  await context.out.write(tableOf([], rowsOf(applications, lines)))
  return 0
}

/** A receipt or customer number, with what the log says of it; else a request's id, which the log alone knows. */
async function byName(context: CommandContext, name: string, log: string): Promise<Found> {
  const staff = createStaffApplications(await context.database(), context.clock)
  const named = await staff.find(name)
  const lines = await linesOf(log, named ? isAbout(named.whole) : ({ reqId }) => reqId === name)
  const logged = lines.map(({ reference }) => reference).find((text) => typeof text === 'string')
  const found = named ?? (logged === undefined ? undefined : await staff.find(logged))
  return { applications: found ? [found.whole] : [], lines }
}

function isAbout({ application, outbox }: WholeApplication): (line: LogLine) => boolean {
  const ids = new Set<unknown>(outbox.map(({ id }) => id))
  return ({ reference, id }) => reference === application.reference || ids.has(id)
}

async function byTime(context: CommandContext, at: number, log: string): Promise<Found> {
  const database = await context.database()
  const span = { from: at - AROUND_MS, until: at + AROUND_MS }
  const applications = await database.read(async (tx) => {
    const ids = await activeBetween(tx, { ...span, limit: MOST_APPLICATIONS })
    return Promise.all(ids.map(({ id }) => wholeApplication(tx, id)))
  })
  const isWithin = ({ time }: LogLine) =>
    Date.parse(time) >= span.from && Date.parse(time) < span.until
  const lines = await linesOf(log, isWithin)
  return { applications: applications.filter((whole) => whole !== undefined), lines }
}

function linesOf(log: string, matches: (line: LogLine) => boolean): Promise<LogLine[]> {
  return log === '' ? Promise.resolve([]) : readLog(log, matches)
}

/** Events of the database and lines of the log in one order. */
function rowsOf(applications: readonly WholeApplication[], lines: readonly LogLine[]): string[][] {
  const events = applications.flatMap((whole) =>
    timelineOf(whole).map((event): [string, TimelineEvent] => [whole.application.reference, event]),
  )
  const logged = lines.map((line): [string, TimelineEvent] => [
    typeof line.reference === 'string' ? line.reference : '',
    { at: Date.parse(line.time), what: `ログ ${line.event}`, detail: fieldsOf(line) },
  ])
  return [...events, ...logged]
    .sort(([, a], [, b]) => a.at - b.at)
    .map(([reference, { at, what, detail }]) => [instantText(at), reference, what, detail])
}

function fieldsOf(line: LogLine): string {
  return Object.entries(line)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ')
}

/** In Japan, to the millisecond. */
function instantText(at: number): string {
  return tokyoTimestamp(at).replace('T', ' ')
}

/** A time of Japan, of today where it has no date; undefined for what is no time. */
function instantOf(text: string, now: number): number | undefined {
  const [, date, hours = '', minutes = ''] =
    /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? []
  if (hours === '') return undefined
  const day = date ?? tokyoDay(now)
  if (!isDay(day) || Number(hours) > 23 || Number(minutes) > 59)
    throw new OperatorError(
      'usage',
      '日時は 2026-11-22T14:03 か 14:03 の形で、暦にあるものを指定してください。',
    )
  return startOfDayInTokyo(day) + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}

function notFound(name: string, log: string): string {
  if (log !== '') return `「${name}」に当てはまるものは、データベースにもログにもありません。`
  return `「${name}」に当てはまるものは、データベースにありません。リクエスト番号（X-Request-Id）はログだけにあります：--log でログを指定してください。`
}

/** A line of the server's log, as written or as `journalctl -o cat` prints it. */
type LogLine = Readonly<Record<string, unknown>> & { time: string; event: string }

/** Those that `matches` takes, in the order of the log; whatever else stands in it is passed over. `-` is standard input. */
async function readLog(file: string, matches: (line: LogLine) => boolean): Promise<LogLine[]> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  const found: LogLine[] = []
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = parsed(text)
    if (line && matches(line)) found.push(line)
  }
  return found
}

function parsed(text: string): LogLine | undefined {
  const start = text.indexOf('{')
  if (start === -1) return undefined
  try {
    const line: unknown = JSON.parse(text.slice(start))
    return isLogLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

function isLogLine(line: unknown): line is LogLine {
  return (
    typeof line === 'object' &&
    line !== null &&
    'time' in line &&
    typeof line.time === 'string' &&
    'event' in line &&
    typeof line.event === 'string'
  )
}

/** When it was queued, and its state; the attempts in between are in the log. */
function deliveryEvents(row: OutboxRow): TimelineEvent[] {
  const what = DELIVERY_KINDS[row.kind].label
  const promised = { at: row.created_at, what, detail: `送信を予約（${row.id}）` }
  const tried = `${DELIVERY_STATES[row.state]}、${row.attempts}回試行`
  if (row.state === 'sent')
    return [promised, { at: row.sent_at ?? row.created_at, what, detail: tried }]
  const next = row.next_at >= NEVER ? '' : `、次は ${tokyoTime(row.next_at)}`
  const reason = row.last_error === null ? '' : `、理由：${row.last_error}`
  return [promised, { at: row.created_at, what, detail: `${tried}${next}${reason}` }]
}
