/** Labels and state machine that staff work with: procedures, statuses, flags, deliveries, history. */
import { FLOWS, type Flow } from './flows.ts'
import type { ApplicantStatus } from './status.ts'

export const PROCEDURES = {
  entry: '新規お申し込み',
  migration: '契約の移行手続き',
  suspension: '利用停止手続き',
  trial: '60日間無料体験のお申し込み',
} as const satisfies Record<Flow, string>

type StatusRow = { label: string; next: readonly string[]; isClosed: boolean }

/** Status → label and allowed transitions. No status is final: a mistake can be taken back. */
export const STAFF_STATUSES = {
  received: {
    label: '未対応',
    next: ['in_progress', 'done', 'rejected', 'withdrawn'],
    isClosed: false,
  },
  in_progress: {
    label: '対応中',
    next: ['received', 'done', 'rejected', 'withdrawn'],
    isClosed: false,
  },
  done: { label: '完了', next: ['in_progress'], isClosed: true },
  rejected: { label: '却下', next: ['in_progress'], isClosed: true },
  withdrawn: { label: '取り下げ', next: ['in_progress'], isClosed: true },
} as const satisfies Record<ApplicantStatus, StatusRow>

export type StaffStatus = keyof typeof STAFF_STATUSES

export const STAFF_STATUS_NAMES = Object.keys(STAFF_STATUSES) as StaffStatus[]

/** Nobody works on it any more: its link ends, and retention counts. */
export const CLOSED_STATUSES = /* @__PURE__ */ STAFF_STATUS_NAMES.filter(
  (status) => STAFF_STATUSES[status].isClosed,
)

export function isClosed(status: StaffStatus): boolean {
  return STAFF_STATUSES[status].isClosed
}

export function isStaffStatus(name: string): name is StaffStatus {
  return Object.hasOwn(STAFF_STATUSES, name)
}

export function mayFollow(from: StaffStatus, to: StaffStatus): boolean {
  const row: StatusRow = STAFF_STATUSES[from]
  return row.next.includes(to)
}

/** Anybody can type a customer number: such a request is confirmed with the customer before it is done. */
export function needsConfirmation(flow: Flow, to: StaffStatus): boolean {
  return FLOWS[flow].customer === 'existing' && to === 'done'
}

/** State of the applicant's own calls. */
export const APPLICATION_STATES = {
  pending: '入力途中',
  complete: '申し込み完了',
  superseded: '差し替え済み',
} as const

export type ApplicationState = keyof typeof APPLICATION_STATES

/** How the applicant's identity was checked; not applicable to new customers. */
export const ASSURANCES = {
  none: '対象外',
  unverified: '未確認',
  invited: '招待リンクあり',
} as const

export type Assurance = keyof typeof ASSURANCES

/** `chip`: the label in a list's row; `namesAnother`: its detail is the reference of another application, and not a word about this one. */
type FlagRow = { label: string; chip: string; namesAnother: boolean }

/** Warnings for staff. None of them holds an application back (reading 28). */
export const FLAGS = {
  other_price_list: {
    label: '同意した料金が、現在の料金表と異なります',
    chip: '別の料金',
    namesAnother: false,
  },
  possible_duplicate: {
    label: '30日以内に同じ連絡先または法人名の申し込みがあります',
    chip: '重複注意',
    namesAnother: true,
  },
  later_request: {
    label: '同じお客様番号の申し込みが先にあります',
    chip: '先にあり',
    namesAnother: true,
  },
  further_request: {
    label: '同じお客様番号の申し込みが、あとから届いています',
    chip: '後にあり',
    namesAnother: true,
  },
  bad_invitation: {
    label: '招待リンクが無効でした',
    chip: '招待無効',
    namesAnother: false,
  },
  invitation_reused: {
    label: '招待リンクが再び使われました',
    chip: '招待再用',
    namesAnother: true,
  },
  robot: {
    label: '自動送信の疑いがあります',
    chip: '自動送信',
    namesAnother: false,
  },
  limit_near: {
    label: '短い時間に多くの申し込みがありました',
    chip: '連続送信',
    namesAnother: false,
  },
} as const satisfies Record<string, FlagRow>

export type FlagName = keyof typeof FLAGS

export const FLAG_NAMES = Object.keys(FLAGS) as FlagName[]

// Marked for the pages' build: they load nothing of the flags.
export const FLAG_LABELS = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ FLAG_NAMES.map((flag) => [flag, FLAGS[flag].label]),
) as Readonly<Record<FlagName, string>>

