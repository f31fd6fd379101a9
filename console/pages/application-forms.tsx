/** Forms of an application's page: status and notes, sending a delivery again, erasing personal data. What was chosen and typed stays until it is recorded. */
import { type FormEvent, useContext, useLayoutEffect, useRef, useState } from 'react'
import {
  type ApplicationRecord,
  type Delivery,
  type LastChange,
  NOTE_LIMIT,
  providerLoginPath,
  referencePath,
  type StatusReply,
} from '#contract/console.ts'
import type { ErasureBody, NoteBody, ResendBody, StatusBody } from '#contract/console-schemas.ts'
import {
  DELIVERY_KINDS,
  mayFollow,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'
import { Refusal, send } from '../api.ts'
import { conflictSentence, lastChangeOf, newerOf, type Unrecorded } from '../last-change.ts'
import { Alert, ApplicantText, FormField } from '../parts/basics.tsx'
import { SessionContext } from '../session-context.ts'
import { useForm } from '../use-form.ts'

type WorkFormProps = {
  record: ApplicationRecord
  /** Called with a sentence that says what was done. */
  onDone: (sentence: string) => Promise<void>
  /** Called where a colleague was faster. */
  onLate: () => Promise<void>
}

/** `seen` is what the person had on the screen when choosing: its status is sent as the old one. */
type Entered = Unrecorded & { seen: LastChange }

const NOTHING_TO_DO = '対応状況を選び直すか、メモを入力してください。'

export function WorkForm({ record, onDone, onLate }: WorkFormProps) {
  const work = useWork(record)
  const { form, entered, last, shown, isNews, refusedBy } = work
  const { problem, refusals, isBusy, submit } = useRecording(record, work, { onDone, onLate })
  const conflict = isNews ? last : refusedBy
  const sentence = entered && conflict ? conflictSentence(conflict, entered, Date.now()) : problem
  const next = refusedBy && !isNews && entered?.choice ? nextStep(last.status, entered.choice) : ''
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
        <NoteField />
        <button type="submit" aria-describedby={next === '' ? undefined : 'work-next'}>
          記録する
        </button>
        {/* Below the button: what a poll brings moves nothing that is about to be pressed. */}
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
    </section>
  )
}

function NoteField() {
  return (
    <div className="field">
      <label htmlFor="note">メモ</label>
      <p className="support" id="note-support">
        履歴に残ります。状況を変えずにメモだけを追加することもできます。
      </p>
      <textarea
        id="note"
        name="note"
        rows={3}
        maxLength={NOTE_LIMIT}
        aria-describedby="note-support"
      />
    </div>
  )
}

