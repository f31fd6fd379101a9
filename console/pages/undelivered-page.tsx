/** /undelivered: mails and calls that have not arrived, each with one sentence that says why and what follows. */
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { DeliveriesReply, UndeliveredNotice } from '#contract/console-answers.ts'
import { DELIVERY_KINDS } from '#domain/staff.ts'
import { Status } from '#ui/status.tsx'
import { ApplicantText, Fault, Heading, Telephone } from '../parts/basics.tsx'
import { Done } from '../parts/done.tsx'
import { DeliveryState } from '../parts/records.tsx'
import { usePermission } from '../session-context.ts'
import { useResource } from '../use-resource.ts'
import { ContactedForm } from './address-form.tsx'
import { ResendForm } from './application-forms.tsx'

export function UndeliveredPage() {
  const after = new URLSearchParams(useSearch()).get('after') ?? ''
  return <Notices key={after} after={after} />
}

function Notices({ after }: { after: string }) {
  const [isOpen, setOpen] = useState(false)
  const query = after === '' ? '' : `?${new URLSearchParams({ after })}`
  const path = `${CONSOLE_PATHS.deliveries}${query}`
  const { data, refusal, refresh } = useResource<DeliveriesReply>(path)
  const [confirmation, setConfirmation] = useState('')
  const notices = useStableNotices(data)
  const done = (sentence: string) => {
    setConfirmation(sentence)
    return refresh()
  }
  const forget = () => setConfirmation('')
  return (
    // The confirmation of an earlier step goes when the next one begins.
    <div onSubmit={forget}>
      <nav className="breadcrumb" aria-label="現在位置">
        <Link href="/">お申し込み一覧</Link>
      </nav>
      <Heading title="未達の通知" />
      <Done>{confirmation}</Done>
      <Status>{data && countSentence(data.count)}</Status>
      {notices.length > 0 && (
        <div className="card">
          <ul className="deliveries" aria-label="未達の通知">
            {notices.map((notice) => (
              <li key={notice.id}>
                <Notice {...{ notice, notices, onDone: done }} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {data?.next && (
        <nav className="pager" aria-label="ページ">
          <Link href={`/undelivered?${new URLSearchParams({ after: data.next })}`}>次のページ</Link>
        </nav>
      )}
      {data !== null && data.closed > 0 && after === '' && (
        <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>対応が終わったお申し込み（{data.closed.toLocaleString()}件）</summary>
          {isOpen && <Closed onDone={done} />}
        </details>
      )}
      <Fault refusal={confirmation === '' ? refusal : null} />
    </div>
  )
}

/** Of closed applications, the first of them. */
function Closed({ onDone }: { onDone: (sentence: string) => Promise<void> }) {
  const path = `${CONSOLE_PATHS.deliveries}?closed=true`
  const { data, refusal, refresh } = useResource<DeliveriesReply>(path)
  const notices = useStableNotices(data)
  const done = async (sentence: string) => {
    await Promise.all([onDone(sentence), refresh()])
  }
  return (
    <>
      <ul className="deliveries" aria-label="対応が終わったお申し込みの未達の通知">
        {notices.map((notice) => (
          <li key={notice.id}>
            <Notice {...{ notice, notices, onDone: done }} />
          </li>
        ))}
      </ul>
      <Fault refusal={refusal} />
    </>
  )
}

type Shown = UndeliveredNotice & { isSettled: boolean }

/** Oldest first: what comes later stands below, and what has arrived meanwhile stays in its place. */
function useStableNotices(data: DeliveriesReply | null): readonly Shown[] {
  const [shown, setShown] = useState<readonly UndeliveredNotice[]>([])
  const latest = new Map(data?.deliveries.map((notice) => [notice.id, notice]))
  const known = new Set(shown.map(({ id }) => id))
  const added = data?.deliveries.filter(({ id }) => !known.has(id)) ?? []
  if (added.length > 0) setShown([...shown, ...added])
  return shown.map((notice) => {
    const now = latest.get(notice.id)
    return { ...(now ?? notice), isSettled: data !== null && now === undefined }
  })
}

type NoticeProps = {
  notice: Shown
  /** All that are drawn. */
  notices: readonly Shown[]
  onDone: (sentence: string) => Promise<void>
}

function Notice({ notice, notices, onDone }: NoticeProps) {
  const { reference, name, kind, tel, isSettled } = notice
  const mayChange = usePermission('change')
  return (
    <>
      <p>
        <Link href={`/applications/${reference}`}>{reference}</Link>{' '}
        <ApplicantText>{name}</ApplicantText>：
        <span className="principal">{DELIVERY_KINDS[kind].label}</span>
        {tel !== '' && (
          <>
            {' '}
            電話 <Telephone>{tel}</Telephone>
          </>
        )}
      </p>
      {isSettled ? (
        <p>この通知は、未達ではなくなりました。</p>
      ) : (
        <DeliveryState delivery={notice} />
      )}
      {mayChange && !isSettled && (
        <ResendForm reference={reference} delivery={notice} onDone={onDone} />
      )}
      {mayChange && !isSettled && notice.isUndelivered && (
        <ContactedForm
          record={{ reference, tel: '' }}
          deliveries={notices.filter((each) => each.reference === reference && !each.isSettled)}
          onDone={onDone}
        />
      )}
    </>
  )
}

function countSentence(count: number): string {
  return count === 0
    ? '未達の通知はありません。'
    : `${count.toLocaleString()}件の通知が届いていません。`
}
