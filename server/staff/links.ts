/** Staff renew the link to the status of an application: the one before ends, and its gate opens again. */
import { tokyoDay } from '#domain/tokyo-time.ts'
import { isOver, LINK_DAYS } from '../applications/gate.ts'
import type { StatusLinks } from '../applications/status-link.ts'
import type { Database } from '../store/database.ts'
import { raiseGeneration, takeRenewal } from '../store/queries/status-links.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, onlyApplication, recordAction } from './actions.ts'
import type { Actor } from './audit.ts'
import { mailStatus } from './status-change.ts'

export type Renewal = {
  reference: string
  by: Actor
  /** The name in the history where it is not the actor's. */
  as?: string | undefined
  /** To the address on file; else it is given back, to be printed. */
  mail: boolean
}

/** Of one application, in a day of Tokyo. */
export const RENEWALS_A_DAY = 3

export type RenewLink = (renewal: Renewal) => Promise<string | null>

/** The new link; null where it was mailed. Throws AppError `action_refused`, `not_found`. */
export function linkRenewal(
  database: Database,
  clock: () => number,
  links: Pick<StatusLinks, 'to'>,
): RenewLink {
  return (renewal) => database.atomic((tx) => renewWithin(tx, renewal, links, clock()))
}

async function renewWithin(
  tx: Transaction,
  { reference, by, as, mail }: Renewal,
  links: Pick<StatusLinks, 'to'>,
  at: number,
): Promise<string | null> {
  const application = await onlyApplication(tx, reference)
  const { id, email } = application
  if (await isOver(tx, application, at)) throw notAllowed(OVER)
  if (mail && email === '') throw notAllowed(NO_ADDRESS)
  if (links.to({ reference: application.reference, generation: 1 }) === null)
    throw notAllowed(NO_LINKS)
  const renewal = { application: id, day: tokyoDay(at), aDay: RENEWALS_A_DAY }
  if (!(await takeRenewal(tx, renewal))) throw notAllowed(TOO_OFTEN)
  const raised = await raiseGeneration(tx, { application: id })
  if (!raised) throw new Conflict()
  const detail = mail ? 'メール' : '印刷'
  await recordAction(tx, application, { by, as }, { action: 'link', detail, at })
  if (!mail)
    return links.to({ reference: application.reference, generation: raised.link_generation })
  await mailStatus(tx, application, { by, as }, at)
  return null
}

const OVER = `このお申し込みの状況のページは終了しています（対応の完了から${LINK_DAYS}日が過ぎたか、お申し込みが完了していないか、個人情報を消去しました）。`
const NO_ADDRESS =
  'このお手続きにはメールアドレスがありません。リンクを表示して印刷し、登録されている連絡先へお渡しください。'
const NO_LINKS =
  '状況のページのリンクは使われていません。PUBLIC_URL に、申込者から見えるアドレスを設定してください。'
const TOO_OFTEN = `リンクの発行は、1件につき1日${RENEWALS_A_DAY}回までです。日本時間の翌日に、もう一度操作してください。`
