/** An application whose applicant corrects it, and what became of that, for tests. */
import { FACILITIES } from './calls.ts'
import { rowsIn } from './rows.ts'
import { applyAt, type Desk, decideOn, linkIn, startDesk } from './status.ts'

/** Its rows as a correction sends them. */
export const ROWS = FACILITIES.map(({ facilityName, facilityNumber, serviceKey }) => ({
  ...{ name: facilityName, number: facilityNumber, service: serviceKey },
}))

/** Another name of the corporation. */
export const named = (name: string) => ({ fields: { jigyousha: name } })

type Decision = { seen?: string; reason?: string }

/** A complete new contract; `decide` is the press of staff about its first correction, unless another is named. */
export async function begunCorrection(wanted: Parameters<typeof startDesk>[0]) {
  const desk = await startDesk(wanted)
  const { reply, reference } = await applyAt(desk, 'mine')
  return { desk, reference, link: linkIn(reply), decide: decisionOn(desk, reference) }
}

export function decisionOn(desk: Desk, reference: string) {
  return (accept: boolean, more: Decision = {}, headers?: Record<string, string>) => {
    const decision = { seen: '2', reason: accept ? '' : '番号が違います。', ...more }
    return decideOn(desk, reference, { of: 'correction', ...decision, accept }, headers)
  }
}

export async function applicationIn({ database }: Desk) {
  const [row] = await rowsIn(database, 'applications')
  if (!row) throw new Error('no application')
  return row
}

/** Number and state of each revision. */
export const statesIn = async ({ database }: Desk) =>
  (await rowsIn(database, 'revisions')).map(({ number, state }) => `${number} ${state}`).toSorted()
