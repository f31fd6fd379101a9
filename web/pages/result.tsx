/** A flow's result: the title and message of the navigation state, and nothing from the address (reading 16). */
import { useDocumentTitle } from '../browser/document-title.ts'
import { useHistoryState } from '../browser/location.ts'
import { NextSteps, ReceiptCopy, ReceiptNumber } from '../parts/receipt-copy.tsx'
import { SupportPhone } from '../parts/support-phone.tsx'
import { Unbroken } from '../parts/unbroken.tsx'
import { isResult, type Result } from '../sending/result.ts'
import type { PageProps } from './page.ts'

export function Page({ title }: PageProps) {
  const state: unknown = useHistoryState()
  const result = isResult(state) ? state : null
  const heading = result?.title ?? title
  useDocumentTitle(heading)
  return (
    <>
      <h1 tabIndex={-1}>{heading}</h1>
      {result ? (
        <Outcome result={result} />
      ) : (
        <p className="lead">
          このページには、お手続きの直後に結果が表示されます。いま表示できる結果はありません。お手続きの状況は、サポートへお問い合わせください。
        </p>
      )}
      <p className="actions">
        {result?.isFailure && (
          <button type="button" onClick={() => history.back()}>
            入力画面に戻る
          </button>
        )}
        <a href="/">お手続きの一覧へ</a>
      </p>
    </>
  )
}

function Outcome({ result: { message, isFailure, receipt } }: { result: Result }) {
  return (
    <>
      <div className={isFailure ? 'outcome failed' : 'outcome'}>
        {receipt && <ReceiptNumber receipt={receipt} />}
        <p>
          <Unbroken>{message}</Unbroken>
        </p>
        {isFailure && (
          <p>
            入力した内容は残っています。入力画面に戻ると、続きから送信できます。二重に登録されることはありません。繰り返しても完了しないときは、サポート（
            <SupportPhone />
            ）へご連絡ください。
          </p>
        )}
      </div>
      {receipt && (
        <>
          <NextSteps receipt={receipt} />
          <ReceiptCopy receipt={receipt} />
        </>
      )}
    </>
  )
}
