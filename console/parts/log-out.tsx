/** A button that ends the session. What was typed goes with it, so where this tab holds any the button asks first. */
import { useContext, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { GuardContext } from '../leaving.ts'
import { SessionContext } from '../session-context.ts'

type LogOutProps = {
  label: string
  /** False where nobody knows whether it ended. */
  onLogOut: () => Promise<boolean>
}

export function LogOut({ label, onLogOut }: LogOutProps) {
  const { drafts } = useContext(SessionContext)
  const guard = useContext(GuardContext)
  /** Receipt numbers; none where the browser keeps nothing, and the form alone has it. */
  const [lost, setLost] = useState<string[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const logOut = async () => {
    setBusy(true)
    setFailed(!(await onLogOut()))
    setBusy(false)
  }
  const press = () => {
    if (isBusy) return
    const references = drafts.references()
    if (references.length === 0 && guard.current === null) void logOut()
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
                <button
                  type="button"
                  className="secondary"
                  onClick={() => {
                    close()
                    void logOut()
                  }}
                >
                  破棄してログアウト
                </button>
              </p>
            </>
          )}
        </Dialog>
      )}
      {hasFailed && (
        <Dialog aria-labelledby="log-out-failed" onClose={() => setFailed(false)}>
          {(close) => (
            <>
              <h2 id="log-out-failed">ログアウトできたかどうか、確認できませんでした</h2>
              <p>
                入力した内容は残っています。回線を確認してから、もう一度ログアウトしてください。
              </p>
              <p className="actions">
                <button type="button" onClick={close}>
                  閉じる
                </button>
              </p>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
