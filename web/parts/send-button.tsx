/** Submit button, described by the reason why it is disabled (reading 13). */
import { useEffect, useRef } from 'react'
import type { Application } from '../sending/application-state.ts'

type Props = {
  label: string
  state: Application
  /** May be pressed in this state, as the state machine says. */
  isOpen: boolean
  /** What is missing while the flow is still being edited. */
  missing: string
  /** It ends a contract. */
  isDestructive?: boolean
}

export function SendButton({ label, state, isOpen, missing, isDestructive }: Props) {
  const reason = useRef<HTMLParagraphElement>(null)
  // The pressed button is disabled or gone now: keep the focus where the outcome will be announced.
  useEffect(() => {
    if (state.step === 'sending') reason.current?.focus()
  }, [state.step])
  return (
    <div className="send">
      <button
        type="submit"
        className={isDestructive ? 'destructive' : undefined}
        disabled={!isOpen}
        aria-describedby="send-reason"
      >
        {label}
      </button>
      <p id="send-reason" className="reason" ref={reason} tabIndex={-1}>
        {isOpen ? '' : reasonOf(state, missing)}
      </p>
    </div>
  )
}

function reasonOf(state: Application, missing: string): string {
  switch (state.step) {
    case 'sending':
      return '送信しています。そのままお待ちください。'
    case 'failed':
      return '送信が途中で止まっています。「もう一度送信する」を押してください。'
    case 'done':
      return '送信が完了しました。'
    default:
      return missing
  }
}
