/** Form that changes an application's status and adds notes. */
import { type FormEvent, useState } from 'react'
import { type ApplicationRecord, NOTE_LIMIT, referencePath } from '#domain/console.ts'
import { mayFollow, STAFF_STATUS_NAMES, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { Refusal, send } from '../api.ts'
import { Alert } from '../parts/alert.tsx'

type Props = {
  record: ApplicationRecord
  /** Called with a sentence that says what was done. */
  onDone: (sentence: string) => Promise<void>
}

const NOTHING_TO_DO = '対応状況を選び直すか、メモを入力してください。'

export function WorkForm({ record, onDone }: Props) {
  const { reference, status } = record
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const work = workOf(new FormData(form), status)
    if (isBusy) return
    if (!work) return setProblem(NOTHING_TO_DO)
    setBusy(true)
    setProblem('')
    try {
      await send('POST', referencePath(work.path, reference), work.body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return setProblem(error.message)
    } finally {
      setBusy(false)
    }
    form.reset()
    // Not busy any more: what is entered while the record is read again is not lost.
    await onDone(work.sentence)
  }

  return (
    <section className="card" aria-labelledby="work">
      <h2 id="work">対応</h2>
      <form onSubmit={submit} aria-busy={isBusy} aria-labelledby="work">
        {problem !== '' && <Alert>{problem}</Alert>}
        {/* The key resets the radio buttons when the status has changed. */}
        <fieldset key={status} className="choices" hidden={record.state !== 'complete'}>
          <legend>対応状況</legend>
          {choicesOf(status).map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="status" value={value} defaultChecked={value === status} />
              {label}
            </label>
          ))}
        </fieldset>
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
        <button type="submit">記録する</button>
      </form>
    </section>
  )
}

function choicesOf(current: StaffStatus): { value: StaffStatus; label: string }[] {
  return STAFF_STATUS_NAMES.filter((value) => value === current || mayFollow(current, value)).map(
    (value) => ({
      value,
      label:
        value === current ? `${STAFF_STATUSES[value].label}（現在）` : STAFF_STATUSES[value].label,
    }),
  )
}

/** The request for the form's content; null where nothing was entered. */
function workOf(form: FormData, from: StaffStatus) {
  const to = form.get('status') as StaffStatus
  const note = String(form.get('note')).trim()
  if (to !== from) {
    const sentence = `対応状況を「${STAFF_STATUSES[to].label}」に変更しました。`
    return { path: 'status', body: { from, to, note }, sentence } as const
  }
  if (note === '') return null
  return { path: 'notes', body: { note }, sentence: 'メモを追加しました。' } as const
}
