/** The list of applications, newest first. */
import { Link } from 'wouter'
import type { ListedApplication } from '#contract/console.ts'
import { FLOWS } from '#domain/flows.ts'
import { formatYen } from '#domain/prices.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { formatMinute } from '#domain/tokyo-time.ts'
import { ApplicantText, AssuranceBadge, FlagList, StateBadge, StatusBadge } from './basics.tsx'
import { CardTable, type Column } from './card-table.tsx'

type Props = {
  applications: readonly ListedApplication[]
  /** References of those that came while somebody looked. */
  arrivals: ReadonlySet<string>
}

export function ApplicationTable({ applications, arrivals }: Props) {
  const isNew = ({ reference }: ListedApplication) => arrivals.has(reference)
  const received: Column<ListedApplication> = {
    label: '受付',
    cell: (application) => <Received application={application} isNew={isNew(application)} />,
  }
  return (
    <CardTable
      label="お申し込み"
      className="applications"
      columns={[received, ...COLUMNS]}
      items={applications}
      keyOf={({ reference }) => reference}
      rowClass={(application) => (isNew(application) ? 'arrival' : undefined)}
    />
  )
}

const COLUMNS: readonly Column<ListedApplication>[] = [
  { label: 'お手続き', cell: ({ flow }) => PROCEDURES[flow] },
  { label: '申込者', cell: (application) => <Applicant application={application} /> },
  { label: '連絡先', className: 'contact', cell: (application) => <Contact {...application} /> },
  { label: '内容', cell: (application) => <Content {...application} /> },
  { label: '状況', cell: (application) => <Standing application={application} /> },
  { label: '確認事項', cell: ({ flags }) => <FlagList flags={flags} /> },
]

function Received({ application, isNew }: { application: ListedApplication; isNew: boolean }) {
  const { reference, createdAt } = application
  return (
    <>
      <Link href={`/applications/${reference}`}>{reference}</Link>
      <span className="detail">{formatMinute(Date.parse(createdAt))}</span>
      {isNew && <span className="badge new">新着</span>}
    </>
  )
}

function Applicant({ application }: { application: ListedApplication }) {
  const { flow, username, jigyousha, person } = application
  if (FLOWS[flow].customer === 'existing') return `お客様番号 ${username}`
  return (
    <>
      <span className="principal">
        <ApplicantText>{jigyousha}</ApplicantText>
      </span>
      <span className="detail">
        <ApplicantText>{person}</ApplicantText>
      </span>
    </>
  )
}

function Contact({ mailaddress, tel }: Pick<ListedApplication, 'mailaddress' | 'tel'>) {
  if (mailaddress === '' && tel === '') return null
  return (
    <>
      <ApplicantText>{mailaddress}</ApplicantText>
      <span className="detail">
        <ApplicantText>{tel}</ApplicantText>
      </span>
    </>
  )
}

function Content({
  facilityCount,
  agreedPrice,
}: Pick<ListedApplication, 'facilityCount' | 'agreedPrice'>) {
  if (facilityCount === 0) return null
  return (
    <>
      {facilityCount}事業所
      {agreedPrice !== null && <span className="detail">月額{formatYen(agreedPrice)}</span>}
    </>
  )
}

function Standing({ application }: { application: ListedApplication }) {
  const { status, state, assurance } = application
  return (
    <span className="badges">
      {state === 'complete' ? <StatusBadge status={status} /> : <StateBadge state={state} />}
      <AssuranceBadge assurance={assurance} />
    </span>
  )
}
