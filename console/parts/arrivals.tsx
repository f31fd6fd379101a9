/** One line under the title, whose place is always kept: what has arrived since the page was drawn. */
import { formatTime } from '#domain/tokyo-time.ts'
import { Status } from '#ui/status.tsx'
import type { Arrival } from '../arrivals.ts'
import { ApplicantText } from './basics.tsx'

type Props = { arrivals: readonly Arrival[]; onShow: () => void }

export function Arrivals({ arrivals, onShow }: Props) {
  const last = arrivals.at(-1)
  const others = arrivals.length - 1
  return (
    <div className={last ? 'news filled' : 'news'}>
      <Status>
        {last && (
          <>
            {formatTime(Date.parse(last.at), Date.now())}{' '}
            <ApplicantText>{last.sentence}</ApplicantText>
            {others > 0 && `（ほか${others}件）`}
          </>
        )}
      </Status>
      {last && (
        <button type="button" className="secondary" onClick={onShow}>
          表示
        </button>
      )}
    </div>
  )
}
