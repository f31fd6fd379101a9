/**
 * What `/status` hands over to the page of a correction, and that back: the link and the number that has opened the gate. In
 * the session storage of the tab, because an address is logged and kept. It opens the page that it was handed to, and that
 * page again where it is reloaded; whoever comes by the history of the tab may be somebody else, and is asked for the number.
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

/** It was handed over, or taken, since this document was opened. */
let isHere = false

export function handOver(given: HandOver): void {
  isHere = true
  keep(KEY, { ...given, isUnderWay: true })
}

/** Null where nothing of the right shape was handed over, or not to this page. */
export function handedOver(): HandOver | null {
  const given = recalled()
  if (given === null) forgetHandOver()
  else keep(KEY, given)
  isHere = given !== null
  return given
}

/** Takes back what was handed over with this link: its number has opened the gate in this tab. */
export function takeBack(link: string): HandOver | null {
  const given = handedOver()
  forgetHandOver()
  return given?.link === link ? given : null
}

export function forgetHandOver(): void {
  isHere = false
  forget(KEY)
}

function recalled(): HandOver | null {
  const found = recall(KEY)
  const [link, answer] = [member(found, 'link'), member(found, 'answer')]
  if (typeof link !== 'string' || typeof answer !== 'string' || !STATUS_LINK.test(link)) return null
  if (!isHere && member(found, 'isUnderWay') !== true && !isReload()) return null
  return { link, answer, isSent: member(found, 'isSent') === true }
}

function isReload(): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return opened?.type === 'reload'
}
