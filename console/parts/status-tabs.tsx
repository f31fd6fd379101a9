/** Tabs: a filter by status with the number of applications of each. */
import { Link } from 'wouter'
import type { ApplicationPage, Filter } from '#domain/console.ts'
import { APPLICATION_STATES, STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { pagePath } from '../filter.ts'

type Props = { filter: Filter; counts: ApplicationPage['counts'] | undefined }

type Tab = {
  label: string
  count: keyof ApplicationPage['counts']
  filter: Pick<Filter, 'status' | 'state'>
}

const TABS: readonly Tab[] = [
  { label: 'すべて', count: 'all', filter: { status: '', state: '' } },
  ...STAFF_STATUS_NAMES.map(
    (status): Tab => ({
      label: STAFF_STATUSES[status].label,
      count: status,
      filter: { status, state: '' },
    }),
  ),
  {
    label: APPLICATION_STATES.pending,
    count: 'pending',
    filter: { status: '', state: 'pending' },
  },
]

export function StatusTabs({ filter, counts }: Props) {
  return (
    <nav className="tabs" aria-label="対応状況">
      <ul>
        {TABS.map((tab) => (
          <li key={tab.label}>
            <Link
              href={pagePath({ ...filter, ...tab.filter })}
              aria-current={isCurrent(tab, filter) ? 'page' : undefined}
            >
              {tab.label}
              <span className="count">{counts && `${counts[tab.count].toLocaleString()}件`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isCurrent(tab: Tab, { status, state }: Filter): boolean {
  return tab.filter.status === status && tab.filter.state === state
}
