/** What figures of the way through a form are called. Apart from the codes, which pages carry. */
import { APPLICANT_FIELDS } from './applicant.ts'
import { CELL_LABELS } from './facilities.ts'
import { FLOWS, type Flow } from './flows.ts'
import {
  type ErrorField,
  type Filling,
  STEPS,
  type Step,
  type UsageError,
  type Width,
} from './usage.ts'

export const STEP_LABELS = {
  opened: '開いた',
  begun: '入力を始めた',
  rows: '事業所を入力した',
  estimated: '見積もった',
  pressed: '送信を押した',
  completed: '完了した',
} as const satisfies Record<Step, string>

export const FILLING_LABELS = {
  hand: '手入力',
  paste: '貼り付け',
  file: 'ファイル',
  directory: '公表情報',
} as const satisfies Record<Filling, string>

export const WIDTH_LABELS = {
  desk: 'パソコン',
  tablet: 'タブレット',
  phone: 'スマートフォン',
} as const satisfies Record<Width, string>

export const ERROR_LABELS = {
  missing: '空欄',
  wrong: '誤り',
} as const satisfies Record<UsageError['code'], string>

export function errorFieldLabel(field: ErrorField): string {
  if (field === 'agreement') return '規約への同意'
  return field in CELL_LABELS
    ? CELL_LABELS[field as keyof typeof CELL_LABELS]
    : APPLICANT_FIELDS[field as keyof typeof APPLICANT_FIELDS].label
}

/** Those that the form of the procedure has: a suspension is one press. */
export function stepsOf(flow: Flow): readonly Step[] {
  return FLOWS[flow].rows === null ? ['opened', 'pressed', 'completed'] : STEPS
}
