/** What can be done with the ticked rows: one status for all of them, each from the one that is on the screen. */
import { useRef, useState } from 'react'
import {
  type BulkReply,
  CONSOLE_PATHS,
  type ListedApplication,
  MOST_IN_BULK,
} from '#contract/console.ts'
import type { BulkBody } from '#contract/console-schemas.ts'
import { NOTE_LIMIT } from '#contract/staff-api.ts'
import {
  mayFollow,
  needsConfirmation,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Status } from '#ui/status.tsx'
import { Refusal, send } from '../api.ts'
import { Alert, ApplicantText } from '../parts/basics.tsx'
import { allTicked, chosenOf, NOTHING_CHOSEN, type Selection } from '../selection.ts'

type Props = {
  rows: readonly ListedApplication[]
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Called with a sentence that says what was done. */
  onConfirm: (sentence: string) => void
}

/** What was typed, and for which applications, by reference. */
type Memo = { of: readonly string[]; note: string }
const NO_MEMO: Memo = { of: [], note: '' }

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
      {names.length > MOST_IN_BULK ? (
        <p>一度に変更できるのは{MOST_IN_BULK}件までです。</p>
      ) : (
        targets.map((status) => (
          <button key={status} type="button" onClick={() => setTo(status)}>
            「{STAFF_STATUSES[status].label}」にする
          </button>
        ))
      )}
      {to && (
        <BulkDialog
          to={to}
          chosen={chosen}
          note={names.every((name) => memo.of.includes(name)) ? memo.note : ''}
          onNote={(note) => setMemo({ of: names, note })}
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
  note: string
  onNote: (note: string) => void
  onClose: () => void
  onDone: (sentence: string) => void
}

function BulkDialog({ to, chosen, note, onNote, onClose, onDone }: DialogProps) {
  const { label } = STAFF_STATUSES[to]
  const together = chosen.filter(({ flow }) => !needsConfirmation(flow, to))
  const left = chosen.length - together.length
  const { reply, answered, problem, isBusy, submit } = useBulk(to, together)
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
      // It asks one thing, and its answer is one press away: the memo is for whoever wants it.
      onOpen={(dialog) => dialog.querySelector<HTMLButtonElement>('.actions button')?.focus()}
    >
      {(closeDialog) =>
        reply ? (
          <BulkResult reply={reply} label={label} onClose={closeDialog} />
        ) : together.length === 0 ? (
          <OneByOne label={label} onClose={closeDialog} />
        ) : (
          <form onSubmit={submit} aria-busy={isBusy}>
            <h2 id="bulk-title">
              {together.length}件を「{label}」にする
            </h2>
            {left > 0 && (
              <p>
                移行・利用停止の{left}
                件は、確認した方のお名前が必要なため、変更しません。お申し込みの画面で1件ずつ変更してください。
              </p>
            )}
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
                defaultValue={note}
                onInput={({ currentTarget }) => onNote(currentTarget.value)}
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

/** Who confirmed each of them is asked where it is opened. */
function OneByOne({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <>
      <h2 id="bulk-title">まとめて「{label}」にはできません</h2>
      <p>
        移行・利用停止では、確認した方のお名前が必要です。お申し込みの画面で1件ずつ変更してください。
      </p>
      <p className="actions">
        <button type="button" onClick={onClose}>
          閉じる
        </button>
      </p>
    </>
  )
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
    const note = String(new FormData(event.currentTarget).get('note')).trim()
    const changes = chosen.map(({ reference, status }) => ({ reference, from: status }))
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
