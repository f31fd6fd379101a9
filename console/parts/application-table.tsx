/** The list of applications: rows of one height, each with a tick where something can be done with several. */
import type { ChangeEvent } from 'react'
import { Link } from 'wouter'
import type { ListedApplication } from '#contract/console-answers.ts'
import { FLOWS } from '#domain/flows.ts'
import { formatYen } from '#domain/prices.ts'
import {
  CUSTOMER_ANSWERS,
  FLAG_LABELS,
  FLAGS,
  type FlagName,
  PROCEDURES,
  WAITING,
} from '#domain/staff.ts'
import { formatMinute, formatTime } from '#domain/tokyo-time.ts'
import { ageInWords, daysAgo } from '../waiting-words.ts'
import { ApplicantText, AssuranceBadge, StateBadge, StatusBadge } from './basics.tsx'
import { CardTable, type Column } from './card-table.tsx'

/** What the list says of a row besides its own words. */
export type RowMarks = {
  /** References of those that came while somebody looked. */
  arrivals: ReadonlySet<string>
  /** Those that the filter does not fit any more. */
  left: ReadonlySet<string>
  /** Those with something typed and not recorded. */
  drafts: ReadonlySet<string>
}

type Props = {
  applications: readonly ListedApplication[]
  marks: RowMarks
  chosen: ReadonlySet<string>
  /** Undefined where nothing can be done with a choice. */
  onTick: ((reference: string, isRange: boolean) => void) | undefined
}

export function ApplicationTable({ applications, marks, chosen, onTick }: Props) {
  const received: Column<ListedApplication> = {
    label: '受付',
    className: 'received',
    cell: (application) => (
      <>
        {onTick && (
          <Tick
            application={application}
            isChosen={chosen.has(application.reference)}
            onTick={onTick}
          />
        )}
        <Received application={application} marks={marks} />
      </>
    ),
  }
  return (
    <CardTable
      label="お申し込み"
      className="applications"
      columns={[received, ...COLUMNS]}
      items={applications}
      keyOf={({ reference }) => reference}
      rowClass={({ reference }) => rowClass(reference, marks, chosen)}
    />
  )
}

function rowClass(reference: string, { arrivals, left }: RowMarks, chosen: ReadonlySet<string>) {
  const names = [
    arrivals.has(reference) && 'arrival',
    left.has(reference) && 'left',
    chosen.has(reference) && 'chosen',
  ]
  return names.filter(Boolean).join(' ') || undefined
}

const COLUMNS: readonly Column<ListedApplication>[] = [
  {
    label: '申込者',
    className: 'applicant',
    cell: (application) => <Applicant application={application} />,
  },
  {
    label: 'お手続き',
    className: 'procedure',
    cell: (application) => <Content {...application} />,
  },
  { label: '連絡先', className: 'contact', cell: (application) => <Contact {...application} /> },
  {
    label: '状況',
    className: 'standing-cell',
    cell: (application) => <Standing application={application} />,
  },
  { label: '担当', className: 'assignee', cell: (application) => <Assignee {...application} /> },
  { label: '確認事項', className: 'checks', cell: (row) => <Checks {...row} /> },
]

type TickProps = {
  application: ListedApplication
  isChosen: boolean
  onTick: NonNullable<Props['onTick']>
}

