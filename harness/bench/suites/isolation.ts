/** Mail that hangs and webhooks that fail, beside the same without them: how much later the others arrive. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../../server/store/open-database.ts'
import { type Child, startChild } from '../child.ts'
import { IN_MEMORY, withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { BAD_OF, HANGS } from '../load/bad-receivers.ts'
import type { ReceiverAnswer, ReceiverQuestion } from '../load/receiver.ts'
import { startProduct } from '../product.ts'
import { registerMany } from '../recorded-statements.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 3
const MAILS = 1000
const HANGING = 10
const WEBHOOKS = 100
const GIVE_UP_MS = 60_000
/** What one message takes that is taken. */
const TAKES_MS = 20

type Receiver = Child<ReceiverQuestion, ReceiverAnswer>

export async function isolationSuite(report: Report): Promise<void> {
  const receiver: Receiver = startChild(new URL('../load/receiver.ts', import.meta.url))
  try {
    const { smtp, http } = await receiver.ask({ ask: 'ports', takesMs: TAKES_MS })
    await withFolder(async (folder) => {
      const due = await fill(folder)
      const mail = { MAIL_URL: `smtp://127.0.0.1:${smtp}`, MAIL_FROM: 'desk@example.jp' }
      const webhook = (path: string) => ({
        WEBHOOK_URL: `http://127.0.0.1:${http}/${path}`,
        WEBHOOK_SECRET: 'sixteen or more characters',
        STAFF_MAIL: 'staff@example.jp',
      })
      const delay = (file: string, settings: Record<string, string>, good: number) => () =>
        medianDelay(folder, { file, settings: { ...NO_LIMITS, ...settings }, good }, receiver)
      const seen = await takeTurns(ROUNDS, {
        mails: delay(due.mails, mail, MAILS - HANGING),
        besideHanging: delay(due.hanging, mail, MAILS - HANGING),
        webhooks: delay(due.webhooks, webhook('all-good'), WEBHOOKS),
        besideBad: delay(due.webhooks, webhook('some-bad'), WEBHOOKS - WEBHOOKS / BAD_OF),
      })
      report({
        name: `median delay of ${MAILS} mails, ${HANGING} of which hang, beside without these`,
        unit: 'ms',
        value: seen.besideHanging,
        floor: seen.mails,
        ratios: seen.ratios('besideHanging', 'mails'),
        goal: GOALS.mailsBesideHanging,
      })
      report({
        name: `median delay of ${WEBHOOKS} webhooks, ${WEBHOOKS / BAD_OF} answered 500, beside without`,
        unit: 'ms',
        value: seen.besideBad,
        floor: seen.webhooks,
        ratios: seen.ratios('besideBad', 'webhooks'),
        goal: GOALS.webhooksBesideFailing,
      })
    })
  } finally {
    await receiver.stop()
  }
}

const NO_LIMITS = { LIMIT_SENT_PER_HOUR: '0', LIMIT_SENT_PER_ADDRESS_PER_DAY: '0' }

/** Databases in which this is due and nothing else: mails, mails of which some hang, webhooks. */
async function fill(folder: string) {
  const whole = join(folder, 'whole.db')
  await withFolder(async (memory) => {
    const database = await openDatabase(`sqlite:${join(memory, 'filling.db')}`, { onFatal: fail })
    await registerMany(database, MAILS)
    await database.backup(whole)
    await database.close()
  }, IN_MEMORY)
  const nth = `row_number() over (order by id) - 1 as nth from outbox where kind = 'mail_applicant'`
  const isHanging = `id in (select id from (select id, ${nth}) where nth % ${MAILS / HANGING} = 0)`
  const changed = (name: string, ...statements: string[]) => {
    const file = join(folder, name)
    copyFileSync(whole, file)
    const db = new DatabaseSync(file)
    for (const statement of statements) db.exec(statement)
    db.close()
    return file
  }
  const toApplicants = `delete from outbox where kind <> 'mail_applicant'`
  return {
    mails: changed('mails.db', toApplicants, `delete from outbox where ${isHanging}`),
    hanging: changed(
      'hanging.db',
      toApplicants,
      `update outbox set recipient = '${HANGS}@' || id || '.example.jp', mailbox = '${HANGS}@' || id,
        destination = id || '.example.jp' where ${isHanging}`,
    ),
    webhooks: changed(
      'webhooks.db',
      toApplicants,
      `delete from outbox where id in (select id from (select id, ${nth}) where nth >= ${WEBHOOKS})`,
      `update outbox set kind = 'webhook', recipient = '', mailbox = '', destination = '127.0.0.1'`,
    ),
  }
}

type Due = { file: string; settings: Record<string, string>; good: number }

/** Milliseconds from the first arrival to the median one. */
async function medianDelay(folder: string, { file, settings, good }: Due, receiver: Receiver) {
  const own = join(folder, `round-${performance.now()}.db`)
  copyFileSync(file, own)
  await receiver.ask({ ask: 'arrivals' })
  const product = await startProduct(folder, { DATABASE_URL: `sqlite:${own}`, ...settings })
  const from = performance.timeOrigin + performance.now()
  const arrivals: number[] = []
  try {
    while (arrivals.length < good) {
      await setTimeout(50)
      arrivals.push(...(await receiver.ask({ ask: 'arrivals' })).arrivals)
      if (performance.timeOrigin + performance.now() > from + GIVE_UP_MS)
        throw new Error(`of ${good} that should have arrived, ${arrivals.length} have`)
    }
  } finally {
    await product.stop()
  }
  return median(arrivals) - Math.min(from, ...arrivals)
}

function fail(error: unknown): never {
  throw error
}
