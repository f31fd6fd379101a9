/** One application found by a name of its, and everything that is kept of it. */
import { facilitiesOf } from './applications.ts'
import { changeOf } from './changes.ts'
import { IS_REQUEST } from './conditions.ts'
import { readAll, readFirst } from './queries.ts'
import type {
  ApplicationRow,
  ConsentRow,
  FacilityRecord,
  FlagRow,
  HistoryRow,
  OutboxRow,
} from './schema.ts'
import type { Transaction } from './transaction.ts'

/** Applications that a person may mean by a reference, a username or a customer number; those invited first, then the newest. */
export async function findApplications(tx: Transaction, name: string): Promise<ApplicationRow[]> {
  return byName(tx, { name, reference: name.toUpperCase() })
}

/** What a notice of a completed application tells. */
export type ToldApplication = {
  application: ApplicationRow
  /** Raised with each change since its completion; 0 before that. */
  version: number
  consents: ConsentRow[]
  facilities: FacilityRecord[]
  flags: FlagRow[]
}

export type WholeApplication = ToldApplication & { history: HistoryRow[]; outbox: OutboxRow[] }

export async function toldApplication(
  tx: Transaction,
  id: string,
): Promise<ToldApplication | undefined> {
  const [application, change, consents, facilities, flags] = await Promise.all([
    applicationOf(tx, { id }),
    changeOf(tx, { application: id }),
    consentsOf(tx, { id }),
    facilitiesOf(tx, { application: id }),
    flagsOf(tx, { id }),
  ])
  const version = change?.version ?? 0
  return application && { application, version, consents, facilities, flags }
}

export async function wholeApplication(
  tx: Transaction,
  id: string,
): Promise<WholeApplication | undefined> {
  const [told, history, outbox] = await Promise.all([
    toldApplication(tx, id),
    historyOf(tx, { id }),
    outboxOf(tx, { id }),
  ])
  return told && { ...told, history, outbox }
}

const byName = readAll((db, { name, reference }: { name: string; reference: string }) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('reference', '=', reference),
        eb('id', '=', name),
        eb.and([eb('customer', '=', name), IS_REQUEST]),
      ]),
    )
    // A signed invitation outranks every request without one.
    .orderBy((eb) => eb('assurance', '=', 'invited'), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

const applicationOf = readFirst((db, { id }: { id: string }) =>
  db.selectFrom('applications').selectAll().where('id', '=', id),
)
const consentsOf = readAll((db, { id }: { id: string }) =>
  db.selectFrom('consents').selectAll().where('application', '=', id).orderBy('seq'),
)
const flagsOf = readAll((db, { id }: { id: string }) =>
  db.selectFrom('flags').selectAll().where('application', '=', id).orderBy('at').orderBy('flag'),
)
// A status stands before the note that came with it, at the same instant.
const historyOf = readAll((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .selectAll()
    .where('application', '=', id)
    .orderBy('at')
    .orderBy('action', 'desc')
    .orderBy('id'),
)
const outboxOf = readAll((db, { id }: { id: string }) =>
  db.selectFrom('outbox').selectAll().where('application', '=', id).orderBy('id'),
)