/** With Shift it stands for every row from the one ticked before. */
function Tick({ application: { reference }, isChosen, onTick }: TickProps) {
  const change = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onTick(reference, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  return (
    <label className="choose">
      <input type="checkbox" checked={isChosen} onChange={change} />
      <span className="unseen">{reference}を選択</span>
    </label>
  )
}

function Received({ application, marks }: { application: ListedApplication; marks: RowMarks }) {
  const { reference, createdAt, isOld } = application
  const age = isOld === undefined ? '' : daysAgo(Date.parse(createdAt), Date.now())
  const [year, ...rest] = formatMinute(Date.parse(createdAt)).split('/')
  return (
    <span className="lines-of-cell">
      <Link href={`/applications/${reference}`} data-row={reference}>
        {reference}
      </Link>
      <span className="detail">
        <span className="year">{year}/</span>
        {rest.join('/')}{' '}
        {age !== '' &&
          (isOld ? <strong className="age">{age}</strong> : <span className="age">{age}</span>)}
        {marks.arrivals.has(reference) && <span className="badge new">新着</span>}
        {marks.left.has(reference) && <span className="badge">条件外</span>}
        {marks.drafts.has(reference) && <span className="badge draft">入力途中</span>}
      </span>
    </span>
  )
}

function Applicant({ application }: { application: ListedApplication }) {
  const { givenNumber, jigyousha, person } = application
  // The number first: in a narrow column the end of a line is cut.
  if (givenNumber !== null)
    return (
      <span className="two-lines of-number">
        <span className="principal">{givenNumber}</span> <span className="detail">お客様番号</span>
      </span>
    )
  return (
    <span className="two-lines">
      <span className="principal">
        <ApplicantText>{jigyousha}</ApplicantText>
      </span>
      <span className="detail">
        <ApplicantText>{person}</ApplicantText>
      </span>
    </span>
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

type ContentProps = Pick<ListedApplication, 'flow' | 'facilityCount' | 'agreedPrice'>

function Content({ flow, facilityCount, agreedPrice }: ContentProps) {
  const monthly = agreedPrice === null ? '' : `月額${formatYen(agreedPrice)}`
  const price = FLOWS[flow].isFree ? '0円' : monthly
  return (
    <>
      <span className="line">{PROCEDURES[flow]}</span>
      {facilityCount > 0 && (
        <span className="detail">
          {facilityCount}事業所
          {price && <span className="price">・{price}</span>}
        </span>
      )}
    </>
  )
}

function Standing({ application }: { application: ListedApplication }) {
  const { status, state, assurance, customerAnswer } = application
  return (
    <span className="badges">
      {state === 'complete' ? <StatusBadge status={status} /> : <StateBadge state={state} />}
      <AssuranceBadge assurance={assurance} />
      {customerAnswer && CUSTOMER_ANSWERS[customerAnswer].chip !== '' && (
        <span className="badge">{CUSTOMER_ANSWERS[customerAnswer].chip}</span>
      )}
    </span>
  )
}

/** Who takes care of it, and when somebody last did. */
function Assignee({ assignee, lastTouch }: Pick<ListedApplication, 'assignee' | 'lastTouch'>) {
  if (assignee === '' && lastTouch === null) return null
  return (
    <>
      <ApplicantText>{assignee === '' ? '―' : assignee}</ApplicantText>
      {lastTouch && (
        <span className="detail">
          {lastTouch.who !== assignee && <ApplicantText>{lastTouch.who}</ApplicantText>}{' '}
          {formatTime(Date.parse(lastTouch.at), Date.now())}
        </span>
      )}
    </>
  )
}

/** What waits goes before what is remarkable. */
function Checks({ waiting = [], flags }: Pick<ListedApplication, 'waiting' | 'flags'>) {
  if (waiting.length === 0) return <FlagChips flags={flags} />
  const [first, ...others] = waiting.map(({ kind, since }) => ({
    chip: `${WAITING[kind].chip} ${ageInWords(Date.parse(since), Date.now())}`,
    whole: `${WAITING[kind].label}、${ageInWords(Date.parse(since), Date.now())}`,
  }))
  const whole = [first?.whole ?? '', ...others.map((each) => each.whole)]
  const more = others.length + flags.length
  const all = [...whole, ...flags.map((flag) => FLAG_LABELS[flag])]
  return (
    <span className="chips" title={all.join('\n')}>
      <span aria-hidden="true" className="chip">
        {first?.chip}
      </span>
      {more > 0 && (
        <span aria-hidden="true" className="chip">
          ほか{more}
        </span>
      )}
      <span className="unseen">{all.join('、')}</span>
    </span>
  )
}

/** The first one short, and how many more there are; read aloud, each is whole. */
function FlagChips({ flags }: { flags: readonly FlagName[] }) {
  const [first, ...others] = flags
  if (first === undefined) return null
  const whole = flags.map((flag) => FLAG_LABELS[flag])
  return (
    <span className="chips" title={whole.join('\n')}>
      <span aria-hidden="true" className="chip">
        {FLAGS[first].chip}
      </span>
      {others.length > 0 && (
        <span aria-hidden="true" className="chip">
          ほか{others.length}
        </span>
      )}
      <span className="unseen">{whole.join('、')}</span>
    </span>
  )
}