/** Why an invitation counted for nothing. */
const BAD_INVITATIONS = {
  malformed: 'リンクが途中で切れているか、余分な文字が付いています',
  unknown_key: '発行に使われた鍵が、いまは登録されていません',
  forged: '別のお客様番号か別のお手続きのリンク、または書き換えられたリンクです',
  expired: '有効期限を過ぎています',
} as const

export type BadInvitation = keyof typeof BAD_INVITATIONS

/** A flag's detail in words; one that is words or a receipt number already stays as it is. */
export function flagDetail(flag: FlagName, detail: string): string {
  if (flag === 'bad_invitation') return labelIn(BAD_INVITATIONS, detail)
  if (flag !== 'robot') return detail
  const inWords = (sign: string) =>
    sign === 'trap'
      ? '人には見えない欄に入力がありました'
      : sign.replace(
          /^(\d+) ms$/,
          (_, ms) => `入力から${(Number(ms) / 1000).toFixed(1)}秒で送信されました`,
        )
  return detail.split(', ').map(inWords).join('、')
}

/** Kinds of deliveries: what a completed application queues, and what its status does. */
export const DELIVERY_KINDS = {
  mail_applicant: '受付メール',
  mail_staff: '担当者へのメール',
  mail_staff_news: '担当者への連絡のメール',
  mail_status: '状況のメール',
  webhook: '請求システム',
  webhook_status: '請求システム（状況の変更）',
  webhook_withdrawn: '請求システム（取り下げ）',
  webhook_corrected: '請求システム（訂正）',
} as const

export type DeliveryKind = keyof typeof DELIVERY_KINDS

/** What the billing system may be told besides completed applications, each with its kind of delivery. */
export const WEBHOOK_KINDS = {
  'application.status_changed': 'webhook_status',
  'application.withdrawn': 'webhook_withdrawn',
  'application.corrected': 'webhook_corrected',
} as const satisfies Record<string, DeliveryKind>

export type WebhookEvent = keyof typeof WEBHOOK_KINDS
export const WEBHOOK_EVENTS = /* @__PURE__ */ Object.keys(WEBHOOK_KINDS) as WebhookEvent[]

/** Kinds that are posted to the billing system, not mailed. */
export function isWebhook(kind: DeliveryKind): boolean {
  return kind.startsWith('webhook')
}

/** Kinds that are mailed to the vendor's staff. */
export function isToStaff(kind: DeliveryKind): boolean {
  return kind.startsWith('mail_staff')
}

export const DELIVERY_STATES = {
  queued: '送信待ち',
  sending: '送信中',
  sent: '送信済み',
  held: '保留',
  failed: '不達',
} as const

/** What staff and an applicant write to each other. */
export const MESSAGE_KINDS = {
  question: '申込者への質問',
  notice: '申込者への連絡',
  answer: '申込者の回答',
  message: '申込者のメッセージ',
} as const

/** What an applicant waits for staff to deal with, in the order of its tabs. */
export const WAITING = {
  correction: { label: '訂正の申し出', chip: '訂正' },
  withdrawal: { label: '取り下げの申し出', chip: '取り下げ' },
  message: { label: 'メッセージ', chip: 'メッセージ' },
} as const satisfies Record<string, { label: string; chip: string }>

export type Waiting = keyof typeof WAITING
export const WAITING_NAMES = /* @__PURE__ */ Object.keys(WAITING) as Waiting[]

/** Kinds of entries in the history. */
export const STAFF_ACTIONS = {
  status: '対応状況',
  note: 'メモ',
  assignee: '担当',
  erase: '個人情報の消去',
  resend: '再送',
  acknowledge: '請求システムの受領',
  customer_number: 'お客様番号の登録',
  notify: '申込者へのメール',
  link: '申込者のリンクの発行',
  gate: '申込者による内容の確認',
  withdrawal: '取り下げの申し出',
  withdrawal_refused: '取り下げの申し出を断る',
  correction: '訂正の申し出',
  correction_accepted: '訂正の反映',
  correction_declined: '訂正の申し出を断る',
  message: '申込者からのメッセージ',
  question: '申込者への連絡',
  settled: 'メッセージの確認',
} as const

/** The label of an entry in an application's history; the name itself where a newer version wrote it. */
export function staffActionLabel(name: string): string {
  return labelIn(STAFF_ACTIONS, name)
}

/** The name itself where the table has no label for it. */
function labelIn(labels: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name
}
