/** Corrections of an application: revisions beside it, and the one that counts. */
import {
  type FacilityRecord,
  REGISTRATION_COLUMNS,
  type Registration,
  type RevisionFacilityRow,
  type RevisionRow,
  type SearchColumns,
} from '../schema.ts'
import {
  insertRows,
  readAll,
  readFirst,
  readForAll,
  type Transaction,
  write,
} from '../statement.ts'

type Of = { application: string }

export const insertRevisions = insertRows('revisions', [
  'application',
  'number',
  'state',
  'base',
  'at',
  'day',
  'decided_at',
  'decided_by',
  'reason',
  'terms_version',
  'button',
  'consent_price',
  'agreed_price',
  'price_list',
  ...REGISTRATION_COLUMNS,
])

const insertRevisionRows = insertRows('revision_facilities', [
  'application',
  'revision',
  'no',
  'facility_name',
  'facility_number',
  'service_key',
])

/** Keeps the rows of a revision as they are. */
export function insertRevisionFacilities(
  tx: Transaction,
  revision: number,
  rows: readonly FacilityRecord[],
): Promise<void> {
  const kept: RevisionFacilityRow[] = rows.map((row) => ({ ...row, revision }))
  return insertRevisionRows(tx, kept)
}

/** Without what was typed, oldest first: the last of an application counts. */
export const revisionsOfAll = readForAll((db, ids) =>
  db
    .selectFrom('revisions')
    .select(['application', 'state', 'decided_at'])
    .where('application', 'in', ids)
    .where('button', '<>', '')
    .orderBy('number'),
)

/** The newest, whatever became of it. */
export const lastRevision = readFirst((db, { application }: Of) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('application', '=', application)
    .orderBy('number', 'desc')
    .limit(1),
)

/** The newest that the applicant proposed, or the first: one by staff has no button that was pressed. */
export const lastProposal = readFirst((db, { application }: Of) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('application', '=', application)
    .where('button', '<>', '')
    .orderBy('number', 'desc')
    .limit(1),
)

export const revisionOf = readFirst((db, p: Of & { revision: number }) =>
  db
    .selectFrom('revisions')
    .select(REGISTRATION_COLUMNS)
    .where('application', '=', p.application)
    .where('number', '=', p.revision),
)

export const facilitiesOfRevision = readAll((db, p: Of & { revision: number }) =>
  db
    .selectFrom('revision_facilities')
    .select(['application', 'no', 'facility_name', 'facility_number', 'service_key'])
    .where('application', '=', p.application)
    .where('revision', '=', p.revision)
    .orderBy('no'),
)

type Contact = 'email' | 'tel'

/** Who made one of these count as it is, by a revision, and when; undefined where it was never another. */
export async function lastChangeOf(
  tx: Transaction,
  of: Of,
  contacts: readonly Contact[],
): Promise<{ who: string | null; at: number | null } | undefined> {
  const all = await countedRevisions(tx, of)
  const last = all.findLast((row, index) => {
    const before = all[index - 1]
    return before !== undefined && contacts.some((each) => row[each] !== before[each])
  })
  return last && { who: last.decided_by, at: last.decided_at }
}

const countedRevisions = readAll((db, { application }: Of) =>
  db
    .selectFrom('revisions')
    .select(['email', 'tel', 'decided_by', 'decided_at'])
    .where('application', '=', application)
    .where('state', 'in', ['first', 'accepted'])
    .orderBy('number'),
)

/** Of no application with one may the correction be passed over. */
export const waitsToCorrect = readFirst((db, { application }: Of) =>
  db
    .selectFrom('revisions')
    .select('number')
    .where('application', '=', application)
    .where('state', '=', 'waiting'),
)

export const countRevisions = readFirst((db, p: Of & { day: string }) =>
  db
    .selectFrom('revisions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('application', '=', p.application)
    .where('day', '=', p.day),
)

type Decision = Of & Pick<RevisionRow, 'state' | 'reason'> & { by: string; at: number }

/** Ends the correction that waits, if one does. */
export const endWaiting = write((db, p: Decision) =>
  db
    .updateTable('revisions')
    .set({ state: p.state, reason: p.reason, decided_at: p.at, decided_by: p.by })
    .where('application', '=', p.application)
    .where('state', '=', 'waiting'),
)

type Counting = Pick<RevisionRow, 'number' | 'consent_price' | 'agreed_price' | 'price_list'> & {
  consentSeq: number
} & Registration &
  SearchColumns &
  Of

/** Decides of one correction. */
export const decideRevision = write((db, p: Decision & { number: number }) =>
  db
    .updateTable('revisions')
    .set({ state: p.state, reason: p.reason, decided_at: p.at, decided_by: p.by })
    .where('application', '=', p.application)
    .where('number', '=', p.number),
)

/** Makes a revision the one that counts. */
export const applyRevision = write((db, p: Counting) =>
  db
    .updateTable('applications')
    .set({
      ...(Object.fromEntries(
        REGISTRATION_COLUMNS.map((column) => [column, p[column]]),
      ) as Registration),
      search_mail: p.search_mail,
      search_tel: p.search_tel,
      search_company: p.search_company,
      consent_seq: p.consentSeq,
      consent_price: p.consent_price,
      agreed_price: p.agreed_price,
      price_list: p.price_list,
      revision: p.number,
    })
    .where('id', '=', p.application),
)

export const deleteFacilities = write((db, { application }: Of) =>
  db.deleteFrom('facilities').where('application', '=', application),
)
