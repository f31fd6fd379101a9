/** One application found by a name of its, and everything that is kept of it. */
import { facilitiesOf } from './applications.ts'
import { IS_REQUEST } from './conditions.ts'
import type {
  ApplicationRow,
  ConsentRow,
  FacilityRecord,
  FlagRow,
  HistoryRow,
  OutboxRow,
} from './schema.ts'
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Applications that a person may mean by a reference, a username or a customer number; those invited first, then the newest. */
export async function findApplications(tx: Transaction, name: string): Promise<ApplicationRow[]> {
  return tx.all(byName, { name, reference: name.toUpperCase() })
}

export type WholeApplication = {
  application: ApplicationRow
  consents: ConsentRow[]
  facilities: FacilityRecord[]
  flags: FlagRow[]
  history: HistoryRow[]
  outbox: OutboxRow[]
}

export async function wholeApplication(
  tx: Transaction,
  id: string,
): Promise<WholeApplication | undefined> {
  const application = await tx.first(byId, { id })
  if (!application) return undefined
  return {
    application,
    consents: await tx.all(consentsOf, { id }),
    facilities: await facilitiesOf(tx, id),
    flags: await tx.all(flagsOf, { id }),
    history: await tx.all(historyOf, { id }),
    outbox: await tx.all(outboxOf, { id }),
  }
}

const byName = statement((db, { name, reference }: { name: string; reference: string }) =>
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

const byId = statement((db, { id }: { id: string }) =>
  db.selectFrom('applications').selectAll().where('id', '=', id),
)
const consentsOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('consents').selectAll().where('application', '=', id).orderBy('seq'),
)
const flagsOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('flags').selectAll().where('application', '=', id).orderBy('at').orderBy('flag'),
)
// A status stands before the note that came with it, at the same instant.
const historyOf = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .selectAll()
    .where('application', '=', id)
    .orderBy('at')
    .orderBy('action', 'desc')
    .orderBy('id'),
)
const outboxOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('outbox').selectAll().where('application', '=', id).orderBy('id'),
)
