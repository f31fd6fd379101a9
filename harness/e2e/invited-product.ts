/** A server that takes migrations and suspensions by invitation alone. */
import { FLOWS } from '#domain/flows.ts'
import { estimated, fillWhole, numberOf } from './filled-forms.ts'
import { testAt } from './fixtures.ts'
import { startProduct } from './product.ts'
import type { State } from './state.ts'

export const startInvitedProduct = () =>
  startProduct({ INVITATIONS: 'required', INVITATION_KEYS: `k1:${'A'.repeat(42)}E` })

export const test = testAt(startInvitedProduct)

const INVITATION = /(#inv=v1\.\w+\.)(\d+)\.([\w-]+)\./

/** The link as it is an hour after its end. */
export function ended(path: string): string {
  return path.replace(INVITATION, `$1${Math.floor(Date.now() / 1000) - 3600}.$3.`)
}

/** By its shape no page can tell that the server did not sign it. */
export function forged(path: string): string {
  return path.replace(INVITATION, `$1$2.${'A'.repeat(22)}.`)
}

const MARK = 'shoutai'

/** Pages of such a server, with a link that begins nothing. */
export const INVITED_STATES: readonly State[] = (['migration', 'suspension'] as const).flatMap(
  (flow): State[] => {
    const { inputPath } = FLOWS[flow]
    const number = numberOf(MARK)
    return [
      {
        name: `${flow}-uninvited`,
        reach: (page) => page.goto(`${inputPath}?customerNumber=${number}`),
      },
      {
        name: `${flow}-invitation-ended`,
        reach: async (page, product) => page.goto(ended(await product.invite(flow, number))),
      },
      {
        name: `${flow}-invitation-refused`,
        reach: async (page, product) => {
          await page.goto(forged(await product.invite(flow, number)))
          await fillWhole(page, flow, MARK)
          await (await estimated(page, flow)).click()
          await page.locator('section:focus').waitFor()
        },
      },
    ]
  },
)
