/** Submit button, described by the reason why it is disabled (reading 13), and the honeypot beside it. */
import { recoveries } from '#domain/messages.ts'
import type { Offer } from '../sending/actions.ts'
import type { Application } from '../sending/application-state.ts'
import { useWaitingFocus } from '../waiting-focus.ts'
import { TRAP } from './controls.ts'

type Props = {
  label: string
  state: Application
  /** May be pressed in this state, as the state machine says. */
  isOpen: boolean
  /** What is missing while the flow is still being edited. */
  missing: string
  /** It ends a contract, or something else comes first. */
  look?: 'destructive' | 'secondary' | undefined
}

/** Where the way past a long list leads. */
export const SEND_ID = 'send'

export function SendButton({ label, state, isOpen, missing, look }: Props) {
  const reason = isOpen ? '' : reasonOf(state, missing)
  const isSending = state.step === 'sending'
  // The pressed button is disabled or gone now.
  useWaitingFocus(isSending ? reason : null)
  return (
    <div className="send" id={SEND_ID}>
      <button
        type="submit"
        className={look}
        disabled={!isOpen}
        // A description that changes would be said besides.
        aria-describedby={isSending ? undefined : 'send-reason'}
      >
        {label}
      </button>
      <p id="send-reason" className="reason">
        {reason}
      </p>
    </div>
  )
}

const STOPPED: Record<Offer, string> = {
  retry: '送信が途中で止まっています。「もう一度送信する」を押してください。',
  correct: '内容を直すと、もう一度送信できます。',
  reload: 'ページを再読み込みすると、続けられます。',
  support: '送信できませんでした。サポートへご連絡ください。',
}

function reasonOf(state: Application, missing: string): string {
  switch (state.step) {
    case 'sending':
      return '送信しています。そのままお待ちください。'
    case 'failed':
      return STOPPED[state.offer]
    case 'done':
      return state.received === undefined ? '送信が完了しました。' : recoveries.notSent
    default:
      return missing
  }
}

/** Honeypot: a field that no person sees or reaches; an application that fills it is flagged as a robot, never dropped (reading 28). */
export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label htmlFor={TRAP}>この欄には入力しないでください</label>
      <input id={TRAP} name={TRAP} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
