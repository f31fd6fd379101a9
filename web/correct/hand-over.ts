/**
 * What `/status` hands over to the page of a correction: the link and the number that has opened the gate. In the session
 * storage of the tab, because an address is logged and kept; forgotten when the applicant is back.
 */
import { STATUS_LINK } from '#contract/status.ts'
import { member } from '../sending/http.ts'
import { forget, keep, recall } from '../sending/session-storage.ts'

export type HandOver = {
  link: string
  /** As it was typed. */
  answer: string
  /** On the way back: the correction was sent. */
  isSent?: boolean
}

const KEY = 'correction'

export function handOver(given: HandOver): void {
  keep(KEY, given)
}

/** Null where nothing of the right shape was handed over. */
export function handedOver(): HandOver | null {
  const found = recall(KEY)
  const [link, answer] = [member(found, 'link'), member(found, 'answer')]
  if (typeof link !== 'string' || typeof answer !== 'string') return null
  return STATUS_LINK.test(link) ? { link, answer, isSent: member(found, 'isSent') === true } : null
}

/** Takes back what was handed over with this link: its number has opened the gate in this tab. */
export function takeBack(link: string): HandOver | null {
  const given = handedOver()
  forget(KEY)
  return given?.link === link ? given : null
}
