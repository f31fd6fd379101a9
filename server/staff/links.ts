/**
 * Staff hand out the link to the status of an application, by mail or on paper. It is the one that is good already: what
 * the relay takes may come back, and a mail that did not arrive must not cost the applicant the link that works. Ending
 * it is an act of its own.
 */
import { startOfDayInTokyo, tokyoDay } from '#domain/tokyo-time.ts'
import { isOver, LINK_DAYS } from '../follow-up/gate.ts'
import type { Linked, StatusLinks } from '../follow-up/link.ts'
import type { Database } from '../store/database.ts'
import { LINK_ENDED } from '../store/queries/staff-changes.ts'
import { countLinkMails, endLink } from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, type Press, recordAction } from './actions.ts'
import type { Actor } from './audit.ts'
import { pressedOn } from './press.ts'
import { mailStatus } from './status-change.ts'

export type HandedOut = {
  reference: string
  by: Actor
  /** The name in the history where it is not the actor's. */
  as?: string | undefined
  /** To the address on file; else it is given back, to be printed. */
  mail: boolean
  /** The one before ends at once, and its gate opens again. */
  end: boolean
  press?: Press | undefined
}

/** Of one application, in a day of Tokyo, without those that did not arrive. */
export const LINK_MAILS_A_DAY = 3

export type HandOutLink = (wanted: HandedOut) => Promise<string | null>

/** The link; null where it is mailed. Throws AppError `action_refused`, `not_found`. */
export function linkHandOut(
  database: Database,
  clock: () => number,
  links: Pick<StatusLinks, 'to'>,
): HandOutLink {
  return async (wanted) => {
    // The link itself opens the application: it is kept with no answer.
    const linked = await database.alone((tx) =>
      pressedOn(tx, { ...wanted, name: 'link' }, clock, (application, at) =>
        handOutWithin(tx, application, wanted, { links, at }),
      ),
    )
    return wanted.mail ? null : links.to(linked)
  }
}

async function handOutWithin(
  tx: Transaction,
  application: ApplicationRow,
  { by, as, mail, end }: HandedOut,
  { links, at }: { links: Pick<StatusLinks, 'to'>; at: number },
): Promise<Linked> {
  const { id, email } = application
  if (isOver(application, at)) throw notAllowed(OVER)
  if (mail && email === '') throw notAllowed(NO_ADDRESS)
  const generation = application.link_generation + (end ? 1 : 0)
  const linked = { reference: application.reference, generation }
  if (links.to(linked) === null) throw notAllowed(NO_LINKS)
  const since = startOfDayInTokyo(tokyoDay(at))
  const mails = mail ? await countLinkMails(tx, { application: id, since }) : undefined
  if ((mails?.count ?? 0) >= LINK_MAILS_A_DAY) throw notAllowed(TOO_OFTEN)
  if (end) await endLink(tx, id)
  const detail = `${end ? LINK_ENDED : ''}${mail ? 'メール' : '印刷'}`
  await recordAction(tx, application, { by, as }, { action: 'link', detail, at })
  if (mail) await mailStatus(tx, application, { by, as }, at)
  return linked
}

const OVER = `このお申し込みの状況のページは終了しています（対応の完了から${LINK_DAYS}日が過ぎたか、お申し込みが完了していないか、個人情報を消去しました）。`
const NO_ADDRESS =
  'このお手続きにはメールアドレスがありません。リンクを表示して印刷し、登録されている連絡先へお渡しください。'
const NO_LINKS =
  '状況のページのリンクは使われていません。PUBLIC_URL に、申込者から見えるアドレスを設定してください。'
const TOO_OFTEN = `リンクの送り直しは、1件につき1日${LINK_MAILS_A_DAY}回までです。お急ぎのときは、印刷用のリンクを表示してお渡しください。`
