/** The console's keys: which there are, what they are called, and when a press is meant for the page. */
import { STAFF_STATUS_NAMES, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'

type ShortcutRow = {
  /** As KeyboardEvent.key has it. */
  key: string
  /** Ctrl, or Command on a Mac: works inside a field too, and cannot be switched off. */
  ctrl?: boolean
  shift?: boolean
  label: string
  /** Where it works. */
  on: 'everywhere' | 'list' | 'application' | 'work'
}

export const SHORTCUTS = {
  search: { key: '/', label: '検索欄へ移動', on: 'list' },
  down: { key: 'j', label: '次の行へ移動', on: 'list' },
  up: { key: 'k', label: '前の行へ移動', on: 'list' },
  open: { key: 'Enter', label: '行のお申し込みを開く', on: 'list' },
  tick: { key: 'x', label: '行を選択、または選択を解除', on: 'list' },
  tickAll: { key: '*', label: 'この画面の行をすべて選択、または選択を解除', on: 'list' },
  next: { key: 'n', label: '次のお申し込みを開く', on: 'application' },
  previous: { key: 'p', label: '前のお申し込みを開く', on: 'application' },
  take: { key: 'a', label: '自分の担当にする', on: 'application' },
  ...ofStatuses(),
  record: { key: 'Enter', ctrl: true, label: '記録する', on: 'application' },
  recordNext: {
    key: 'Enter',
    ctrl: true,
    shift: true,
    label: '記録して次へ',
    on: 'application',
  },
  help: { key: '?', label: 'キー操作の一覧を表示', on: 'everywhere' },
} as const satisfies Record<string, ShortcutRow>

export type Shortcut = keyof typeof SHORTCUTS

export const SHORTCUT_NAMES = Object.keys(SHORTCUTS) as Shortcut[]

/** What its key chooses. */
export function shortcutTo(status: StaffStatus) {
  return `status_${status}` as const
}

type OfStatuses = Record<ReturnType<typeof shortcutTo>, ShortcutRow>

function ofStatuses(): OfStatuses {
  const rows = STAFF_STATUS_NAMES.map((status): [string, ShortcutRow] => {
    const { key, label } = STAFF_STATUSES[status]
    return [shortcutTo(status), { key, label: `「${label}」を選択`, on: 'work' }]
  })
  return Object.fromEntries(rows) as OfStatuses
}

/** As it stands on the keyboard: `Ctrl + Enter`. */
export function keysOf(shortcut: Shortcut): string {
  const { key, ctrl, shift }: ShortcutRow = SHORTCUTS[shortcut]
  return [ctrl && 'Ctrl', shift && 'Shift', key].filter(Boolean).join(' + ')
}

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat'
> & {
  /** Whether what has the focus takes text, or a choice by keys. */
  isInField: boolean
}

/**
 * What a press means, null where it is the browser's or the field's. Keys without Ctrl can be switched off
 * (WCAG 2.1.4), and never act in a field or while an input method composes.
 */
export function shortcutOf(press: KeyPress, areLettersOn: boolean): Shortcut | null {
  if (press.isComposing || press.altKey) return null
  const isCtrl = press.ctrlKey || press.metaKey
  if (!isCtrl && (press.isInField || !areLettersOn)) return null
  const found = SHORTCUT_NAMES.find((name) => {
    const { key, ctrl = false, shift = false }: ShortcutRow = SHORTCUTS[name]
    // Which keys need Shift for a sign depends on the keyboard.
    return key === press.key && ctrl === isCtrl && (!isCtrl || shift === press.shiftKey)
  })
  if (!found || found === 'open') return null
  return press.repeat && !MOVES.has(found) ? null : found
}

/** What a key that is held down may do again and again. */
const MOVES: ReadonlySet<Shortcut> = new Set(['down', 'up'])

/** Whether keys that are pressed on an element belong to it. */
export function takesKeys(element: Element | null): boolean {
  return (
    element?.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, dialog, [contenteditable="true"]',
    ) !== null && element !== null
  )
}
