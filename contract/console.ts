/** Contract of the staff console's API: paths, filters, errors. Bodies and their types are in console-schemas.ts, answers in console-answers.ts. */

import { TURN_NAMES } from '#domain/figures.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { ORDER_NAMES } from '#domain/list-order.ts'
import {
  APPLICATION_STATES,
  type ApplicationState,
  CUSTOMER_ANSWER_NAMES,
  FLAG_NAMES,
  STAFF_STATUSES,
  type StaffStatus,
  WAITING_NAMES,
} from '#domain/staff.ts'

export const CONSOLE_PATHS = {
  /** GET who is logged in, POST to log in, DELETE to log out. */
  session: '/api/session',
  /** POST keeps the own session alive for another hour without anything pressed. */
  sessionExtension: '/api/session/extension',
  /** GET how one can sign in. */
  signIn: '/api/sign-in',
  /** Visited by the browser: to the identity provider, and back from it. */
  providerLogin: '/api/oidc/login',
  providerCallback: '/api/oidc/callback',
  /** POST a setup code for a new second factor, then the chosen password with a first code. */
  setup: '/api/setup',
  setupEnd: '/api/setup/end',
  /** GET the own account; POST a new password; DELETE all sessions. */
  account: '/api/account',
  password: '/api/account/password',
  accountSessions: '/api/account/sessions',
  /** GET the audit trail as JSON lines. */
  audit: '/api/audit.jsonl',
  /** GET what a person did on a day: the own activity, or with the right to read the audit trail anybody's. */
  activity: '/api/activity',
  /** GET the own saved views, POST one (of the same name it takes the place), DELETE one. */
  views: '/api/views',
  view: '/api/views/:name',
  /** GET the names of the accounts that may work on applications. */
  people: '/api/people',
  applications: '/api/applications',
  /** POST one status for up to MOST_IN_BULK applications, with an Idempotency-Key. */
  bulkStatus: '/api/bulk/status',
  /** GET how long applicants wait, as JSON or as a file. */
  situation: '/api/situation',
  situationFile: '/api/situation.csv',
  /** GET what brings customers and where people give up, as JSON or as a file. */
  figures: '/api/figures',
  figuresFile: '/api/figures.csv',
  /** GET what could not be delivered yet, or was given up. */
  deliveries: '/api/deliveries',
  /** GET the filtered list as a file; with `run`, a name of the caller's choice, its progress can be asked for. */
  export: '/api/exports/:format',
  /** GET how much an export would hold, before it begins. */
  exportSize: '/api/exports/size',
  /** GET the progress of an own export, DELETE ends it. */
  exportRun: '/api/exports/runs/:run',
  application: '/api/applications/:reference',
  /** GET the applications before and after this one in a filtered list. */
  neighbours: '/api/applications/:reference/neighbours',
  status: '/api/applications/:reference/status',
  /** POST who takes the application over; an empty name for nobody. */
  assignee: '/api/applications/:reference/assignee',
  notes: '/api/applications/:reference/notes',
  /** POST the id of a delivery that was given up or is held, to send it again. */
  resend: '/api/applications/:reference/resend',
  /** POST that the applicant was called about mails that did not arrive. */
  contacted: '/api/applications/:reference/contacted',
  /** POST another mail address, after a call to the number on file. */
  address: '/api/applications/:reference/address',
  erasure: '/api/applications/:reference/erasure',
  /** POST a link to the status for the applicant, mailed or for paper; the one before ends where `end` says so. */
  link: '/api/applications/:reference/link',
  /** POST a question or a notice for the applicant; GET the operator's texts for it. */
  questions: '/api/applications/:reference/questions',
  questionTexts: '/api/question-texts',
  /** POST what staff decide of the applicant's correction, request to withdraw or message. */
  decision: '/api/applications/:reference/decision',
} as const

/** A path of one application with its reference filled in. */
export function referencePath(
  path:
    | 'application'
    | 'neighbours'
    | 'status'
    | 'assignee'
    | 'notes'
    | 'resend'
    | 'contacted'
    | 'address'
    | 'erasure'
    | 'link'
    | 'questions'
    | 'decision',
  reference: string,
): string {
  return CONSOLE_PATHS[path].replace(':reference', encodeURIComponent(reference))
}

