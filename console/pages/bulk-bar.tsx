/** What can be done with the ticked rows: one status for all of them, each from the one that is on the screen. */
import { useRef, useState } from 'react'
import { CONSOLE_ERRORS, CONSOLE_PATHS, MOST_IN_BULK } from '#contract/console.ts'
import type { BulkReply, ListedApplication } from '#contract/console-answers.ts'
import type { BulkBody } from '#contract/console-schemas.ts'
import { CUSTOMER_NAME_LIMIT, NOTE_LIMIT } from '#contract/staff-api.ts'
import {
  mayFollow,
  needsConfirmation,
  PROCEDURES,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Status } from '#ui/status.tsx'
import { Refusal, send } from '../api.ts'
import { Alert, ApplicantText } from '../parts/basics.tsx'
import { allTicked, chosenOf, NOTHING_CHOSEN, type Selection } from '../selection.ts'
import { shortcutTo } from '../shortcuts.ts'
import { useShortcuts } from '../use-shortcuts.ts'

type Props = {
  rows: readonly ListedApplication[]
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Called with a sentence that says what was done. */
  onConfirm: (sentence: string) => void
}

/** A note for all, and who confirmed each, by reference. */
type Typed = { note: string; names: Readonly<Record<string, string>> }
const NOTHING_TYPED: Typed = { note: '', names: {} }

/** For which applications. */
type Memo = Typed & { of: readonly string[] }
const NO_MEMO: Memo = { of: [], ...NOTHING_TYPED }

/** At the window's edge: ticking a row moves none. */
export function BulkBar({ rows, selection, onSelect, onConfirm }: Props) {
  const [to, setTo] = useState<StaffStatus | null>(null)
  /** Outlives its dialog, which the end of a session closes, but is offered for no rows that it was not typed for. */
  const [memo, setMemo] = useState<Memo>(NO_MEMO)
  const order = rows.map(({ reference }) => reference)
  const names = chosenOf(selection, order)
  const chosen = rows.filter(({ reference }) => selection.chosen.has(reference))
  const targets = STAFF_STATUS_NAMES.filter((next) =>
    chosen.some(({ status }) => mayFollow(status, next)),
  )
  const mayAsk = names.length > 0 && names.length <= MOST_IN_BULK
  useShortcuts(
    Object.fromEntries(
      (mayAsk ? targets : []).map((status) => [shortcutTo(status), () => setTo(status)]),
    ),
  )
  if (names.length === 0) return null
  return (
    <section className="bulk fault" aria-label="まとめて対応">
      <Status>{names.length}件を選択中</Status>
      <button
        type="button"
        className="secondary"
        onClick={() => onSelect(allTicked(selection, order))}
      >
        {names.length === order.length ? 'すべての選択を解除' : `この画面の${order.length}件を選択`}
      </button>
      {mayAsk ? (
        targets.map((status) => (
          <button key={status} type="button" onClick={() => setTo(status)}>
            「{STAFF_STATUSES[status].label}」にする
          </button>
        ))
      ) : (
        <p>一度に変更できるのは{MOST_IN_BULK}件までです。</p>
      )}
      {to && (
        <BulkDialog
          to={to}
          chosen={chosen}
          typed={names.every((name) => memo.of.includes(name)) ? memo : NOTHING_TYPED}
          onType={(typed) => setMemo({ of: names, ...typed })}
          onClose={() => setTo(null)}
          onDone={(sentence) => {
            setMemo(NO_MEMO)
            onSelect(NOTHING_CHOSEN)
            onConfirm(sentence)
          }}
        />
      )}
    </section>
  )
}

type DialogProps = {
  to: StaffStatus
  chosen: readonly ListedApplication[]
  typed: Typed
  onType: (typed: Typed) => void
  onClose: () => void
  onDone: (sentence: string) => void
}

function BulkDialog({ to, chosen, typed, onType, onClose, onDone }: DialogProps) {
  const { label } = STAFF_STATUSES[to]
  const requests = chosen.filter(({ flow }) => needsConfirmation(flow, to))
  const { reply, answered, problem, isBusy, submit } = useBulk(to, chosen)
  const close = () => {
    onClose()
    const changed = answered.current?.changed.length
    if (changed !== undefined) onDone(`${changed}件の対応状況を「${label}」に変更しました。`)
  }
  return (
    <Dialog
      className="bulk-dialog"
      aria-labelledby="bulk-title"
      onClose={close}
      // Where it asks one thing, its answer is one press away: the memo is for whoever wants it.
      onOpen={(dialog) =>
        dialog
          .querySelector<HTMLElement>(requests.length > 0 ? 'input' : '.actions button')
          ?.focus()
      }
    >
      {(closeDialog) =>
        reply ? (
          <BulkResult reply={reply} label={label} onClose={closeDialog} />
        ) : (
          <form
            onSubmit={submit}
            onInput={({ currentTarget }) => onType(typedIn(currentTarget, chosen))}
            aria-busy={isBusy}
          >
            <h2 id="bulk-title">
              {chosen.length}件を「{label}」にする
            </h2>
            {requests.length > 0 && <Confirmers requests={requests} names={typed.names} />}
            <div className="field">
              <label htmlFor="bulk-note">メモ（任意）</label>
              <p className="support" id="bulk-note-support">
                選んだすべてのお申し込みの履歴に残ります。メールは送りません。
              </p>
              <textarea
                id="bulk-note"
                name="note"
                rows={2}
                maxLength={NOTE_LIMIT}
                aria-describedby="bulk-note-support"
                defaultValue={typed.note}
              />
            </div>
            {problem !== '' && <Alert>{problem}</Alert>}
            <p className="actions">
              <button type="submit">変更する</button>
              <button type="button" className="secondary" onClick={closeDialog}>
                やめる
              </button>
            </p>
          </form>
        )
      }
    </Dialog>
  )
}

