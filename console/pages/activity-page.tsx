/** /activity: what a person did on a day. Administrators may ask for anybody's. */
import { type FormEvent, useContext, useEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { ActivityReply } from '#contract/console-answers.ts'
import { AUDIT_ACTIONS } from '#domain/roles.ts'
import { formatSecond, tokyoDay } from '#domain/tokyo-time.ts'
import { Status } from '#ui/status.tsx'
import { detailInWords } from '../activity-words.ts'
import { ApplicantText, Fault, Heading } from '../parts/basics.tsx'
import { SessionContext } from '../session-context.ts'
import { useResource } from '../use-resource.ts'

export function ActivityPage() {
  const { user } = useContext(SessionContext)
  const [, navigate] = useLocation()
  const given = new URLSearchParams(useSearch())
  const who = given.get('who') ?? user.who
  const day = given.get('day') ?? tokyoDay(Date.now())
  const after = given.get('after') ?? ''
  const query = new URLSearchParams({ who, day, ...(after && { after }) })
  const { data, refusal } = useResource<ActivityReply>(`${CONSOLE_PATHS.activity}?${query}`)
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    navigate(`/activity?${new URLSearchParams(fields)}`)
  }
  const people = data?.people ?? [who]
  const dayField = useRef<HTMLInputElement>(null)
  // Not by a key: Enter in the field would replace it, and lose the focus.
  useEffect(() => {
    if (dayField.current) dayField.current.value = day
  }, [day])
  return (
    <>
      <nav className="breadcrumb" aria-label="現在位置">
        <Link href="/">お申し込み一覧</Link>
      </nav>
      <Heading title="活動の記録" />
      <search aria-label="人と日">
        <form className="filter" onSubmit={show}>
          <div className="conditions">
            <div className="field">
              <label htmlFor="who">担当者</label>
              <select id="who" name="who" defaultValue={who} key={`${who} ${people.length}`}>
                {people.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </div>
            <div className="field">
              <label htmlFor="day">日</label>
              <input type="date" id="day" name="day" required defaultValue={day} ref={dayField} />
            </div>
            <button type="submit">表示する</button>
          </div>
        </form>
      </search>
      {data && (
        <>
          <Status>{data.entries.length === 0 && 'この日の記録はありません。'}</Status>
          {data.entries.length > 0 && (
            <div className="card">
              <ol className="history" aria-label="活動の記録">
                {data.entries.map((entry, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the trail only ever grows.
                  <Entry key={index} entry={entry} />
                ))}
              </ol>
            </div>
          )}
          {data.next && (
            <nav className="pager" aria-label="ページ">
              <Link href={`/activity?${new URLSearchParams({ who, day, after: data.next })}`}>
                次のページ
              </Link>
            </nav>
          )}
        </>
      )}
      <Fault refusal={refusal} />
    </>
  )
}

type EntryProps = { entry: ActivityReply['entries'][number] }

function Entry({ entry: { at, action, subject, detail } }: EntryProps) {
  const labels: Readonly<Record<string, string>> = AUDIT_ACTIONS
  return (
    <li>
      <p className="detail">
        <time dateTime={at}>{formatSecond(Date.parse(at))}</time>
      </p>
      <p>
        <span className="principal">{labels[action] ?? action}</span>{' '}
        {IS_REFERENCE.test(subject) ? (
          <Link href={`/applications/${subject}`}>{subject}</Link>
        ) : (
          <ApplicantText>{subject}</ApplicantText>
        )}{' '}
        <ApplicantText>{detailInWords(action, detail)}</ApplicantText>
      </p>
    </li>
  )
}

const IS_REFERENCE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/
