/** A button that ends the session. What was typed goes with it, so where there is any the button asks first. */
import { useContext, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { GuardContext } from '../leaving.ts'
import { SessionContext } from '../session-context.ts'

type LogOutProps = { label: string; isBusy?: boolean; onLogOut: () => void }

export function LogOut({ label, isBusy = false, onLogOut }: LogOutProps) {
  const { drafts } = useContext(SessionContext)
  const guard = useContext(GuardContext)
  /** Receipt numbers; without any where the browser keeps nothing, and the form alone has it. */
  const [lost, setLost] = useState<string[] | null>(null)
  const press = () => {
    const references = drafts.references()
    if (references.length === 0 && guard.current === null) onLogOut()
    else setLost(references)
  }
  return (
    <>
      <button type="button" className="secondary" aria-busy={isBusy} onClick={press}>
        {label}
      </button>
      {lost && (
        <Dialog aria-labelledby="log-out" onClose={() => setLost(null)}>
          {(close) => (
            <>
              <h2 id="log-out">まだ記録・送信していない入力があります</h2>
              <p>ログアウトすると、ほかのタブのものも含めて、入力した内容は消えます。</p>
              {lost.length > 0 && <p>このタブで入力途中のお申し込み：{lost.join('、')}</p>}
              <p className="actions">
                <button type="button" onClick={close}>
                  ログアウトしない
                </button>
                <button type="button" className="secondary" onClick={onLogOut}>
                  破棄してログアウト
                </button>
              </p>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
