/** Labels and state machine that staff work with: procedures, statuses, flags, deliveries, history. */
import { FLOW_NAMES, type Flow, isRequest } from './flows.ts'
import { APPLICANT_STATUSES, type ApplicantStatus } from './status.ts'

export const PROCEDURES = {
  entry: '新規お申し込み',
  migration: '契約の移行手続き',
  suspension: '利用停止手続き',
  trial: '60日間無料体験のお申し込み',
} as const satisfies Record<Flow, string>

type StatusRow = {
  label: string
  /** As what its applicant sees it. With an end of that page it is closed. */
  shownAs: ApplicantStatus
  /** That chooses it in the console. */
  key: string
  /** Of its badge; colour only repeats the label. */
  sign: 'new' | 'begun' | 'fulfilled' | 'ended'
  /** Whether staff may have its applicant told of it by mail. */
  isTold: boolean
  /** Whether somebody has confirmed a request that anybody could have typed before it is set. */
  isConfirmed: boolean
  /** Generation of this table that has it first: one more than the highest before. */
  since: number
}

/** What each status is, in the order of the console. */
export const STAFF_STATUSES = {
  received: {
    label: '未対応',
    shownAs: 'received',
    key: '1',
    sign: 'new',
    isTold: false,
    isConfirmed: false,
    since: 1,
  },
  in_progress: {
    label: '対応中',
    shownAs: 'in_progress',
    key: '2',
    sign: 'begun',
    isTold: false,
    isConfirmed: false,
    since: 1,
  },
  done: {
    label: '完了',
    shownAs: 'done',
    key: '3',
    sign: 'fulfilled',
    isTold: true,
    isConfirmed: true,
    since: 1,
  },
  rejected: {
    label: '却下',
    shownAs: 'rejected',
    key: '4',
    sign: 'ended',
    isTold: true,
    isConfirmed: false,
    since: 1,
  },
  withdrawn: {
    label: '取り下げ',
    shownAs: 'withdrawn',
    key: '5',
    sign: 'ended',
    isTold: false,
    isConfirmed: false,
    since: 1,
  },
} as const satisfies Record<string, StatusRow>

export type StaffStatus = keyof typeof STAFF_STATUSES

export const STAFF_STATUS_NAMES = Object.keys(STAFF_STATUSES) as StaffStatus[]

/** Staff are at it: whoever sets it takes care of the application, and what was closed is opened with it. */
export const AT_WORK = 'in_progress' satisfies StaffStatus

/** Nobody works on it any more: its link ends, and retention counts. */
export function isClosed(status: StaffStatus): boolean {
  return APPLICANT_STATUSES[STAFF_STATUSES[status].shownAs].isEnd
}

export const CLOSED_STATUSES = /* @__PURE__ */ STAFF_STATUS_NAMES.filter(isClosed)

/** Closed without what was applied for. */
export const ENDED_STATUSES = /* @__PURE__ */ STAFF_STATUS_NAMES.filter(
  (status) => STAFF_STATUSES[status].sign === 'ended',
)

export function isStaffStatus(name: string): name is StaffStatus {
  return Object.hasOwn(STAFF_STATUSES, name)
}

/** No status is final: a mistake can be taken back. */
export function mayFollow(from: StaffStatus, to: StaffStatus): boolean {
  return isClosed(from) ? to === AT_WORK : from !== to
}

/** Anybody can type a customer number: such a request is confirmed with the customer before it is done. */
export function needsConfirmation(flow: Flow, to: StaffStatus): boolean {
  return isRequest(flow) && STAFF_STATUSES[to].isConfirmed
}

