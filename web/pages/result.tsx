/** Result page of a flow: title, message and receipt of the navigation state, and nothing from the address (reading 16). */
import { useEffect, useState } from 'react'
import { FLOWS } from '#domain/flows.ts'
import { linkSentence } from '#domain/link-sentence.ts'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { FacilityList } from '../facility-list.tsx'
import { type PageProps, useDocumentTitle, useHistoryState } from '../navigation.ts'
import { CONTRACT_STEPS, Steps, SupportPhone } from '../page-parts.tsx'
import { loadLate } from '../reload.ts'
import { isResult, type Receipt, type Result } from '../sending/receipt.ts'

export function Page({ title }: PageProps) {
  const state: unknown = useHistoryState()
  const result = isResult(state) ? state : null
  const heading = result?.title ?? title
  useDocumentTitle(heading)
  return (
    <>
      <h1 tabIndex={-1}>{heading}</h1>
      {result?.receipt && isContract() && (
        <Steps names={CONTRACT_STEPS} current={CONTRACT_STEPS.length - 1} />
      )}
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

/** The result pages of entry and migration end the steps of their forms. */
const isContract = () => CONTRACTS.some((flow) => FLOWS[flow].resultPath === location.pathname)
const CONTRACTS = ['entry', 'migration'] as const

function Outcome({ result: { message, isFailure, failed, receipt } }: { result: Result }) {
  return (
    <>
      <div className={isFailure ? 'outcome failed' : receipt ? 'outcome done' : 'outcome'}>
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
          <StatusLink receipt={receipt} />
          <NextSteps receipt={receipt} />
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
      <p className="actions">
        <a className="button" href={statusLink}>
          お申し込みの状況を見る
        </a>
        {/* A page that did not come over TLS may not write to the clipboard. */}
        {navigator.clipboard && (
          <button type="button" className="secondary" onClick={copy}>
            リンクをコピーする
          </button>
        )}
      </p>
      <Status>{isCopied && 'コピーしました。'}</Status>
      <LinkCode link={statusLink} />
      <p>
        <small translate="no">{statusLink}</small>
      </p>
    </section>
  )
}

const loadQrCode = () => import('#ui/qr-code.tsx')

/** The link for a camera: on paper always, on the screen at a press, because whoever stands behind it could read it too. */
function LinkCode({ link }: { link: string }) {
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadQrCode>> | null>(null)
  const [isOpen, setOpen] = useState(false)
  // A printer does not wait. Where it does not come, nothing is missed before the button is pressed.
  useEffect(() => void loadQrCode().then(setCode, () => {}), [])
  const toggle = async () => {
    setOpen(!isOpen)
    if (!code) setCode(await loadLate(loadQrCode))
  }
  return (
    <>
      <p className="actions">
        <button type="button" className="secondary" onClick={toggle}>
          {isOpen ? '二次元コードを隠す' : '二次元コードを表示する'}
        </button>
      </p>
      <div role="status">
        {code && (
          <figure className={isOpen ? 'link-code' : 'link-code folded'}>
            <code.QrCode text={link} label="お申し込みの状況を開く二次元コード" />
            <figcaption>
              スマートフォンのカメラで読み取ると、
              <span className="unbroken">お申し込みの状況が開きます。</span>
            </figcaption>
          </figure>
        )}
      </div>
    </>
  )
}

function ReceiptCopy({ receipt: { facts, facilities } }: Props) {
  return (
    <section className="card" aria-labelledby="copy-title">
      <h2 id="copy-title">受付内容の控え</h2>
      <dl className="answers">
        {/* The receipt number stands on top. */}
        {facts
          .filter(([label]) => label !== '受付番号')
          .map(([label, words]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Unbroken>{words}</Unbroken>
              </dd>
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
