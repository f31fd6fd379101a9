/** Mails a second from the outbox to a local SMTP server that is never slow, beside a bare loop of the same pool. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../../server/store/open-database.ts'
import { startChild } from '../child.ts'
import type { BareMail } from '../floors/bare-mail.ts'
import { IN_MEMORY, withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import type { ReceiverAnswer, ReceiverQuestion } from '../load/receiver.ts'
import { NODE_SETTINGS, startProduct } from '../product.ts'
import { registerMany } from '../recorded-statements.ts'
import { takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 5
const SECONDS = 4
/** Both start anew in every round, and their code is compiled as it runs: from the first mail on. */
const WARM_UP_SECONDS = 3
/** Two mails each: more than go out in a round. */
const APPLICATIONS = 8000
/** As many as the product has by default. */
const CONNECTIONS = 8

export async function mailSuite(report: Report): Promise<void> {
  const sink = startChild<ReceiverQuestion, ReceiverAnswer>(
    new URL('../load/receiver.ts', import.meta.url),
  )
  try {
    const { smtp: port } = await sink.ask({ ask: 'ports', takesMs: 0 })
    const count = async () => (await sink.ask({ ask: 'count' })).count
    await withFolder(async (folder) => {
      const due = join(folder, 'due.db')
      await fill(due)
      const { outbox, bare, ratios } = await takeTurns(ROUNDS, {
        bare: () => sendBare(port),
        outbox: () => sendDue(folder, due, port, count),
      })
      report({
        name: 'mails to an SMTP server that is never slow, SQLite',
        unit: '/s',
        value: outbox,
        floor: bare,
        ratios: ratios('outbox', 'bare'),
        goal: GOALS.mails,
      })
    })
  } finally {
    await sink.stop()
  }
}

/** Made where an fsync costs nothing, for its making is not measured, then brought to the disk. */
async function fill(due: string): Promise<void> {
  await withFolder(async (folder) => {
    const database = await openDatabase(`sqlite:${join(folder, 'filling.db')}`, { onFatal: fail })
    await registerMany(database, APPLICATIONS)
    await database.backup(due)
    await database.close()
  }, IN_MEMORY)
}

async function sendBare(port: number): Promise<number> {
  const file = new URL('../floors/bare-mail.ts', import.meta.url)
  const loop = startChild<BareMail, number>(file, NODE_SETTINGS)
  try {
    await loop.ask({ port, connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
    return await loop.ask({ port, connections: CONNECTIONS, seconds: SECONDS })
  } finally {
    await loop.stop()
  }
}

async function sendDue(
  folder: string,
  due: string,
  port: number,
  count: () => Promise<number>,
): Promise<number> {
  const file = join(folder, `round-${performance.now()}.db`)
  copyFileSync(due, file)
  const product = await startProduct(folder, {
    DATABASE_URL: `sqlite:${file}`,
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'desk@example.jp',
    STAFF_MAIL: 'staff@example.jp',
    LIMIT_SENT_PER_HOUR: '0',
    LIMIT_SENT_PER_ADDRESS_PER_DAY: '0',
  })
  try {
    const none = await count()
    while ((await count()) === none) await setTimeout(10)
    await setTimeout(1000 * WARM_UP_SECONDS)
    const from = performance.now()
    const before = await count()
    await setTimeout(SECONDS * 1000)
    return ((await count()) - before) / ((performance.now() - from) / 1000)
  } finally {
    await product.stop()
  }
}

function fail(error: unknown): never {
  throw error
}
