/** The form of an application's status and notes. What was chosen and typed stays until it is recorded. */
import { type FormEvent, useState } from 'react'
import {
  type ApplicationRecord,
  type LastChange,
  referencePath,
  STAFF_NAME_LIMIT,
  type StatusReply,
} from '#contract/console.ts'
import type { NoteBody, StatusBody } from '#contract/console-schemas.ts'
import { NOTE_LIMIT } from '#contract/staff-api.ts'
import { isClosed, needsConfirmation, STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Refusal, send } from '../api.ts'
import { conflictSentence } from '../last-change.ts'
import { useGuard } from '../leaving.ts'
import { Alert, ApplicantText } from '../parts/basics.tsx'
import { STATUS_SHORTCUTS } from '../shortcuts.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import {
  type Content,
  choicesOf,
  contentOf,
  mayTell,
  nextStep,
  noteOf,
  useWork,
  type Work,
} from '../use-work.ts'

export type WorkFormProps = {
  record: ApplicationRecord
  /** Called with a sentence that says what was done, and whether the person goes on to the next one. */
  onDone: (sentence: string, goesOn: boolean) => Promise<void>
  /** Called where a colleague was faster. */
  onLate: () => Promise<void>
  /** Called with whether the form says that something failed. */
  onProblem: (hasProblem: boolean) => void
  /** Whether there is a next one in the list that led here. */
  leadsOn: boolean
}

const NOTHING_TO_DO = '対応状況を選び直すか、メモを入力してください。'
const UNCONFIRMED =
  '完了にする前に、登録されている連絡先に確認し、確認した方のお名前を入力してください。'

export function WorkForm(props: WorkFormProps) {
  const { record, leadsOn } = props
  const work = useWork(record)
  const { form, entered, kept, last, shown, isNews, refusedBy } = work
  const { problem, refusals, isBusy, submit } = useRecording(work, props)
  const conflict = isNews ? last : refusedBy
  const open = entered && { choice: entered.choice, hasNote: entered.note !== '' }
  const sentence = open && conflict ? conflictSentence(conflict, open, Date.now()) : problem
  const next = refusedBy && !isNews && entered?.choice ? nextStep(last.status, entered.choice) : ''
  useKeys(work)
  return (
    <section className="card" aria-labelledby="work">
      <h2 id="work">対応</h2>
      <form
        ref={form}
        onInput={work.note}
        onSubmit={submit}
        aria-busy={isBusy}
        aria-labelledby="work"
      >
        <fieldset className="choices" hidden={record.state !== 'complete'}>
          <legend>対応状況</legend>
          {choicesOf(shown, [last.status, entered?.seen.status ?? last.status]).map((value) => (
            <label key={value}>
              <input type="radio" name="status" value={value} />
              {STAFF_STATUSES[value].label}
              {value === last.status && '（現在）'}
            </label>
          ))}
        </fieldset>
        {needsConfirmation(record.flow, shown) && shown !== last.status && (
          <Checklist confirmedBy={kept?.confirmedBy ?? ''} />
        )}
        {mayTell(record, shown) && shown !== last.status && (
          <label className="agree">
            <input type="checkbox" name="notify" defaultChecked={kept?.notify ?? false} />
            申込者にメールで知らせる
          </label>
        )}
        {endsCorrection(record, shown) && (
          <label className="agree">
            <input type="checkbox" name="despite" />
            届いている訂正の申し出は反映せずに終了する
          </label>
        )}
        <NoteField note={kept?.note ?? ''} />
        <p className="actions">
          <button type="submit" aria-describedby={next === '' ? undefined : 'work-next'}>
            記録する
          </button>
          <button type="submit" className="secondary" name="goesOn">
            {leadsOn ? '記録して次へ' : '記録して一覧へ'}
          </button>
        </p>
        {/* Below the buttons: what a poll brings moves nothing that is about to be pressed. */}
        {sentence !== '' && (
          <Alert key={refusals}>
            <ApplicantText>{sentence}</ApplicantText>
          </Alert>
        )}
        {next !== '' && (
          <p className="support" id="work-next">
            {next}
          </p>
        )}
      </form>
      <LeavingQuestion work={work} />
    </section>
  )
}

/** Whether a correction waits that a close would end: the person says so. A withdrawal ends it without a question. */
function endsCorrection({ correction, status }: ApplicationRecord, to: StatusBody['to']): boolean {
  return correction?.state === 'waiting' && to !== status && to !== 'withdrawn' && isClosed(to)
}

