/** Prices and input cautions of a contract, beside the rows that they are about (specification 2). */
import { priceListsOf } from '#domain/price-lists.ts'
import * as site from '../site.ts'
import { PriceNotes } from './price-notes.tsx'
import { Section } from './section.tsx'

export function Guide() {
  return (
    <Section id="prices-title" title="料金と入力のご注意">
      <div className="guide">
        <Prices />
        <InputCautions />
      </div>
    </Section>
  )
}

/** Every price list of the contract with its first day: prerendered HTML cannot know today's date. */
function Prices() {
  const lists = priceListsOf('contract')
  return (
    <div>
      {lists.map((list) => (
        <PriceNotes
          key={list.version}
          list={list}
          caption={`料金（月額・税抜${lists.length > 1 ? `、${list.from}から` : ''}）`}
        />
      ))}
    </div>
  )
}

function InputCautions() {
  return (
    <ul className="cautions">
      <li>
        事業所名に<strong>半角カナ</strong>は使えません。入力された場合は、全角カナに変換します。
      </li>
      <li>
        事業所番号に<strong>全角英数字</strong>は使えません。入力された場合は、半角に変換します。
      </li>
      <li>
        <strong>地域生活支援事業</strong>
        で事業所番号がない場合は、番号の入力は不要です。そのほかの事業で番号が空欄の行は、まとめて1件分の料金になります。
      </li>
      <li>
        <strong>地域生活支援事業</strong>を新しくご利用になるお客様は、お申し込みの前にサポート（
        <a href={site.phoneHref}>{site.phone}</a>）へご確認ください。
      </li>
      <li>
        同じ事業所番号の行は、まとめて1件分の料金です。サービスの区分が異なるときは、下の行の区分で計算します。
      </li>
    </ul>
  )
}