/** The same for descriptions. */
export const CONFIRMED = {
  statuses: /* @__PURE__ */ STAFF_STATUS_NAMES.filter((name) => STAFF_STATUSES[name].isConfirmed),
  flows: /* @__PURE__ */ FLOW_NAMES.filter(isRequest),
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

/** What the billing system says of the customer number of a request: that it exists, not who asked. */
export const CUSTOMER_ANSWERS = {
  known: { label: '契約中', chip: '' },
  unknown: { label: '該当なし', chip: '番号なし' },
  ended: { label: '契約終了', chip: '契約終了' },
} as const

export type CustomerAnswer = keyof typeof CUSTOMER_ANSWERS
export const CUSTOMER_ANSWER_NAMES = /* @__PURE__ */ Object.keys(
  CUSTOMER_ANSWERS,
) as CustomerAnswer[]

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
  from_trial: {
    label: '無料体験からのご契約の可能性があります（法人名と連絡先が同じ）',
    chip: '体験から',
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

type DeliveryRow = {
  label: string
  to: 'applicant' | 'staff' | 'billing'
  /** With which an application is complete; of the others, what happens to it afterwards. */
  isOfCompletion: boolean
}

/** Kinds of deliveries: what a completed application queues, and what its status does. */
export const DELIVERY_KINDS = {
  mail_applicant: { label: '受付メール', to: 'applicant', isOfCompletion: true },
  mail_staff: { label: '担当者へのメール', to: 'staff', isOfCompletion: true },
  mail_staff_news: { label: '担当者への連絡のメール', to: 'staff', isOfCompletion: false },
  mail_status: { label: '状況のメール', to: 'applicant', isOfCompletion: false },
  webhook: { label: '請求システム', to: 'billing', isOfCompletion: true },
  webhook_status: {
    label: '請求システム（状況の変更）',
    to: 'billing',
    isOfCompletion: false,
  },
  webhook_withdrawn: { label: '請求システム（取り下げ）', to: 'billing', isOfCompletion: false },
  webhook_corrected: { label: '請求システム（訂正）', to: 'billing', isOfCompletion: false },
} as const satisfies Record<string, DeliveryRow>

export type DeliveryKind = keyof typeof DELIVERY_KINDS

/** All of them: a kind that nobody sends would wait for ever. */
export function deliveryKinds(is: (row: DeliveryRow) => boolean): DeliveryKind[] {
  const names = Object.keys(DELIVERY_KINDS) as DeliveryKind[]
  return names.filter((kind) => is(DELIVERY_KINDS[kind]))
}

/** What the billing system may be told besides completed applications, each with its kind of delivery. */
export const WEBHOOK_KINDS = {
  'application.status_changed': 'webhook_status',
  'application.withdrawn': 'webhook_withdrawn',
  'application.corrected': 'webhook_corrected',
} as const satisfies Record<string, DeliveryKind>

export type WebhookEvent = keyof typeof WEBHOOK_KINDS
export const WEBHOOK_EVENTS = /* @__PURE__ */ Object.keys(WEBHOOK_KINDS) as WebhookEvent[]

/** Posted to the billing system, not mailed. */
export function isWebhook(kind: DeliveryKind): boolean {
  return DELIVERY_KINDS[kind].to === 'billing'
}

/** Mailed to the vendor's staff. */
export function isToStaff(kind: DeliveryKind): boolean {
  return DELIVERY_KINDS[kind].to === 'staff'
}

export function isToApplicant(kind: DeliveryKind): boolean {
  return DELIVERY_KINDS[kind].to === 'applicant'
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

/**
 * What waits for staff to deal with: what applicants ask for, and mails that came back, in the order of their tabs. These
 * mails are among all that did not arrive, which have a page of their own.
 */
export const WAITING = {
  message: { label: 'メッセージ', tab: '返信あり', chip: 'メッセージ' },
  correction: { label: '訂正の申し出', tab: '訂正', chip: '訂正' },
  withdrawal: { label: '取り下げの申し出', tab: '取り下げの申し出', chip: '取り下げ' },
  returned: { label: '不達のメール', tab: null, chip: '不達' },
} as const satisfies Record<string, { label: string; tab: string | null; chip: string }>

export type Waiting = keyof typeof WAITING
export const WAITING_NAMES = /* @__PURE__ */ Object.keys(WAITING) as Waiting[]
/** What an applicant asks, and staff decide. */
export type Asked = Exclude<Waiting, 'returned'>
export const ASKED_NAMES = /* @__PURE__ */ WAITING_NAMES.filter((name) => name !== 'returned')

/** Kinds of entries in the history. */
export const STAFF_ACTIONS = {
  status: '対応状況',
  note: 'メモ',
  assignee: '担当',
  erase: '個人情報の消去',
  resend: '再送',
  contacted: '不達の連絡済み',
  address: 'メールアドレスの変更',
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

/** Who wrote an entry of the history, where that is the applicant. */
export const APPLICANT = '申込者'

/**
 * Entries by which a person of the staff takes an application up. Applicants, jobs and the billing system write the others;
 * an erasure says nothing of when anybody began.
 */
const IS_REACTION = {
  status: true,
  note: true,
  assignee: true,
  erase: false,
  resend: true,
  contacted: true,
  address: true,
  acknowledge: false,
  customer_number: false,
  notify: true,
  link: true,
  gate: false,
  withdrawal: false,
  withdrawal_refused: true,
  correction: false,
  correction_accepted: true,
  correction_declined: true,
  message: false,
  question: true,
  settled: true,
} as const satisfies Record<keyof typeof STAFF_ACTIONS, boolean>

export const REACTIONS = /* @__PURE__ */ Object.entries(IS_REACTION).flatMap(([action, is]) =>
  is ? [action] : [],
)

/** The label of an entry in an application's history; the name itself where a newer version wrote it. */
export function staffActionLabel(name: string): string {
  return labelIn(STAFF_ACTIONS, name)
}

/** Who confirmed a status, in words; empty where nobody did. */
export function confirmedByText(confirmedBy: string): string {
  return confirmedBy === '' ? '' : `確認した方：${confirmedBy}`
}

/** The detail of such an entry in words. */
export function staffActionDetail(action: string, detail: string): string {
  if (action.startsWith('correction') && /^\d+$/.test(detail)) return `内容の版 ${detail}`
  return action === 'status' && isStaffStatus(detail) ? STAFF_STATUSES[detail].label : detail
}

/** The name itself where the table has no label for it. */
function labelIn(labels: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name
}
