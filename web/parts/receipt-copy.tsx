/** The receipt on the result page, to be kept or printed. */
import type { Receipt } from '../sending/result.ts'
import * as site from '../site.ts'

export function ReceiptCopy({ receipt: { facts, facilities, mailTo } }: { receipt: Receipt }) {
  return (
    <>
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
      <section className="card" aria-labelledby="next-title">
        <h2 id="next-title">このあとの流れ</h2>
        <ul>
          {mailTo !== null && (
            <li>
              受付の確認メールを<span translate="no">{mailTo}</span>へお送りします。
            </li>
          )}
          <li>担当者が内容を確認し、ご案内します。</li>
          <li>
            {mailTo === null
              ? 'お問い合わせの際は、'
              : 'メールが届かないときや、お問い合わせの際は、'}
            受付番号またはお客様番号を添えてサポート（
            <a href={site.phoneHref}>{site.phone}</a>）へご連絡ください。
          </li>
        </ul>
      </section>
    </>
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
          <th scope="col">サービス種類</th>
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
