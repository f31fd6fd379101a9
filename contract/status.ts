/** The wire of the page on which an applicant sees how an application stands: addresses, the link, error codes. No cookie, no session. */

import { STATUS_PAGE } from './status-pages.ts'

/** POST; the whole address under which the page asks. */
export const STATUS_ADDRESS = '/api/public/status'

/** POST; with an answer of the gate, and an Idempotency-Key. */
export const WITHDRAWAL_ADDRESS = '/api/public/status/withdrawal'
export const MESSAGE_ADDRESS = '/api/public/status/message'
export const CORRECTION_ADDRESS = '/api/public/status/correction'

/** Corrections of one application in a day of Tokyo. */
export const CORRECTIONS_A_DAY = 5

/** UTF-16 units of a message, an answer or a question. */
export const MESSAGE_LIMIT = 1000
/** Bytes: as below, with a message whose every character is escaped in JSON. */
export const MESSAGE_BODY_LIMIT = 12_288

/** Bytes: a link and an answer of the greatest length, with every character escaped in JSON. */
export const STATUS_BODY_LIMIT = 4_096

/** Receipt number, generation, and HMAC-SHA-256 cut to 128 bits. */
export const STATUS_LINK = /^([0-9A-Z]{4}-[0-9A-Z]{4})\.([1-9]\d{0,8})\.([0-9a-f]{32})$/

/** UTF-16 units: from `/status` on at most 60. */
export const STATUS_LINK_LIMIT = 60 - `${STATUS_PAGE}#`.length
/** UTF-16 units. */
export const GATE_ANSWER_LIMIT = 255

/**
 * What opens the details: the telephone number that was typed, or the customer number. Resting: too many answers were
 * wrong. By telephone only: the number that was typed has too few digits to prove anything.
 */
export const GATES = ['telephone', 'customer_number', 'by_telephone_only', 'resting'] as const
export type Gate = (typeof GATES)[number]

/** Error codes and messages besides API_ERRORS, so that no form loads them. */
export const STATUS_ERRORS = {
  link_unknown:
    'このリンクは使えません。期限が過ぎたか、新しいリンクが発行されています。サポートへご連絡ください。',
  gate_refused: '確認できませんでした。番号をお確かめください。',
  gate_resting: '確認に続けて失敗したため、このリンクはいま使えません。サポートへご連絡ください。',
  already_closed:
    'このお申し込みへの対応は終わっています。「最新の状況に更新する」を押して、ご確認ください。',
  question_closed:
    'この質問への回答は、すでに受け付けているか、不要になっています。「最新の状況に更新する」を押して、ご確認ください。',
  base_changed:
    'お申し込みの内容が、この間に変わりました。新しい内容をご確認のうえ、もう一度お進みください。入力した内容は残っています。',
  proposal_changed:
    '訂正の申し出が、この間に変わりました。「最新の状況に更新する」を押して、ご確認ください。',
  correction_closed:
    'このお申し込みへの対応は終わっているため、内容を訂正できません。サポートへご連絡ください。',
  correction_empty: '変わったところがありません。内容を直してから、もう一度お進みください。',
  correction_limit: `訂正の申し出は1日に${CORRECTIONS_A_DAY}回までです。お急ぎのときは、サポートへご連絡ください。`,
  message_sent_today:
    '今日のメッセージは送信済みです。次は明日から送れます。お急ぎのときは、サポートへご連絡ください。',
} as const satisfies Record<string, string>

/** What the page says once a correction is proposed. */
export const CORRECTION_WAITS =
  '訂正の内容を担当者が確認しています。確認が終わると、メールでお知らせします。'

export type StatusErrorCode = keyof typeof STATUS_ERRORS
