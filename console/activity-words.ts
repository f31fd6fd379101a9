/** The detail of an entry of the audit trail in the words of the screen; what has none stays as it is. */
import { EXPORT_LABELS } from '#contract/console.ts'
import { TURNS } from '#domain/figures.ts'
import {
  APPLICATION_STATES,
  FLAG_LABELS,
  PROCEDURES,
  STAFF_STATUSES,
  staffActionDetail,
  WAITING,
} from '#domain/staff.ts'

const STATUS_LABELS = Object.fromEntries(
  Object.entries(STAFF_STATUSES).map(([name, { label }]) => [name, label]),
)

const WAITING_LABELS = Object.fromEntries(
  Object.entries(WAITING).map(([name, { label }]) => [name, label]),
)

/** What a list was asked for, and the form of an export. */
const WORDS: Readonly<Record<string, string>> = {
  ...EXPORT_LABELS,
  undelivered: '未達',
  bulk: 'まとめての変更',
  neighbours: '前後のお申し込み',
  size: 'ダウンロードの件数',
  search: '検索',
}

/** Conditions of a list: the words of their values, or a label before what was typed. */
const CONDITIONS: Readonly<Record<string, Readonly<Record<string, string>> | string>> = {
  flow: PROCEDURES,
  state: APPLICATION_STATES,
  status: STATUS_LABELS,
  flag: FLAG_LABELS,
  turn: TURNS,
  waiting: WAITING_LABELS,
  late: { true: '期限超過' },
  order: { newest: '新しい順' },
  from: '受付日（開始）',
  to: '受付日（終了）',
  assignee: '担当：',
  searches: '検索の回数：',
  pages: 'ページ数：',
  applications: '件数：',
}

const OF_LISTS: ReadonlySet<string> = new Set(['list', 'export', 'activity'])

export function detailInWords(action: string, detail: string): string {
  if (!OF_LISTS.has(action)) return staffActionDetail(action, detail)
  return detail.split(' ').map(conditionInWords).join(' ')
}

function conditionInWords(text: string): string {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
  const words = Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined
  if (typeof words === 'string') return `${words}${value}`
  if (words && Object.hasOwn(words, value)) return words[value] ?? text
  return Object.hasOwn(WORDS, text) ? (WORDS[text] ?? text) : text
}
