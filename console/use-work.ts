/** Hook: what is chosen and typed for an application, kept until it is recorded, and the last change of its status that is known. */
import {
  type FormEvent,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import type { LastChange } from '#contract/error-schemas.ts'
import { mayFollow, STAFF_STATUS_NAMES, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import type { Draft } from './drafts.ts'
import { lastChangeOf, newerOf } from './last-change.ts'
import { SessionContext } from './session-context.ts'

/** What stands in the form. */
export type Content = { to: StaffStatus; note: string; confirmedBy: string; notify: boolean }

/** As it is kept; `seen` is what the person had on the screen when choosing: its status is sent as the old one. */
export type Work = ReturnType<typeof useWork>

export function useWork(record: ApplicationRecord) {
  const form = useRef<HTMLFormElement>(null)
  const { entered, enter, ...draft } = useDraft(record.reference)
  // The last answer to a press may be newer than the record, which comes by polling.
  const [answered, setAnswered] = useState<LastChange | null>(null)
  const [refusedBy, setRefusedBy] = useState<LastChange | null>(null)
  const last = newerOf(lastChangeOf(record), answered)
  const shown = entered?.choice ?? last.status
  useShownChoice(form, shown)

  const note = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const isChoice = target instanceof HTMLInputElement && target.type === 'radio'
    const seen = isChoice ? last : (entered?.seen ?? last)
    enter(enteredIn(contentOf(currentTarget), last.status, seen))
  }
  /** After recording: clears what was recorded, and leaves what was entered since. */
  const forget = (sent: Content, change: LastChange | null) => {
    const seen = change ?? last
    if (change) setAnswered(change)
    if (form.current) enter(enteredIn(restOf(form.current, sent, seen), seen.status, seen))
  }
  /** From now on the person knows what came first: the next press is against that. */
  const learn = (change: LastChange | null) => {
    if (change) setAnswered(change)
    setRefusedBy(change)
    if (entered) enter({ ...entered, seen: change ?? last })
  }
  const isNews = entered !== null && entered.seen.at !== last.at
  return {
    form,
    ...draft,
    entered,
    enter,
    last,
    shown,
    isNews,
    refusedBy,
    setRefusedBy,
    note,
    forget,
    learn,
  }
}

/** What is entered, at first as it was kept; a press that has just been answered finds in `isOpen` whether anything is left. */
function useDraft(reference: string) {
  const { drafts } = useContext(SessionContext)
  const [entered, setEntered] = useState<Draft | null>(() => drafts.read(reference))
  const [kept] = useState(entered)
  const isOpen = useRef(entered !== null)
  const enter = (next: Draft | null) => {
    isOpen.current = next !== null
    drafts.write(reference, next)
    setEntered(next)
  }
  return { entered, enter, kept, isOpen }
}

/** Inputs are uncontrolled: a choice stays, and where there is none the status is shown as it is now. */
function useShownChoice(form: RefObject<HTMLFormElement | null>, shown: StaffStatus): void {
  useLayoutEffect(() => {
    const choice = form.current?.elements.namedItem('status')
    if (choice instanceof RadioNodeList) choice.value = shown
  }, [form, shown])
}

export function contentOf(form: HTMLFormElement): Content {
  const fields = new FormData(form)
  const textOf = (name: string) => String(fields.get(name) ?? '').trim()
  return {
    to: fields.get('status') as StaffStatus,
    note: textOf('note'),
    confirmedBy: textOf('confirmedBy'),
    notify: fields.has('notify'),
  }
}

/** Null where nothing is chosen or typed. */
function enteredIn(content: Content, status: StaffStatus, seen: LastChange): Draft | null {
  const { to, note, confirmedBy, notify } = content
  const choice = to === status ? null : to
  if (choice === null && note === '' && confirmedBy === '') return null
  return { choice, note, confirmedBy, notify, seen }
}

/** What of the form was not sent; what was sent is emptied. */
function restOf(form: HTMLFormElement, sent: Content, seen: LastChange): Content {
  const { to, notify, ...texts } = contentOf(form)
  for (const name of ['note', 'confirmedBy'] as const) {
    if (texts[name] !== sent[name]) continue
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.value = ''
    texts[name] = ''
  }
  return { ...texts, to: to === sent.to ? seen.status : to, notify }
}

/** What may follow the status on the screen, or the one that the person saw; and what is chosen, whatever came since. */
export function choicesOf(shown: StaffStatus, statuses: readonly StaffStatus[]): StaffStatus[] {
  return STAFF_STATUS_NAMES.filter(
    (value) => value === shown || statuses.some((from) => value === from || mayFollow(from, value)),
  )
}

export function nextStep(from: StaffStatus, to: StaffStatus): string {
  if (from === to) return ''
  const [before, after] = [STAFF_STATUSES[from].label, STAFF_STATUSES[to].label]
  return mayFollow(from, to)
    ? `もう一度「記録する」を押すと、「${before}」から「${after}」に変更します。`
    : `「${before}」から「${after}」には変更できません。選び直してください。`
}

/** Where there is an address. */
export function mayTell({ mailaddress }: ApplicationRecord, to: StaffStatus): boolean {
  return mailaddress !== '' && STAFF_STATUSES[to].isTold
}
