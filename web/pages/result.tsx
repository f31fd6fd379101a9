/** A flow's result: the title and message of the navigation state, and nothing from the address (reading 16). */
import { useDocumentTitle } from '../browser/document-title.ts'
import { useHistoryState } from '../browser/location.ts'
import { ReceiptCopy } from '../parts/receipt-copy.tsx'
import { isResult } from '../sending/result.ts'
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
        <div className={result.isFailure ? 'outcome failed' : 'outcome'}>
          <p>{result.message}</p>
        </div>
      ) : (
        <p className="lead">
          このページには、お手続きの直後に結果が表示されます。いま表示できる結果はありません。お手続きの状況は、サポートへお問い合わせください。
        </p>
      )}
      {result?.receipt && <ReceiptCopy receipt={result.receipt} />}
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
