/** History of the staff's changes, newest first. */
import type { ApplicationRecord } from '#domain/console.ts'
import { isStaffStatus, STAFF_STATUSES, staffActionLabel } from '#domain/staff.ts'
import { formatSecond } from '../format-time.ts'
import { ApplicantText } from './applicant-text.tsx'

export function History({ record }: { record: ApplicationRecord }) {
  const { history } = record
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">履歴</h2>
      {history.length === 0 && <p>まだ対応の履歴はありません。</p>}
      <ol className="history" reversed>
        {history.toReversed().map(({ at, who, action, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history only ever grows.
          <li key={history.length - index}>
            <p className="detail">
              <time dateTime={at}>{formatSecond(at)}</time>
              <ApplicantText>{who}</ApplicantText>
            </p>
            <p className="principal">{staffActionLabel(action)}</p>
            {wordsOf(action, detail)
              .split('\n')
              .map((line, lineNo) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text have nothing but their order.
                <p key={lineNo}>
                  <ApplicantText>{line}</ApplicantText>
                </p>
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

function wordsOf(action: string, detail: string): string {
  return action === 'status' && isStaffStatus(detail) ? STAFF_STATUSES[detail].label : detail
}