function Checklist({ confirmedBy }: { confirmedBy: string }) {
  return (
    <fieldset className="checklist">
      <legend>完了にする前に</legend>
      <ol>
        <li>登録されている連絡先（このお申し込みの連絡先ではありません）に電話します。</li>
        <li>お手続きの内容を確認し、確認した方のお名前を入力します。</li>
      </ol>
      <div className="field">
        <label htmlFor="confirmedBy">確認した方</label>
        <input
          type="text"
          id="confirmedBy"
          name="confirmedBy"
          maxLength={STAFF_NAME_LIMIT}
          autoComplete="off"
          defaultValue={confirmedBy}
        />
      </div>
    </fieldset>
  )
}

function NoteField({ note }: { note: string }) {
  return (
    <div className="field">
      <label htmlFor="note">メモ</label>
      <p className="support" id="note-support">
        履歴に残ります。対応状況を変えずに、メモだけでも追加できます。
      </p>
      <textarea
        id="note"
        name="note"
        rows={3}
        maxLength={NOTE_LIMIT}
        aria-describedby="note-support"
        defaultValue={note}
      />
    </div>
  )
}

function LeavingQuestion({ work: { entered, isOpen } }: { work: Work }) {
  const [go, setGo] = useState<{ on: () => void } | null>(null)
  useGuard(
    entered !== null && go === null
      ? (on) => {
          if (isOpen.current) setGo({ on })
          return isOpen.current
        }
      : null,
  )
  if (!go) return null
  return (
    <Dialog aria-labelledby="leaving" onClose={() => setGo(null)}>
      {(close) => (
        <>
          <h2 id="leaving">まだ記録していない入力があります</h2>
          <p>移動しても、記録するかログアウトするまで、入力した内容はこのタブに残ります。</p>
          <p className="actions">
            <button type="button" onClick={close}>
              この画面に戻る
            </button>
            <button type="button" className="secondary" onClick={go.on}>
              記録せずに移動する
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

function useKeys({ form }: Work): void {
  const press = (name: string) =>
    form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>(name))
  const choose = (index: number) =>
    form.current
      ?.querySelector<HTMLInputElement>(`[name="status"][value="${STAFF_STATUS_NAMES[index]}"]`)
      ?.click()
  useShortcuts({
    record: () => press('[type="submit"]:not([name])'),
    recordNext: () => press('[name="goesOn"]'),
    ...Object.fromEntries(STATUS_SHORTCUTS.map((name, index) => [name, () => choose(index)])),
  })
}

function useRecording(
  { entered, enter, last: { status }, setRefusedBy, forget, learn }: Work,
  { record, onDone, onLate, onProblem }: WorkFormProps,
) {
  const [problem, setProblem] = useState('')
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const say = (sentence: string) => {
    setProblem(sentence)
    onProblem(sentence !== '')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const goesOn = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('name') === 'goesOn'
    const sent = contentOf(event.currentTarget)
    const despite = new FormData(event.currentTarget).has('despite')
    setRefusedBy(null)
    say('')
    if (sent.to === status && noteOf(sent) === '') {
      enter(null)
      return say(NOTHING_TO_DO)
    }
    if (sent.to !== status && needsConfirmation(record.flow, sent.to) && sent.confirmedBy === '')
      return say(UNCONFIRMED)
    setBusy(true)
    try {
      const from = entered?.seen.status ?? status
      forget(sent, await recorded(record.reference, sent, { from, status, despite }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      say(error.message)
      setRefusals((count) => count + 1)
      if (error.status !== CONFLICT) return
      learn(error.change)
      return void onLate()
    } finally {
      setBusy(false)
    }
    // Not busy any more: what is entered while the record is read again is not lost.
    await onDone(
      sent.to === status
        ? 'メモを追加しました。'
        : `対応状況を「${STAFF_STATUSES[sent.to].label}」に変更しました。${sent.notify ? '申込者にメールで知らせます。' : ''}`,
      goesOn,
    )
  }
  return { problem, refusals, isBusy, submit }
}

const CONFLICT = 409

/** The change that was made; null for a note alone. Throws Refusal. */
async function recorded(
  reference: string,
  content: Content,
  { from, status, despite }: Record<'from' | 'status', StatusBody['from']> & { despite: boolean },
): Promise<LastChange | null> {
  const note = noteOf(content)
  if (content.to === status) {
    await send('POST', referencePath('notes', reference), { note } satisfies NoteBody)
    return null
  }
  const body: StatusBody = { from, to: content.to, note, notify: content.notify }
  if (despite) body.despite = true
  return (await send<StatusReply>('POST', referencePath('status', reference), body)).change
}
