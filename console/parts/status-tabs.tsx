/** Tabs: a filter by status with the number of applications of each. */
import { Link } from 'wouter'
import type { ApplicationPage, Filter } from '#domain/console.ts'
import { STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { pagePath } from '../filter.ts'

type Props = { filter: Filter; counts: ApplicationPage['counts'] | undefined }

export function StatusTabs({ filter, counts }: Props) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tabs = [
    { status: '', label: 'すべて', count: all },
    ...STAFF_STATUS_NAMES.map((status) => ({
      status,
      label: STAFF_STATUSES[status].label,
      count: counts?.[status],
    })),
  ] as const
  return (
    <nav className="tabs" aria-label="対応状況">
      <ul>
        {tabs.map(({ status, label, count }) => (
          <li key={status}>
            <Link
              href={pagePath({ ...filter, status })}
              aria-current={status === filter.status ? 'page' : undefined}
            >
              {label}
              <span className="count">
                {count === undefined ? '' : `${count.toLocaleString()}件`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
