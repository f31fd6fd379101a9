/** Tabs of the list: a filter by status with its count, one's own, and what could not be delivered. */
import { useContext } from 'react'
import { Link } from 'wouter'
import type { ApplicationPage } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import {
  APPLICATION_STATES,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
  WAITING,
  WAITING_NAMES,
  type Waiting,
} from '#domain/staff.ts'
import { EVERYTHING, pagePath } from '../filter.ts'
import { SessionContext } from '../session-context.ts'
import { ageInWords } from '../waiting-words.ts'

type Tab = {
  label: string
  count: keyof ApplicationPage['counts']
  filter: Pick<Filter, 'status' | 'state' | 'waiting'>
}

const TABS: readonly Tab[] = [
  { label: 'すべて', count: 'all', filter: { status: '', state: '', waiting: '' } },
  ...STAFF_STATUS_NAMES.map(
    (status): Tab => ({
      label: STAFF_STATUSES[status].label,
      count: status,
      filter: { status, state: '', waiting: '' },
    }),
  ),
  {
    label: APPLICATION_STATES.pending,
    count: 'pending',
    filter: { status: '', state: 'pending', waiting: '' },
  },
]

type Props = {
  filter: Filter
  latest: ApplicationPage | null
  /** The tab that is open already was pressed. */
  onSame: () => void
  onShow: (filter: Filter) => void
}

export function Tabs({ filter, latest, onSame, onShow }: Props) {
  const { who } = useContext(SessionContext).user
  const isOwn = filter.assignee === who
  return (
    <nav className="tabs" aria-label="対応状況">
      <ul>
        {TABS.map((tab) => {
          const isCurrent = isOpen(tab, filter)
          return (
            <li key={tab.label}>
              <TabLink
                filter={{ ...filter, ...tab.filter }}
                isCurrent={isCurrent}
                onPress={isCurrent ? onSame : undefined}
                onShow={onShow}
              >
                {tab.label}
                <Count of={latest?.counts[tab.count]} />
              </TabLink>
            </li>
          )
        })}
        <li className="apart">
          <TabLink
            filter={{ ...filter, assignee: isOwn ? '' : who }}
            isCurrent={isOwn}
            onShow={onShow}
          >
            自分の
          </TabLink>
        </li>
        {WAITING_NAMES.map((kind) => (
          <li key={kind}>
            <TabLink
              filter={{ ...EVERYTHING, waiting: kind }}
              isCurrent={filter.waiting === kind}
              onPress={filter.waiting === kind ? onSame : undefined}
              onShow={onShow}
            >
              {WAITING[kind].label}
              <WaitingCount of={latest?.waiting[kind]} />
            </TabLink>
          </li>
        ))}
        <li>
          <UndeliveredTab count={latest?.undelivered} />
        </li>
      </ul>
    </nav>
  )
}

export function UndeliveredTab({ count }: { count: number | undefined }) {
  return (
    <Link href="/undelivered">
      未達
      <Count of={count} />
    </Link>
  )
}

type TabLinkProps = {
  filter: Filter
  isCurrent: boolean
  onPress?: (() => void) | undefined
  onShow: (filter: Filter) => void
  children: React.ReactNode
}

/** A link, so that a tab can be opened elsewhere; the search text goes along where it is pressed here. */
function TabLink({ filter, isCurrent, onPress, onShow, children }: TabLinkProps) {
  const press = (event: React.MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (onPress) onPress()
    else onShow(filter)
  }
  return (
    <a href={pagePath(filter)} aria-current={isCurrent ? 'page' : undefined} onClick={press}>
      {children}
    </a>
  )
}

function Count({ of }: { of: number | undefined }) {
  return <span className="count">{of !== undefined && `${of.toLocaleString()}件`}</span>
}

/** How many, and since when the oldest. */
function WaitingCount({ of }: { of: ApplicationPage['waiting'][Waiting] | undefined }) {
  if (of === undefined) return <span className="count" />
  const { count, oldest } = of
  const age = oldest === null ? '' : `・最長${ageInWords(Date.parse(oldest), Date.now())}`
  return (
    <span
      className={count > 0 ? 'count waits' : 'count'}
    >{`${count.toLocaleString()}件${age}`}</span>
  )
}

function isOpen(tab: Tab, { status, state, waiting }: Filter): boolean {
  return tab.filter.status === status && tab.filter.state === state && waiting === ''
}
