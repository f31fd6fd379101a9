/** The receipt on the result page, to be kept or printed. */
import type { Receipt } from '../sending/result.ts'
import { SupportPhone } from './support-phone.tsx'

type Props = { receipt: Receipt }

/** First and large: what a person needs when calling. */
export function ReceiptNumber({ receipt: { number } }: Props) {
  return number === null ? null : (
    <p>
      受付番号
      <strong className="number" translate="no">
        {number}
      </strong>
    </p>
  )
}

export function NextSteps({ receipt }: Props) {
  const { number, mailTo } = receipt
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
        <li>担当者が内容を確認し、ご案内します。</li>
      </ol>
      <p>
        ご不明な点は、{number === null ? 'お客様番号' : '受付番号'}を添えて、サポート（
        <SupportPhone />
        ）へ<span className="unbroken">お問い合わせください。</span>
      </p>
    </section>
  )
}

export function ReceiptCopy({ receipt: { facts, facilities } }: Props) {
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

function FacilityList({ facilities }: Pick<Receipt, 'facilities'>) {
  return (
    <table className="lines rows">
      <caption>事業所（{facilities.length}件）</caption>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">事業所名</th>
          <th scope="col">事業所番号</th>
          <th scope="col">
            サービス
            <wbr />
            種類
          </th>
        </tr>
      </thead>
      <tbody>
        {facilities.map(([name, number, service], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            <td>{name}</td>
            <td>{number}</td>
            <td>{service}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
