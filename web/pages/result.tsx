/** Result page of a flow: title, message and receipt of the navigation state, and nothing from the address (reading 16). */
import { useState } from 'react'
import { linkSentence } from '#domain/link-sentence.ts'
import { Status } from '#ui/status.tsx'
import { type PageProps, useDocumentTitle, useHistoryState } from '../navigation.ts'
import { isResult, type Receipt, type Result } from '../sending/receipt.ts'
import { FacilityList } from './facility-list.tsx'
import { SupportPhone, Unbroken } from './layout.tsx'

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
          いま表示できる結果はありません。このページには、お手続きの直後に結果を表示します。お手続きの状況は、サポートへお問い合わせください。
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

function Outcome({ result: { message, isFailure, failed, receipt } }: { result: Result }) {
  return (
    <>
      <div className={isFailure ? 'outcome failed' : 'outcome'}>
        {receipt && <ReceiptNumber receipt={receipt} />}
        <p>
          <Unbroken>{message}</Unbroken>
        </p>
        {isFailure && (
          <p>
            {failed?.message}
            入力した内容は残っています。
            {failed && failed.offer !== 'retry'
              ? '入力画面に戻ると、送信できなかった理由をご確認いただけます。お困りのときは、'
              : '入力画面に戻ると、続きから送信できます。二重に登録されることはありません。繰り返しても完了しないときは、'}
            サポート（
            <SupportPhone />
            ）へご連絡ください。
          </p>
        )}
      </div>
      {receipt && (
        <>
          <NextSteps receipt={receipt} />
          <StatusLink receipt={receipt} />
          <ReceiptCopy receipt={receipt} />
        </>
      )}
    </>
  )
}

type Props = { receipt: Receipt }

/** First and large: what a person needs when calling. */
function ReceiptNumber({ receipt: { number } }: Props) {
  return number === null ? null : (
    <p>
      受付番号
      <strong className="number" translate="no">
        {number}
      </strong>
    </p>
  )
}

function NextSteps({ receipt }: Props) {
  const { number, mailTo, next = '担当者が内容を確認し、ご案内します。' } = receipt
  return (
    <section className="card" aria-labelledby="next-title">
      <h2 id="next-title">このあとの流れ</h2>
      <ol>
        {mailTo !== null && (
          <li>
            数分以内に、受付の確認メールを<span translate="no">{mailTo}</span>
            へお送りします。届かないときは、迷惑メールのフォルダーもご確認ください。
          </li>
        )}
        <li>
          <Unbroken>{next}</Unbroken>
        </li>
      </ol>
      <p>
        ご不明な点は、{number === null ? 'お客様番号' : '受付番号'}を添えて、サポート（
        <SupportPhone />
        ）へ<span className="unbroken">お問い合わせください。</span>
      </p>
    </section>
  )
}

function StatusLink({ receipt: { statusLink, mailTo } }: Props) {
  const [isCopied, setCopied] = useState(false)
  if (statusLink === undefined) return null
  const copy = () =>
    navigator.clipboard.writeText(statusLink).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <section className="card" aria-labelledby="status-title">
      <h2 id="status-title">お申し込みの状況</h2>
      <p>{linkSentence(mailTo !== null)}</p>
      <p>
        {mailTo === null
          ? 'リンクは、この画面にだけ表示されます。コピーするか、控えを印刷して、保管してください。'
          : 'リンクは、受付の確認メールにも書かれています。'}
      </p>
      <p>
        <a href={statusLink} translate="no">
          {statusLink}
        </a>
      </p>
      {/* A page that did not come over TLS may not write to the clipboard. */}
      {navigator.clipboard && (
        <button type="button" className="secondary" onClick={copy}>
          リンクをコピーする
        </button>
      )}
      <Status>{isCopied && 'コピーしました。'}</Status>
    </section>
  )
}

function ReceiptCopy({ receipt: { facts, facilities } }: Props) {
  return (
    <section className="card" aria-labelledby="copy-title">
      <h2 id="copy-title">受付内容の控え</h2>
      <dl className="answers">
        {facts.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {facilities.length > 0 && <FacilityList facilities={facilities} />}
      <button type="button" className="secondary" onClick={() => print()}>
        控えを印刷する
      </button>
    </section>
  )
}