/** Begins the sign-in through the identity provider, which ends at a page of the console. */
export function providerLoginPath(to: string, again = false): string {
  return `${CONSOLE_PATHS.providerLogin}?to=${encodeURIComponent(to)}${again ? '&again=true' : ''}`
}

/** File formats of an export. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
export const EXPORT_LABELS = { xlsx: 'Excel', csv: 'CSV', json: 'JSON' } as const satisfies Record<
  ExportFormat,
  string
>
/** About what a machine of two processors writes beside its other work; `npm run bench -- counter` measures it. */
export const ROWS_A_SECOND = { xlsx: 6000, csv: 10_000, json: 10_000 } as const satisfies Record<
  ExportFormat,
  number
>

export function exportPath(format: ExportFormat): string {
  return CONSOLE_PATHS.export.replace(':format', format)
}

export function viewPath(name: string): string {
  return CONSOLE_PATHS.view.replace(':name', encodeURIComponent(name))
}

export function exportRunPath(run: string): string {
  return CONSOLE_PATHS.exportRun.replace(':run', run)
}

/** UTF-16 units. */
export const STAFF_NAME_LIMIT = 64
export const SEARCH_LIMIT = 255
export const VIEW_NAME_LIMIT = 40

/** Applications of one bulk change. */
export const MOST_IN_BULK = 100
/** Mails of an application that did not arrive, dealt with by one press. */
export const MOST_CONTACTED = 100
/** Saved views of one person. */
export const MOST_VIEWS = 30
/** Applications that a search finds: of more, the newest are listed and counted. */
export const MOST_FOUND = 10_000
/** Applications that are offered where a search finds none. */
export const MOST_NEAR = 5

/** Error codes and messages of the staff API besides API_ERRORS. */
export const STAFF_API_ERRORS = {
  token_invalid:
    'このトークンは使えません（誤り、期限切れ、または失効）。管理者に再発行を依頼してください。',
  scope_missing:
    'このトークンには、この操作の権限がありません。必要な権限のあるトークンを管理者に依頼してください。',
  foreign_host:
    'このアドレスでは担当者の画面を開けません。別の名前で開く場合は、STAFF_NAMES に設定してください。',
  encryption_required:
    '暗号化されていない接続は使用できません。https:// で始まるアドレスを使用してください。',
  idempotency_key_missing: 'Idempotency-Key ヘッダーを付けて送信してください。',
  idempotency_key_reused:
    'この Idempotency-Key は、別の内容の送信に使われています。新しいキーで送信してください。',
  if_match_missing: 'If-Match ヘッダーに、取得した申し込みの ETag を付けて送信してください。',
  version_changed:
    'この申し込みは、取得した後に変更されています。最新の内容を取得してから、もう一度送信してください。',
  action_refused: 'この操作はできません。内容を確認してください。',
  customer_number_taken:
    'このお客様番号は、別のお申し込みに登録されています。別の番号で送信してください。',
  correction_waiting:
    '申込者からの訂正の申し出が届いています。先に、申し出を反映するか断ってから、もう一度操作してください。',
  confirmation_missing:
    '登録されている連絡先（このお申し込みの連絡先ではありません）に確認し、確認した方のお名前を入力してください。',
  changed_meanwhile:
    'ほかの担当者が先に変更しました。最新の内容を確認してから、もう一度操作してください。',
} as const satisfies Record<string, string>

/** What makes the first account of the console. */
export const FIRST_ACCOUNT_COMMAND = 'npm run -s admin -- staff add <利用者名> --role administrator'

