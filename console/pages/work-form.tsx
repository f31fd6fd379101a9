/** The form of an application's status and notes. What was chosen and typed stays until it is recorded. */
import { type FormEvent, useContext, useState } from 'react'
import { flushSync } from 'react-dom'
import { CONSOLE_ERRORS } from '#contract/console.ts'
import type { ApplicationRecord, StatusReply } from '#contract/console-answers.ts'
import type { NoteBody, StatusBody } from '#contract/console-schemas.ts'
import type { LastChange } from '#contract/error-schemas.ts'
import { CUSTOMER_NAME_LIMIT, NOTE_LIMIT } from '#contract/staff-api.ts'
import type { Problem as FieldProblem } from '#domain/messages.ts'
import { statusPress } from '#domain/presses.ts'
import {
  needsConfirmation,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field, ProblemsProvider } from '#ui/field.tsx'
import { Refusal } from '../api.ts'
import { focusOn } from '../focus-at.ts'
import { conflictSentence } from '../last-change.ts'
import { useGuard } from '../leaving.ts'
import { Refused } from '../parts/conflict.tsx'
import { SessionContext } from '../session-context.ts'
import { shortcutTo } from '../shortcuts.ts'
import { NO_PROBLEM, type Problem } from '../use-form.ts'
import { type Press, usePress } from '../use-press.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import {
  type Content,
  choicesOf,
  contentOf,
  mayTell,
  nextStep,
  useWork,
  type Work,
} from '../use-work.ts'
import { missingWaivers, type PassedOver, passedOverIn, Waivers } from './passed-over.tsx'

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

export function WorkForm(props: WorkFormProps) {
  const { record, leadsOn } = props
  const work = useWork(record)
  const { form, entered, kept, last, shown, isNews, refusedBy } = work
  const { problem, missing, refusals, isBusy, submit } = useRecording(work, props)
  const conflict = isNews ? last : refusedBy
  const open = entered && { choice: entered.choice, hasNote: entered.note !== '' }
  const { who: own } = useContext(SessionContext).user
  const told = open && conflict && conflictSentence(conflict, open, { own, now: Date.now() })
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
        <ProblemsProvider problems={missing}>
          {needsConfirmation(record.flow, shown) && shown !== last.status && (
            <Checklist confirmedBy={kept?.confirmedBy ?? ''} />
          )}
          {mayTell(record, shown) && shown !== last.status && (
            <label className="agree">
              <input type="checkbox" name="notify" defaultChecked={kept?.notify ?? false} />
              申込者にメールで知らせる
            </label>
          )}
          <Waivers record={record} to={shown} />
        </ProblemsProvider>
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
        <Refused key={refusals} problem={problem} told={told || ''} />
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

function Checklist({ confirmedBy }: { confirmedBy: string }) {
  return (
    <fieldset className="checklist">
      <legend>完了にする前に</legend>
      <ol>
        <li>登録されている連絡先（このお申し込みの連絡先ではありません）に電話します。</li>
        <li>お手続きの内容を確認し、確認した方のお名前を入力します。</li>
      </ol>
      <Field name="confirmedBy" label="確認した方">
        {(tied) => (
          <input
            type="text"
            maxLength={CUSTOMER_NAME_LIMIT}
            autoComplete="off"
            defaultValue={confirmedBy}
            {...tied}
          />
        )}
      </Field>
    </fieldset>
  )
}

function NoteField({ note }: { note: string }) {
  return (
    <div className="field">
      <label htmlFor="work-note">メモ</label>
      <p className="support" id="work-note-support">
        履歴に残ります。対応状況を変えずに、メモだけでも追加できます。
      </p>
      <textarea
        id="work-note"
        name="note"
        rows={3}
        maxLength={NOTE_LIMIT}
        aria-describedby="work-note-support"
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
          <p>
            移動しても、入力した内容は記録するまでこのタブに残ります。ログアウトするか、同じブラウザーでほかの人がログインすると消えます。
          </p>
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
  const press = (name: string) => form.current?.querySelector<HTMLButtonElement>(name)?.click()
  const choose = (status: StaffStatus) =>
    form.current?.querySelector<HTMLInputElement>(`[name="status"][value="${status}"]`)?.click()
  useShortcuts({
    record: () => press('[type="submit"]:not([name])'),
    recordNext: () => press('[name="goesOn"]'),
    ...Object.fromEntries(
      STAFF_STATUS_NAMES.map((status) => [shortcutTo(status), () => choose(status)]),
    ),
  })
}

function useRecording(
  { entered, enter, last: { status }, setRefusedBy, forget, learn }: Work,
  { record, onDone, onLate, onProblem }: WorkFormProps,
) {
  const [problem, setProblem] = useState(NO_PROBLEM)
  const [missing, setMissing] = useState<readonly FieldProblem[]>([])
  const press = usePress(record)
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const say = (sentence: string, sides: Problem['sides'] = null) => {
    setProblem({ sentence, sides })
    onProblem(sentence !== '')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const goesOn = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('name') === 'goesOn'
    const sent = contentOf(event.currentTarget)
    const ticks = new FormData(event.currentTarget)
    const passedOver = passedOverIn(record, ticks)
    setRefusedBy(null)
    say('')
    setMissing([])
    if (sent.to === status && sent.note === '') {
      enter(null)
      return say(NOTHING_TO_DO)
    }
    const lacks = sent.to === status ? [] : missingIn(record, sent, ticks)
    if (lacks[0]) {
      flushSync(() => setMissing(lacks))
      onProblem(true)
      return focusOn(event.currentTarget, lacks[0].field)
    }
    setBusy(true)
    try {
      const from = entered?.seen.status ?? status
      forget(sent, await recorded(press, sent, { from, status, passedOver }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      say(error.message, error.sides)
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
  return { problem, missing, refusals, isBusy, submit }
}

/** In the order of the screen. */
function missingIn(record: ApplicationRecord, { to, confirmedBy }: Content, ticks: FormData) {
  const isUnconfirmed = needsConfirmation(record.flow, to) && confirmedBy === ''
  const confirmation = { field: 'confirmedBy', message: CONSOLE_ERRORS.confirmation_missing }
  return [...(isUnconfirmed ? [confirmation] : []), ...missingWaivers({ record, to }, ticks)]
}

const CONFLICT = 409

type On = { from: StaffStatus; status: StaffStatus; passedOver: PassedOver }

/** The change that was made; null for a note alone. Throws Refusal. */
async function recorded(
  press: Press,
  content: Content,
  { from, status, passedOver }: On,
): Promise<LastChange | null> {
  const { to, note, confirmedBy, notify } = content
  // What was recorded though its answer was lost is sent again as it was, whatever the status is by now.
  const kept = { entered: content, slot: 'status' } as const
  if (to === status) {
    const body: NoteBody = { note }
    await press('note', { ...kept, path: 'notes', body })
    return null
  }
  const named = confirmedBy === '' ? {} : { confirmedBy }
  const body: Omit<StatusBody, 'seen'> = { to, note, notify, ...named, ...passedOver }
  const wanted = { ...kept, path: 'status', body, seen: { status: from } } as const
  return (await press<StatusReply>(statusPress(to), wanted)).change
}
