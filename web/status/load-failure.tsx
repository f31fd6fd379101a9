/** An application could not be asked for: why, and another try. */
import { SupportPhone } from '../page-parts.tsx'

export const LOAD_FAILURE_ID = 'failure'

type Props = {
  /** What could not be loaded. */
  what: string
  sentence: string
  isWaiting: boolean
  onRetry: () => void
}

export function LoadFailure({ what, sentence, isWaiting, onRetry }: Props) {
  return (
    <div className="banner" id={LOAD_FAILURE_ID} tabIndex={-1} role="alert">
      <h2>{what}を読み込めませんでした</h2>
      <p>{sentence}</p>
      <button type="button" disabled={isWaiting} onClick={onRetry}>
        もう一度読み込む
      </button>
      <p>
        繰り返しても表示できないときは、サポート（
        <SupportPhone />
        ）へご連絡ください。
      </p>
    </div>
  )
}
