/** Prices and input cautions of a contract, beside the rows that they are about (specification 2). */

import {
  type Catalogue,
  GROUPS,
  groupOf,
  SERVICES,
  type ServiceGroup,
  type ServiceKey,
} from '#domain/catalogue.ts'
import { formatYen, type PriceList, priceListsOf } from '#domain/prices.ts'
import { Section } from '../pages/layout.tsx'
import * as site from '../site.ts'

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
        <a href={site.phoneHref}>{site.phone}</a>）へお問い合わせください。
      </li>
      <li>
        同じ事業所番号の行は、まとめて1件分の料金です。サービスの区分が異なるときは、下の行の区分で計算します。
      </li>
    </ul>
  )
}

type Props = {
  list: PriceList
  caption?: string
}

/** The prices of a list, and what each covers. */
export function PriceNotes({ list, caption = '料金（月額・税抜）' }: Props) {
  const groups = (Object.keys(GROUPS) as ServiceGroup[]).flatMap((group) => {
    const price = list.prices[group]
    return price === undefined ? [] : [{ group, price, ...GROUPS[group] }]
  })
  return (
    <>
      <table className="lines">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">サービスの区分</th>
            <th scope="col">料金</th>
            <th scope="col">数え方</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, name, price, per }) => (
            <tr key={group}>
              <th scope="row">{name}</th>
              <td>{formatYen(price)}</td>
              <td>{PER[per]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="examples">
        {groups.map(({ group, name }) => (
          <li key={group}>
            {name}：{examplesOf(list.catalogue, group)}など
          </li>
        ))}
      </ul>
    </>
  )
}

const PER = {
  corporation: '1法人につき',
  number: (
    <>
      事業所番号
      <wbr />
      ごと
    </>
  ),
} as const

/** Services that applicants look for; those for children are named where they are counted. */
const EXAMPLES: readonly ServiceKey[] = [
  'KEIKAKU_SOUDAN',
  'SHOGAIJI_SODAN',
  'IDO',
  'NICCHU',
  'SEIKATSU_KAIGO',
  'KYODO',
  'SYUKEI_B',
  'JIHATSU',
  'HOKAGO',
]

function examplesOf(catalogue: Catalogue, group: ServiceGroup): string {
  return EXAMPLES.filter((key) => groupOf(catalogue, key) === group)
    .map((key) => SERVICES[key].name)
    .join('、')
}
