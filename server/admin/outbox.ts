/** Commands on the outbox: mails and webhook calls that wait, have failed or were sent. */
import { DELIVERY_KINDS, DELIVERY_STATES } from '#domain/staff.ts'
import { isoTime, tokyoTime } from '#domain/tokyo-time.ts'
import { sendAllAgain } from '../delivery/send-again.ts'
import type { Database } from '../store/database.ts'
import { NEVER, type OutboxEntry, type OutboxFilter, outboxPage } from '../store/queries/outbox.ts'
import { type Command, type CommandContext, choiceOf, textOf, type Values } from './command.ts'
import { tableOf, writeJsonList } from './output.ts'

const PAGE = 500
const STATES = Object.keys(DELIVERY_STATES) as (keyof typeof DELIVERY_STATES)[]

export const OUTBOX_COMMANDS: readonly Command[] = [
  {
    name: 'outbox list',
    takes: [],
    about: 'まだ送られていないメールなどを、古い順に表示します。',
    options: {
      all: { about: '送信済みのものも表示します' },
      state: { takes: STATES.join('|'), about: 'この状態のものだけを表示します' },
      json: { about: 'JSON で出力します' },
    },
    run: (context, _args, values) =>
      values.json ? listJson(context, values) : listTable(context, values),
  },
  {
    name: 'outbox retry',
    audited: true,
    takes: [],
    about: '不達になったものと、送信の途中で止まったものを、もう一度送ります。',
    options: { id: { takes: '<ID>', about: '1件だけ（保留中のものも）送ります' } },
    async run(context, _args, values) {
      const database = await context.database()
      const id = textOf(values, 'id') || undefined
      const count = await sendAllAgain(database, context.clock, id)
      context.say(`${count} 件を送信待ちにしました。サーバーがまもなく送信します。`)
      return id !== undefined && count === 0 ? 1 : 0
    },
  },
]

function stateOf(values: Values): OutboxFilter['state'] {
  if (values.all === true) return 'all'
  return choiceOf(values, 'state', STATES) || undefined
}

async function listJson(context: CommandContext, values: Values): Promise<undefined> {
  await writeJsonList(context.out, pages(await context.database(), stateOf(values)), asJson)
}

async function listTable(context: CommandContext, values: Values): Promise<undefined> {
  let headings: readonly string[] = HEADINGS
  for await (const page of pages(await context.database(), stateOf(values))) {
    await context.out.write(tableOf(headings, page.map(cellsOf)))
    headings = []
  }
  if (headings.length > 0) context.say('該当するものはありません。')
}

const HEADINGS = ['ID', '受付番号', '種類', '状態', '試行', '次の送信', '理由']

function cellsOf(row: OutboxEntry): string[] {
  return [
    row.id,
    row.reference,
    DELIVERY_KINDS[row.kind].label,
    DELIVERY_STATES[row.state],
    String(row.attempts),
    row.state === 'sent' ? '' : row.next_at >= NEVER ? 'なし' : tokyoTime(row.next_at),
    row.last_error ?? '',
  ]
}

function asJson(row: OutboxEntry) {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === 'sent' || row.next_at >= NEVER ? null : isoTime(row.next_at),
    lastError: row.last_error,
    createdAt: isoTime(row.created_at),
    sentAt: row.sent_at === null ? null : isoTime(row.sent_at),
  }
}

async function* pages(
  database: Database,
  state: OutboxFilter['state'],
): AsyncGenerator<OutboxEntry[]> {
  let after: string | undefined
  for (;;) {
    const page = await database.read((tx) => outboxPage(tx, { after, state, limit: PAGE }))
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = page.at(-1)?.id
  }
}
