/** Lazy-loaded parts: what only a press brings to the screen stays out of the first load. */
import { useEffect, useState } from 'react'
import type { FlowWithRows } from '#domain/flows.ts'
import type { Problem } from '#domain/messages.ts'
import { type Application, isUnfinished } from '../sending/application-state.ts'
import { useReceived } from '../sending/use-sending.ts'
import { Boundary } from './boundary.tsx'

export type LateParts = typeof import('./after-press.tsx')

let loaded: LateParts | null = null

export async function loadLateParts(): Promise<LateParts> {
  loaded ??= await import('./after-press.tsx')
  return loaded
}

/** null until they are needed and loaded; a failed load is retried when `reason` changes. */
export function useLateParts(reason: unknown): LateParts | null {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (reason && !loaded) loadLateParts().then(setParts, () => {})
  }, [reason])
  // Loaded meanwhile by another part: shown in this render, not one later.
  return parts ?? loaded
}

export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  const isNeeded = problems.length > 0
  const parts = useLateParts(isNeeded && problems)
  if (!isNeeded) return null
  if (parts)
    return (
      <Boundary>
        <parts.ProblemList problems={problems} />
      </Boundary>
    )
  // The connection is lost: the first sentence without its link.
  return (
    <p className="summary" role="alert">
      {problems[0]?.message}
    </p>
  )
}

/** After history.back() from a completed application. */
export function ReceivedNotice({ state }: { state: Application }) {
  const received = useReceived()
  const isShown = received !== null && state.step !== 'done'
  const parts = useLateParts(isShown)
  return (
    isShown &&
    parts && (
      <Boundary>
        <parts.Received number={received} />
      </Boundary>
    )
  )
}

type NoticeProps = { flow: FlowWithRows; state: Application; label: string; onResume: () => void }

/** What stands between a person and the send button: a failed attempt, or a changed price. */
export function SendNotice({ flow, state, label, onResume }: NoticeProps) {
  const notice = state.step === 'estimated' ? state.notice : undefined
  const hasFailed = isUnfinished(state)
  const parts = useLateParts((hasFailed || notice) && state)
  if (!parts) return null
  if (hasFailed)
    return (
      <parts.FailureBanner
        message={state.step === 'failed' ? state.message : undefined}
        onResume={onResume}
      />
    )
  return notice && state.step === 'estimated' && state.quote ? (
    <parts.PriceChanged flow={flow} quote={state.quote} label={label} />
  ) : null
}