type ConfirmersProps = {
  requests: readonly ListedApplication[]
  names: Typed['names']
}

/** Each request has a name of its own: it is confirmed with its own customer. */
function Confirmers({ requests, names }: ConfirmersProps) {
  return (
    <fieldset className="checklist" aria-describedby="bulk-confirmers">
      <legend>確認した方（移行・利用停止の{requests.length}件）</legend>
      <p className="support" id="bulk-confirmers">
        登録されている連絡先（お申し込みの連絡先ではありません）に1件ずつ電話し、確認した方のお名前を入力します。お名前のないものは変更しません。
      </p>
      {requests.map(({ reference, givenNumber, flow }) => (
        <div className="field" key={reference}>
          <label htmlFor={`confirmed-${reference}`}>
            <ApplicantText>{givenNumber ?? ''}</ApplicantText>（{PROCEDURES[flow]}、
            <span className="unbroken">{reference}</span>）
          </label>
          <input
            type="text"
            id={`confirmed-${reference}`}
            name={reference}
            maxLength={CUSTOMER_NAME_LIMIT}
            autoComplete="off"
            defaultValue={names[reference] ?? ''}
          />
        </div>
      ))}
    </fieldset>
  )
}

function typedIn(form: HTMLFormElement, chosen: readonly ListedApplication[]): Typed {
  const fields = new FormData(form)
  const textOf = (name: string) => String(fields.get(name) ?? '').trim()
  return {
    note: textOf('note'),
    names: Object.fromEntries(chosen.map(({ reference }) => [reference, textOf(reference)])),
  }
}

/** The same press again after a lost answer changes nothing twice; where nothing is refused the dialog is closed. */
function useBulk(to: StaffStatus, chosen: readonly ListedApplication[]) {
  const [reply, setReply] = useState<BulkReply | null>(null)
  // The dialog may be closed before the answer is drawn.
  const answered = useRef<BulkReply>(undefined)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const sent = useRef({ key: '', text: '' })
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const dialog = event.currentTarget.closest('dialog')
    const { note, names } = typedIn(event.currentTarget, chosen)
    const changes = chosen.map(({ reference, status }) => {
      const { [reference]: confirmedBy } = names
      return { reference, from: status, ...(confirmedBy && { confirmedBy }) }
    })
    if (chosen.every(({ flow, reference }) => needsConfirmation(flow, to) && !names[reference]))
      return setProblem(CONSOLE_ERRORS.confirmation_missing)
    const body: BulkBody = { changes, to, note }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { key: crypto.randomUUID(), text }
    setBusy(true)
    setProblem('')
    try {
      const headers = { 'idempotency-key': sent.current.key }
      const answer = await send<BulkReply>('POST', CONSOLE_PATHS.bulkStatus, body, headers)
      answered.current = answer
      setReply(answer)
      if (answer.refused.length === 0) dialog?.close()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { reply, answered, problem, isBusy, submit }
}

type ResultProps = { reply: BulkReply; label: string; onClose: () => void }

function BulkResult({ reply: { changed, refused }, label, onClose }: ResultProps) {
  return (
    <>
      <h2 id="bulk-title">
        {changed.length}件を「{label}」に変更しました
      </h2>
      {refused.length > 0 && (
        <>
          <div role="alert">
            <p>{refused.length}件は変更していません。</p>
          </div>
          <ul className="refused">
            {refused.map(({ reference, name, reason }) => (
              <li key={reference}>
                <a href={`/applications/${reference}`} target="_blank" rel="noreferrer">
                  {reference}
                </a>{' '}
                <ApplicantText>{name}</ApplicantText>：<ApplicantText>{reason}</ApplicantText>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="actions">
        {/* biome-ignore lint/a11y/noAutofocus: what was pressed is gone. */}
        <button type="button" autoFocus onClick={onClose}>
          閉じる
        </button>
      </p>
    </>
  )
}
