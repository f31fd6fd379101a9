/** Tabs of the list: a filter by status with its count, one's own, and what could not be delivered. */
import { useContext, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { ApplicationPage } from '#contract/console-answers.ts'
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
  filter: Pick<Filter, 'status' | 'state' | 'waiting' | 'turn' | 'late'>
}

const OF_ALL = { waiting: '', turn: '', late: '' } as const

const TABS: readonly Tab[] = [
  { label: 'すべて', count: 'all', filter: { ...OF_ALL, status: '', state: '' } },
  ...STAFF_STATUS_NAMES.map(
    (status): Tab => ({
      label: STAFF_STATUSES[status].label,
      count: status,
      filter: { ...OF_ALL, status, state: '' },
    }),
  ),
  {
    label: APPLICATION_STATES.pending,
    count: 'pending',
    filter: { ...OF_ALL, status: '', state: 'pending' },
  },
]

type TurnTab = {
  label: string
  filter: Partial<Pick<Filter, 'turn' | 'waiting' | 'late'>>
  count: (latest: ApplicationPage) => React.ReactNode
}

/** Whom an application waits for, whatever else is filtered. */
const TURN_TABS: readonly TurnTab[] = [
  {
    label: '期限超過',
    filter: { late: 'true' },
    count: ({ late }) => <Count of={late} isUrgent={late > 0} />,
  },
  { label: '回答待ち', filter: { turn: 'applicant' }, count: ({ asked }) => <Count of={asked} /> },
  ...WAITING_NAMES.flatMap((kind): TurnTab[] => {
    const { tab } = WAITING[kind]
    const count = ({ waiting }: ApplicationPage) => <WaitingCount of={waiting[kind]} />
    return tab === null ? [] : [{ label: tab, filter: { waiting: kind }, count }]
  }),
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
  const nav = useOpenInView(pagePath(filter), latest !== null)
  return (
    // Two strips that never wrap: a count that grows moves nothing below.
    <nav className="tabs" aria-label="対応状況" ref={nav}>
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
      </ul>
      <ul>
        <li>
          <TabLink
            filter={{ ...filter, assignee: isOwn ? '' : who }}
            isCurrent={isOwn}
            onShow={onShow}
          >
            自分の
            <Count of={latest?.own} />
          </TabLink>
        </li>
        {TURN_TABS.map(({ label, filter: own, count }) => {
          const isCurrent = isTurn(own, filter)
          return (
            <li key={label}>
              <TabLink
                filter={{ ...EVERYTHING, order: filter.order, ...own }}
                isCurrent={isCurrent}
                onPress={isCurrent ? onSame : undefined}
                onShow={onShow}
              >
                {label}
                {latest ? count(latest) : <Count of={undefined} />}
              </TabLink>
            </li>
          )
        })}
        <li>
          <UndeliveredTab count={latest?.undelivered} />
        </li>
      </ul>
    </nav>
  )
}

/** Where a strip is longer than the window, the tab that is open stands in its middle. */
function useOpenInView(path: string, isCounted: boolean) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open then, or all are as wide as they are.
  useLayoutEffect(() => {
    for (const open of nav.current?.querySelectorAll<HTMLElement>('[aria-current]') ?? []) {
      const strip = open.closest('ul')
      if (!strip) continue
      const middle = open.offsetLeft - strip.offsetLeft + open.offsetWidth / 2
      strip.scrollLeft = middle - strip.clientWidth / 2
    }
  }, [path, isCounted])
  return nav
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

function Count({ of, isUrgent = false }: { of: number | undefined; isUrgent?: boolean }) {
  return (
    <span className={isUrgent ? 'count waits' : 'count'}>
      {of !== undefined && `${of.toLocaleString()}件`}
    </span>
  )
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

function isOpen(tab: Tab, { status, state, waiting, turn, late }: Filter): boolean {
  const isOfAll = waiting === '' && turn === '' && late === ''
  return tab.filter.status === status && tab.filter.state === state && isOfAll
}

function isTurn(own: TurnTab['filter'], { turn, waiting, late }: Filter): boolean {
  const { turn: ownTurn = '', waiting: ownWaiting = '', late: ownLate = '' } = own
  return ownTurn === turn && ownWaiting === waiting && ownLate === late
}