/** Error codes and messages of the console besides API_ERRORS. */
export const CONSOLE_ERRORS = {
  ...STAFF_API_ERRORS,
  login_required: 'ログインしてください。',
  login_failed:
    '利用者名、パスワード、確認コードのいずれかが正しくありません。一度使った確認コードは使えません。次のコードでお試しください。',
  setup_failed:
    '設定コードまたは確認コードが正しくありません。設定コードが期限切れのときは、管理者に再発行を依頼してください。',
  reauthentication_failed:
    'パスワードまたは確認コードが正しくありません。もう一度入力してください。',
  reauthentication_expired:
    '消去の前に、社内アカウントでもう一度認証してください。認証から5分以内に消去できます。',
  reauthentication_needed:
    'この画面では消去できません。管理者がサーバーのコマンドで消去してください。',
  account_refused: 'このパスワードは使えません。別のパスワードにしてください。',
  not_permitted: 'この操作の権限がありません。必要な場合は管理者に連絡してください。',
  unknown_person:
    '利用者を確認できません。社内のプロキシーを経由して、この画面を開き直してください。',
  first_account_missing: `利用者がまだ登録されていないため、この画面は開けません。サーバーで ${FIRST_ACCOUNT_COMMAND} を実行し、この画面を開き直して、初期設定に進んでください。`,
  question_open:
    '申込者の回答を待っている質問があります。「申込者への質問の回答を待たずに終了する」を選ぶか、回答が届いてから、もう一度操作してください。',
  unknown_application:
    'この番号のお申し込みは見つかりません。受付番号かお客様番号をご確認ください。',
  too_many_views: `保存できる条件は${MOST_VIEWS}件までです。使っていない条件を削除してください。`,
  not_resendable:
    'この通知は送信済みか送信中のため、再送できません。画面を開き直して状態を確認してください。',
  export_busy: 'ほかのダウンロードを処理しています。終わってから、もう一度お試しください。',
} as const satisfies Record<string, string>

/** Values of a list's filter as they stand in a query string; an empty text filters nothing. */
export const FILTERS = {
  flow: FLOW_NAMES,
  state: Object.keys(APPLICATION_STATES) as ApplicationState[],
  status: Object.keys(STAFF_STATUSES) as StaffStatus[],
  flag: FLAG_NAMES,
  waiting: WAITING_NAMES,
  answer: CUSTOMER_ANSWER_NAMES,
  turn: TURN_NAMES,
  /** Something of it has waited longer than WAITING_ALERT_HOURS. */
  late: ['true'],
  order: ORDER_NAMES,
} as const

/** Why a sign-in through the identity provider ended at the login page again; the code stands in its address. */
export const SIGN_IN_REFUSALS = {
  failed: '社内アカウントの認証を確認できませんでした。もう一度ログインしてください。',
  expired: '認証の手続きの期限が切れました。もう一度ログインしてください。',
  unavailable:
    '社内の認証サービスに接続できません。しばらく待ってから、もう一度ログインしてください。続く場合は管理者に連絡してください。',
  no_role:
    'このアカウントには、この画面を利用する権限がありません。必要な場合は管理者に連絡してください。',
  no_name: '社内の認証サービスから利用者名が届きませんでした。管理者に連絡してください。',
  name_taken: '同じ利用者名が、この画面の別の利用者に登録されています。管理者に連絡してください。',
  disabled: 'このアカウントの利用は停止されています。管理者に連絡してください。',
} as const satisfies Record<string, string>

/** Hours without anything pressed, polling left out, and hours since the login, after which a session is over. */
export const SESSION_HOURS = { idle: 1, most: 12 } as const

/** Sent with requests that nobody pressed anything for: they do not keep a session alive. */
export const POLLING_HEADER = 'x-polling'

/** The pictures of the staff's guide: file names under /guide/, and what they show. */
export const GUIDE_PICTURES = {
  list: {
    file: 'list.jpg',
    alt: 'お申し込み一覧の画面。上に対応状況ごとの件数、下に届いた順の表があります。',
    height: 640,
  },
  application: {
    file: 'application.jpg',
    alt: 'お申し込み1件の画面の一部。申込者の連絡先と、申し込まれた事業所が並びます。',
    height: 640,
  },
  work: {
    file: 'work.jpg',
    alt: '対応の欄。対応状況を選ぶ欄、メモの欄と「記録する」ボタンがあります。',
    height: 480,
  },
} as const

/** Validation of calendar days as staff type them. */

/** A day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  // Date.parse takes 31 February for a day in March.
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
