/** The button that sends, and beside it, in text tied to it, why it cannot be pressed (reading 13). */
import type { Application } from '../application.ts'

type Props = {
  label: string
  state: Application
  /** May be pressed in this state, as the state machine says. */
  isOpen: boolean
  /** What is missing while the flow is still being edited. */
  missing: string
}

export function SendButton({ label, state, isOpen, missing }: Props) {
  return (
    <div className="send">
      <button type="submit" disabled={!isOpen} aria-describedby="send-reason">
        {label}
      </button>
      <p id="send-reason" className="reason" role="status">
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
