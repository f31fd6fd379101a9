/** Honeypot: a field that no person sees or reaches; an application that fills it is flagged as a robot, never dropped (reading 28). */
import { TRAP } from '../form/form.ts'

export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label htmlFor={TRAP}>この欄には入力しないでください</label>
      <input id={TRAP} name={TRAP} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
