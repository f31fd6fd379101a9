/** What erased applications count for in figures of past months, as sums: nothing in them is of a person. */
import { sql } from 'kysely'
import { campaignLabel } from '#domain/figures.ts'
import { ENDED_STATUSES } from '#domain/staff.ts'
import { DAY_MS, tokyoDay } from '#domain/tokyo-time.ts'
import { IS_OF_TRIAL, type KeptSumRow } from '../schema.ts'
import { readAll, readFirst, type Transaction, write } from '../statement.ts'
import { raiseVersion } from './feed.ts'
import { dropTrialFlags } from './flags.ts'
import { namedCampaigns } from './installation-values.ts'

/** Before the first erasure blanks it; a contract and a trial know nothing of each other afterwards. */
export async function keepSums(tx: Transaction, { id }: { id: string }): Promise<void> {
  const one = await countedOf(tx, { id })
  const trial = one?.flow === 'trial' ? one.reference : one?.trial
  const pair = trial ? await contractsOf(tx, { trial }) : []
  const freed = await dropTrialFlags(tx, { id })
  for (const { application } of freed)
    if (application !== id) await raiseVersion(tx, { application })
  if (!one) return
  const named = await namedCampaigns(tx)
  const { flow, facilities, chance } = one
  const label = campaignLabel(one.utm_campaign, named)
  await add(tx, one.completed_at, { flow, kind: 'facilities', name: '', size: facilities })
  if (flow === 'trial') {
    await add(tx, one.completed_at, { flow, kind: 'chance', name: chance, size: 0 })
    await add(tx, one.completed_at, { flow, kind: 'trial', name: label, size: 0 })
  }
  // While another contract names the trial, it stands for both.
  if (freed.length < pair.length) return
  const [first] = pair
    .filter(({ staff_status }) => !ENDED_STATUSES.includes(staff_status))
    .toSorted((a, b) => a.contract_at - b.contract_at)
  if (!first) return
  const days = Math.floor((first.contract_at - first.trial_at) / DAY_MS)
  const name = campaignLabel(first.utm_campaign, named)
  await add(tx, first.trial_at, { flow: 'trial', kind: 'contract', name, size: days })
}

type Sum = Pick<KeptSumRow, 'flow' | 'kind' | 'name' | 'size'>

const add = (tx: Transaction, at: number, sum: Sum) =>
  addKeptSum(tx, { ...sum, month: tokyoDay(at).slice(0, 7), count: 1 })

/** With the trial that it names; undefined where it counts for nothing, or was counted as it was erased. */
const countedOf = readFirst((db, { id }: { id: string }) =>
  db
    .selectFrom('applications as a')
    .where('a.id', '=', id)
    .where('a.state', '=', 'complete')
    .where('a.erased_at', 'is', null)
    .select(['a.reference', 'a.flow', 'a.chance', 'a.utm_campaign'])
    .select((row) => [
      row.ref('a.completed_at').$notNull().as('completed_at'),
      sql<number>`(select count(*) from facilities f where f.application = a.id)`.as('facilities'),
      row
        .selectFrom('flags')
        .whereRef('flags.application', '=', 'a.id')
        .where(IS_OF_TRIAL)
        .select('detail')
        .as('trial'),
    ]),
)

const contractsOf = readAll((db, { trial }: { trial: string }) =>
  db
    .selectFrom('flags')
    .innerJoin('applications as t', 't.reference', 'flags.detail')
    .innerJoin('applications as c', 'c.id', 'flags.application')
    .where(IS_OF_TRIAL)
    .where('flags.detail', '=', trial)
    .select((row) => [
      row.ref('t.completed_at').$notNull().as('trial_at'),
      row.ref('c.completed_at').$notNull().as('contract_at'),
    ])
    .select(['t.utm_campaign', 'c.staff_status']),
)

const addKeptSum = write((db, row: KeptSumRow) =>
  db
    .insertInto('kept_sums')
    .values({
      ...{ month: row.month, flow: row.flow, kind: row.kind },
      ...{ name: row.name, size: row.size, count: row.count },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['month', 'flow', 'kind', 'name', 'size'])
        .doUpdateSet((stored) => ({ count: stored('kept_sums.count', '+', row.count) })),
    ),
)

/** Months, both included. */
export const keptSumsBetween = readAll((db, { from, to }: { from: string; to: string }) =>
  db.selectFrom('kept_sums').selectAll().where('month', '>=', from).where('month', '<=', to),
)

/** Months before. */
export const dropKeptSums = write((db, { month }: { month: string }) =>
  db.deleteFrom('kept_sums').where('month', '<', month),
)
