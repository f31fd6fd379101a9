/** Rows of what an applicant does after the application: tries at the gate, messages, requests to withdraw, corrections. */

/** The link of an applicant whose gate was tried. */
export type StatusLinkRow = {
  application: string
  /** The hour of the last try, counted from 1970. */
  tried_in: number
  /** Wrong answers in that hour, and since the link was made. */
  wrong_in_hour: number
  wrong: number
}

/** A question or a notice of staff's, an answer or a message of the applicant's. */
export type MessageRow = {
  /** In the order of time. */
  id: string
  application: string
  kind: 'question' | 'notice' | 'answer' | 'message'
  at: number
  /** Of staff; empty for the applicant. */
  who: string
  text: string
  /** Of an answer: the question. */
  question: string | null
  /** Of a message: the day in Tokyo, which has one. */
  day: string | null
  /** When a question was answered or given up, or staff had dealt with what the applicant wrote; null while it waits. */
  settled_at: number | null
  settled_by: string | null
}

export type WithdrawalRow = {
  id: string
  application: string
  at: number
  state: 'waiting' | 'confirmed' | 'refused'
  decided_at: number | null
  decided_by: string | null
  /** What the applicant is told where it is refused. */
  sentence: string
}

/** What was done under an Idempotency-Key of an applicant's, hashed. */
export type ApplicantCallRow = { application: string; key: string; request: string; at: number }

/** What staff made of a correction; the first revision is the application as it was sent. */
export type RevisionState = 'first' | 'waiting' | 'accepted' | 'declined' | 'replaced' | 'lapsed'

/** A correction with the consent to its price, besides what was typed. Never changed but for its state. */
export type RevisionFacts = {
  application: string
  number: number
  state: RevisionState
  /** The revision that it was made from. */
  base: number
  at: number
  /** The day in Tokyo; null of the first. */
  day: string | null
  decided_at: number | null
  decided_by: string | null
  /** What the applicant is told where it is declined. */
  reason: string
  terms_version: string
  /** The words that were pressed. */
  button: string
  consent_price: string | null
  /** Yen a month. */
  agreed_price: number | null
  price_list: string | null
}