/** State of the form: what was entered, the latest change of the status, and the change that refused the last press. */
function useWork(record: ApplicationRecord) {
  const form = useRef<HTMLFormElement>(null)
  const [entered, setEntered] = useState<Entered | null>(null)
  // The last answer to a press may be newer than the record, which comes by polling.
  const [answered, setAnswered] = useState<LastChange | null>(null)
  const [refusedBy, setRefusedBy] = useState<LastChange | null>(null)
  const last = newerOf(lastChangeOf(record), answered)
  const shown = entered?.choice ?? last.status

  // Inputs are uncontrolled: a choice stays, and where there is none the status is shown as it is now.
  useLayoutEffect(() => {
    const choice = form.current?.elements.namedItem('status')
    if (choice instanceof RadioNodeList) choice.value = shown
  }, [shown])

  const note = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const seen = target instanceof HTMLInputElement ? last : (entered?.seen ?? last)
    setEntered(enteredIn(contentOf(currentTarget), last.status, seen))
  }
  /** After recording: clears what was recorded, and leaves what was entered since. */
  const forget = (sent: Content, change: LastChange | null) => {
    const seen = change ?? last
    if (change) setAnswered(change)
    if (form.current) setEntered(enteredIn(restOf(form.current, sent, seen), seen.status, seen))
  }
  /** From now on the person knows what came first: the next press is against that. */
  const learn = (change: LastChange | null) => {
    if (change) setAnswered(change)
    setRefusedBy(change)
    setEntered((open) => open && { ...open, seen: change ?? last })
  }
  const isNews = entered !== null && entered.seen.at !== last.at
  return {
    form,
    entered,
    setEntered,
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

function useRecording(
  { reference }: ApplicationRecord,
  {
    entered,
    setEntered,
    last: { status },
    setRefusedBy,
    forget,
    learn,
  }: ReturnType<typeof useWork>,
  { onDone, onLate }: Omit<WorkFormProps, 'record'>,
) {
  const [problem, setProblem] = useState('')
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const sent = contentOf(event.currentTarget)
    setRefusedBy(null)
    setProblem('')
    if (sent.to === status && sent.note === '') {
      setEntered(null)
      return setProblem(NOTHING_TO_DO)
    }
    setBusy(true)
    try {
      forget(
        sent,
        await recorded(reference, { ...sent, from: entered?.seen.status ?? status, status }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
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
        : `対応状況を「${STAFF_STATUSES[sent.to].label}」に変更しました。`,
    )
  }
  return { problem, refusals, isBusy, submit }
}

const CONFLICT = 409

/** What may follow the status on the screen, or the one that the person saw; and what is chosen, whatever came since. */
function choicesOf(shown: StaffStatus, statuses: readonly StaffStatus[]): StaffStatus[] {
  return STAFF_STATUS_NAMES.filter(
    (value) => value === shown || statuses.some((from) => value === from || mayFollow(from, value)),
  )
}

function nextStep(from: StaffStatus, to: StaffStatus): string {
  if (from === to) return ''
  const [before, after] = [STAFF_STATUSES[from].label, STAFF_STATUSES[to].label]
  return mayFollow(from, to)
    ? `もう一度「記録する」を押すと、「${before}」から「${after}」に変更します。`
    : `「${before}」から「${after}」には変更できません。選び直してください。`
}

type Content = { to: StaffStatus; note: string }

function contentOf(form: HTMLFormElement): Content {
  const fields = new FormData(form)
  return { to: fields.get('status') as StaffStatus, note: String(fields.get('note')).trim() }
}

/** Null where nothing is chosen or typed. */
function enteredIn({ to, note }: Content, status: StaffStatus, seen: LastChange): Entered | null {
  const choice = to === status ? null : to
  return choice === null && note === '' ? null : { choice, hasNote: note !== '', seen }
}

/** What of the form was not sent; the note that was sent is emptied. */
function restOf(form: HTMLFormElement, sent: Content, seen: LastChange): Content {
  const { to, note } = contentOf(form)
  const field = form.elements.namedItem('note')
  const isNoteSent = note === sent.note
  if (isNoteSent && field instanceof HTMLTextAreaElement) field.value = ''
  return { to: to === sent.to ? seen.status : to, note: isNoteSent ? '' : note }
}

/** The change that was made; null for a note alone. Throws Refusal. */
async function recorded(
  reference: string,
  { from, to, note, status }: StatusBody & { status: StaffStatus },
): Promise<LastChange | null> {
  if (to === status) {
    await send('POST', referencePath('notes', reference), { note } satisfies NoteBody)
    return null
  }
  const body: StatusBody = { from, to, note }
  return (await send<StatusReply>('POST', referencePath('status', reference), body)).change
}

type ResendFormProps = {
  reference: string
  delivery: Delivery
  onDone: (sentence: string) => Promise<void>
}

const RESENDABLE: ReadonlySet<Delivery['state']> = new Set(['failed', 'held'])

/** Sends a delivery again that was given up (dead letter) or is held by a limit. */
export function ResendForm({ reference, delivery: { id, kind, state }, onDone }: ResendFormProps) {
  const label = DELIVERY_KINDS[kind]
  const { problem, isBusy, submit } = useForm(async () => {
    const body: ResendBody = { delivery: id }
    await send('POST', referencePath('resend', reference), body)
    await onDone(`「${label}」を送信待ちにしました。まもなく送信します。`)
  })
  // It may have gone out by itself meanwhile: then the sentence says so.
  if (!RESENDABLE.has(state)) return problem === '' ? null : <Alert>{problem}</Alert>
  return (
    <form onSubmit={submit} aria-busy={isBusy} aria-label={`${label}の再送`}>
      {problem !== '' && <Alert>{problem}</Alert>}
      <button type="submit">もう一度送る</button>
    </form>
  )
}

type ErasureFormProps = { record: ApplicationRecord; onDone: (sentence: string) => Promise<void> }

/** Erases an application's personal data: it cannot be undone, so the reference and the password are asked for. */
export function ErasureForm({ record, onDone }: ErasureFormProps) {
  const { user } = useContext(SessionContext)
  const { problem, isBusy, submit } = useForm<keyof ErasureBody>(
    async ({ reference, password }) => {
      const body: ErasureBody = { reference, password: password ?? '' }
      await send('POST', referencePath('erasure', record.reference), body)
      await onDone('個人情報を消去しました。')
    },
  )
  return (
    <details className="card erasure">
      <summary>個人情報の消去</summary>
      <form onSubmit={submit} aria-busy={isBusy} aria-label="個人情報の消去">
        <p>
          申込者・事業所・メモを消去します。元には戻せません。同意の記録と料金は証拠として残ります。
        </p>
        {problem !== '' && <Alert>{problem}</Alert>}
        <FormField name="reference" label="受付番号をもう一度入力" autoComplete="off" />
        {user.canLogOut && !user.hasPassword && (
          <p>
            消去の前に、
            <a href={providerLoginPath(`/applications/${record.reference}`, true)}>
              社内アカウントで認証し直して
            </a>
            ください。認証から5分以内に消去できます。
          </p>
        )}
        {user.hasPassword && (
          <FormField
            name="password"
            label="パスワード"
            type="password"
            autoComplete="current-password"
          />
        )}
        <button type="submit" className="danger">
          消去する
        </button>
      </form>
    </details>
  )
}
