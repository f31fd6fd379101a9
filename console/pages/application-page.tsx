/** Page of one application: applicant, facilities, price, consents, deliveries, history and changes. */
import { useState } from 'react'
import { Link } from 'wouter'
import { type ApplicationRecord, referencePath } from '#contract/console.ts'
import { FLOWS } from '#domain/flows.ts'
import { FLAGS, PROCEDURES } from '#domain/staff.ts'
import { formatSecond } from '#domain/tokyo-time.ts'
import {
  Alert,
  ApplicantText,
  AssuranceBadge,
  Heading,
  StateBadge,
  StatusBadge,
} from '../parts/basics.tsx'
import { FacilityList } from '../parts/facility-list.tsx'
import { PriceBreakdown } from '../parts/price-breakdown.tsx'
import { ApplicantDetails, ConsentRecords, Deliveries, History } from '../parts/records.tsx'
import { usePermission } from '../session-context.ts'
import { useResource } from '../use-resource.ts'
import { ErasureForm, ResendForm, WorkForm } from './application-forms.tsx'

export function ApplicationPage({ reference }: { reference: string }) {
  const path = referencePath('application', reference)
  const { data, refusal, refresh } = useResource<ApplicationRecord>(path)
  const [confirmation, setConfirmation] = useState('')
  const mayChange = usePermission('change')
  const mayErase = usePermission('erase')
  const forget = () => setConfirmation('')
  const done = (sentence: string) => {
    setConfirmation(sentence)
    return refresh()
  }
  return (
    <>
      <nav className="breadcrumb" aria-label="現在位置">
        <Link href="/">お申し込み一覧</Link>
      </nav>
      <Heading title={`受付番号 ${data?.reference ?? reference}`} />
      {refusal && <Alert>{refusal.message}</Alert>}
      <p className="done" role="status">
        {confirmation}
      </p>
      {data && (
        <>
          <Standing record={data} />
          {/* The confirmation of an earlier step goes when the next one begins. */}
          <div className="record" onInput={forget} onSubmit={forget}>
            <div>
              {mayChange && <WorkForm record={data} onDone={done} onLate={refresh} />}
              <History record={data} />
              <Deliveries
                deliveries={data.deliveries}
                actions={(delivery) =>
                  mayChange && (
                    <ResendForm reference={data.reference} delivery={delivery} onDone={done} />
                  )
                }
              />
              {mayErase && !data.erasedAt && <ErasureForm record={data} onDone={done} />}
            </div>
            <div>
              <ApplicantDetails record={data} />
              <FacilityList record={data} />
              <PriceBreakdown record={data} />
              <ConsentRecords record={data} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

function Standing({ record }: { record: ApplicationRecord }) {
  const { flow, jigyousha, username, flags, supersededBy, erasedAt } = record
  return (
    <div className="standing">
      <p className="principal">
        {PROCEDURES[flow]}：
        {FLOWS[flow].customer === 'existing' ? (
          `お客様番号 ${username}`
        ) : (
          <ApplicantText>{jigyousha}</ApplicantText>
        )}
      </p>
      <p className="badges">
        {record.state === 'complete' && <StatusBadge status={record.status} />}
        <StateBadge state={record.state} />
        <AssuranceBadge assurance={record.assurance} />
      </p>
      {supersededBy && (
        <p>
          申込者が内容を変更したため、
          <Link href={`/applications/${supersededBy}`}>後のお申し込み</Link>
          に差し替えられました。
        </p>
      )}
      {erasedAt && <p>個人情報は{formatSecond(Date.parse(erasedAt))}に消去されました。</p>}
      <Warnings flags={flags} />
    </div>
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
                  <ApplicantText>{detail}</ApplicantText>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
