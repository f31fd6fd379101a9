/** The detail of an entry of the audit trail in the words of the screen; what has none stays as it is. */
import { EXPORT_LABELS } from '#contract/console.ts'
import {
  APPLICATION_STATES,
  FLAG_LABELS,
  isStaffStatus,
  PROCEDURES,
  STAFF_STATUSES,
} from '#domain/staff.ts'

const STATUS_LABELS = Object.fromEntries(
  Object.entries(STAFF_STATUSES).map(([name, { label }]) => [name, label]),
)

/** What a list was asked for, and the form of an export. */
const WORDS: Readonly<Record<string, string>> = {
  ...EXPORT_LABELS,
  undelivered: '未達',
  search: '検索',
  next: '次のページ',
}

/** Conditions of a list: the words of their values, or a label before what was typed. */
const CONDITIONS: Readonly<Record<string, Readonly<Record<string, string>> | string>> = {
  flow: PROCEDURES,
  state: APPLICATION_STATES,
  status: STATUS_LABELS,
  flag: FLAG_LABELS,
  from: '受付日（開始）',
  to: '受付日（終了）',
  assignee: '担当：',
}

export function detailInWords(action: string, detail: string): string {
  if (action === 'status' && isStaffStatus(detail)) return STAFF_STATUSES[detail].label
  if (action !== 'list' && action !== 'export') return detail
  return detail.split(' ').map(conditionInWords).join(' ')
}

function conditionInWords(text: string): string {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
  const words = Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined
  if (typeof words === 'string') return `${words}${value}`
  if (words && Object.hasOwn(words, value)) return words[value] ?? text
  return Object.hasOwn(WORDS, text) ? (WORDS[text] ?? text) : text
}
