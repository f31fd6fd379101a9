/** /trial/mail-error: the registration was refused because of its mail address; the form is one step back in history. */
import { FLOWS } from '#domain/flows.ts'
import { type PageProps, useDocumentTitle, useHydrated } from '../navigation.ts'

export function Page({ title }: PageProps) {
  useDocumentTitle(title)
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <div className="outcome failed">
        <p>
          メールアドレスの形式が正しくなかったため、お申し込みを受け付けられませんでした。お手数ですが、メールアドレスをご確認のうえ、もう一度お申し込みください。
        </p>
        <p>入力画面に戻ると、入力した内容はこのタブに残っています。</p>
      </div>
      <p className="actions">
        <button type="button" disabled={!useHydrated()} onClick={goBack}>
          入力画面に戻る
        </button>
      </p>
    </>
  )
}

/** Opened directly, the page has no history to go back in. */
function goBack(): void {
  if (history.length > 1) history.back()
  else location.assign(FLOWS.trial.inputPath)
}
