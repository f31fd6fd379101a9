/** Page of one application: applicant, facilities, price, consents, deliveries, history and changes. */
import { useContext, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { referencePath } from '#contract/console.ts'
import type { ApplicationRecord, Neighbours } from '#contract/console-answers.ts'
import { CUSTOMER_ANSWERS, FLAGS, flagDetail, PROCEDURES, WAITING } from '#domain/staff.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import { poll } from '../api.ts'
import { EVERYTHING, neighboursPath, type PageState, pagePath } from '../filter.ts'
import { neighboursOf, useConfirmation, WalkContext } from '../list-walk.ts'
import { Arrivals } from '../parts/arrivals.tsx'
import {
  ApplicantText,
  AssuranceBadge,
  Fault,
  Heading,
  PlaceLink,
  StateBadge,
  StatusBadge,
} from '../parts/basics.tsx'
import { Done } from '../parts/done.tsx'
import { FacilityList } from '../parts/facility-list.tsx'
import { PriceBreakdown } from '../parts/price-breakdown.tsx'
import {
  ApplicantDetails,
  ConsentRecords,
  Deliveries,
  History,
  Related,
} from '../parts/records.tsx'
import { SessionContext, usePermission } from '../session-context.ts'
import { useOpenTexts } from '../use-kept-text.ts'
import { useResource } from '../use-resource.ts'
import { useSeen } from '../use-seen.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { WAITING_PLACES, waitingOf } from '../waiting.ts'
import { ageInWords } from '../waiting-words.ts'
import { AddressForm, ContactedForm, isAddressMended } from './address-form.tsx'
import { AssigneeForm, ErasureForm, ResendForm } from './application-forms.tsx'
import { ConversationCard, GateRests } from './conversation.tsx'
import { CorrectionCard } from './correction-card.tsx'
import { StatusLinkForm } from './status-link-form.tsx'
import { WithdrawalCard } from './withdrawal-card.tsx'
import { WorkForm, type WorkFormProps } from './work-form.tsx'

export function ApplicationPage({ reference }: { reference: string }) {
  const path = referencePath('application', reference)
  const { data: newest, refusal, refresh } = useResource<ApplicationRecord>(path)
  const { who } = useContext(SessionContext).user
  const { drawn, arrivals, draw, show } = useSeen(newest, who)
  // Whoever may not look any more has it before them no longer.
  const data = refusal?.status === 403 ? null : drawn
  const walk = useContext(WalkContext)
  const [confirmation, setConfirmation] = useConfirmation()
  const [hasProblem, setProblem] = useState(false)
  const [, navigate] = useLocation()
  const neighbours = useNeighbours(reference)
  const toList = useListPath()
  useEffect(() => {
    if (walk.last) walk.last.opened = reference
  }, [walk, reference])
  const forget = () => setConfirmation('')
  const done = async (sentence: string, goesOn: boolean) => {
    if (goesOn) {
      walk.confirmation = `${data?.reference ?? reference}：${sentence}`
      return neighbours.next === null
        ? navigate(toList.path, { state: toList.state })
        : navigate(`/applications/${neighbours.next}`)
    }
    setConfirmation(sentence)
    await refresh()
    draw()
  }
  return (
    <>
      <Way neighbours={neighbours} toList={toList} />
      <div className="title-line">
        <Heading title={`受付番号 ${data?.reference ?? reference}`} />
        <Arrivals arrivals={data ? arrivals : []} onShow={show} />
      </div>
      <Done>{confirmation}</Done>
      {data && (
        <>
          <Standing record={data} />
          <CorrectionCard
            record={data}
            onDone={(sentence) => done(sentence, false)}
            onLate={refresh}
          />
          {/* The confirmation of an earlier step goes when the next one begins. */}
          <div className="record" onInput={forget} onSubmit={forget}>
            <div>
              <ApplicantDetails record={data} />
              <FacilityList key={data.reference} record={data} />
              <PriceBreakdown record={data} />
              <ConsentRecords record={data} />
            </div>
            <div>
              <Doing
                record={data}
                leadsOn={neighbours.next !== null}
                onDone={done}
                onLate={refresh}
                onProblem={setProblem}
              />
            </div>
          </div>
        </>
      )}
      {/* One sentence at a time: what was pressed last comes first. */}
      <Fault refusal={hasProblem || confirmation !== '' ? null : refusal} />
    </>
  )
}

/** What was done with it, and what may be. */
function Doing(props: WorkFormProps) {
  const { record, onDone, onLate } = props
  const conversation = record.erasedAt ? undefined : record.conversation
  // Of what is erased nothing is left to work on.
  const mayChange = usePermission('change') && !record.erasedAt
  const mayErase = usePermission('erase') && !record.erasedAt
  const done = (sentence: string) => onDone(sentence, false)
  useOpenTexts(record)
  return (
    <>
      {mayChange && record.state === 'complete' && (
        <AssigneeForm {...{ record, onDone: done, onLate }} />
      )}
      {conversation && <WithdrawalCard {...{ record, conversation, onDone: done, onLate }} />}
      {mayChange && <WorkForm {...props} />}
      {conversation && <ConversationCard {...{ record, conversation, onDone: done, onLate }} />}
      <Related record={record} />
      <History record={record} />
      {mayChange && <ContactedForm {...{ record, deliveries: record.deliveries, onDone: done }} />}
      <Deliveries
        deliveries={record.deliveries}
        actions={(delivery) =>
          mayChange && <ResendForm reference={record.reference} delivery={delivery} onDone={done} />
        }
      />
      {mayChange && isAddressMended(record) && (
        <AddressForm {...{ record, onDone: done, onLate }} />
      )}
      {mayChange && record.state === 'complete' && (
        <StatusLinkForm {...{ record, onDone: done, onLate }} />
      )}
      {mayErase && <ErasureForm {...{ record, onDone: done, onLate }} />}
    </>
  )
}

type ListAddress = { path: string; state: PageState }

/** The list that was looked at last, as it was. */
function useListPath(): ListAddress {
  const { last } = useContext(WalkContext)
  const { who } = useContext(SessionContext).user
  const { filter = EVERYTHING, after = '' } = last ?? {}
  return { path: pagePath(filter, after), state: { search: filter.search, who } }
}

/** In the list as it was seen; where it ends, or where none was seen, as the server has it. */
function useNeighbours(reference: string): Neighbours {
  const { last } = useContext(WalkContext)
  const inList = neighboursOf(last?.list, reference)
  const [asked, setAsked] = useState<Neighbours | null>(null)
  const isComplete = inList.place > 0 && (inList.next !== null || last?.list.next === null)
  useEffect(() => {
    if (isComplete) return
    poll<Neighbours>(neighboursPath(reference, last?.filter ?? EVERYTHING)).then(
      setAsked,
      // Then there is no way on but through the list.
      () => setAsked(null),
    )
  }, [isComplete, reference, last])
  return {
    previous: inList.previous ?? asked?.previous ?? null,
    next: inList.next ?? asked?.next ?? null,
  }
}

function Way({ neighbours, toList }: { neighbours: Neighbours; toList: ListAddress }) {
  const [, navigate] = useLocation()
  const { previous, next } = neighbours
  const open = (reference: string | null) => {
    if (reference !== null) navigate(`/applications/${reference}`)
  }
  useShortcuts({ next: () => open(next), previous: () => open(previous) })
  return (
    <nav className="breadcrumb way" aria-label="現在位置">
      <Link href={toList.path} state={toList.state}>
        お申し込み一覧
      </Link>
      <span>
        {previous !== null && <Link href={`/applications/${previous}`}>前のお申し込み</Link>}{' '}
        {next !== null && <Link href={`/applications/${next}`}>次のお申し込み</Link>}
      </span>
    </nav>
  )
}

function Standing({ record }: { record: ApplicationRecord }) {
  const { flow, jigyousha, givenNumber, flags, supersededBy, erasedAt } = record
  return (
    <div className="standing">
      <p className="principal">
        {PROCEDURES[flow]}：
        {givenNumber === null ? (
          <ApplicantText>{jigyousha}</ApplicantText>
        ) : (
          `お客様番号 ${givenNumber}`
        )}
      </p>
      <p className="badges">
        {record.state === 'complete' && <StatusBadge status={record.status} />}
        <StateBadge state={record.state} />
        <AssuranceBadge assurance={record.assurance} />
        {waitingOf(record).map(({ kind, since }) => (
          <PlaceLink key={kind} id={WAITING_PLACES[kind]} className="badge unsettled">
            {WAITING[kind].label} {ageInWords(Date.parse(since), Date.now())}
          </PlaceLink>
        ))}
      </p>
      <CustomerNumber customer={record.customer} />
      {supersededBy && (
        <p>
          申込者が内容を変更したため、
          <Link href={`/applications/${supersededBy}`}>後のお申し込み</Link>
          に差し替えられました。
        </p>
      )}
      {erasedAt && <p>個人情報は{formatSecond(Date.parse(erasedAt))}に消去されました。</p>}
      <GateRests gateRests={record.conversation?.gateRests ?? null} />
      <Warnings flags={flags} />
    </div>
  )
}

/** What the billing system answered. A number that exists says nothing of who typed it. */
function CustomerNumber({ customer }: Pick<ApplicationRecord, 'customer'>) {
  if (customer === null) return null
  const { answer, name, at } = customer
  return (
    <p>
      お客様番号の照会：
      <span className="badge">{CUSTOMER_ANSWERS[answer].label}</span>{' '}
      {name !== '' && <ApplicantText>{name}</ApplicantText>}{' '}
      <span className="detail">請求システムの回答 {formatSecond(Date.parse(at))}</span>
      <br />
      番号があるかどうかの回答です。申し込んだ人がご本人かどうかは、登録されている連絡先へ確認してください。
    </p>
  )
}

/** Another application that a flag names is a link to it. */
export function Warnings({ flags }: Pick<ApplicationRecord, 'flags'>) {
  if (flags.length === 0) return null
  return (
    <section className="warnings" aria-labelledby="flags">
      <h2 id="flags">確認事項</h2>
      <ul>
        {flags.map(({ flag, detail }) => (
          <li key={flag}>
            {FLAGS[flag].label}
            {detail !== '' && (
              <>
                ：
                {FLAGS[flag].namesAnother ? (
                  <Link href={`/applications/${detail}`}>{detail}</Link>
                ) : (
                  <ApplicantText>{flagDetail(flag, detail)}</ApplicantText>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
