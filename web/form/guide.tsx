/** What is to be known before the rows are typed: prices and input cautions of a contract (specification 2), what a trial promises, what to have at hand. Open, after the first part of the form (reading 46). */

import {
  type Catalogue,
  GROUPS,
  groupOf,
  SERVICES,
  type ServiceGroup,
  type ServiceKey,
} from '#domain/catalogue.ts'
import { termSentences } from '#domain/consent.ts'
import type { FlowWithRows } from '#domain/flows.ts'
import { formatYen, type PriceList, priceListsOf } from '#domain/prices.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { Section, SupportPhone } from '../page-parts.tsx'
import * as site from '../site.ts'

type GuideProps = { flow: FlowWithRows }

export function Guide({ flow }: GuideProps) {
  return flow === 'trial' ? (
    <Section id="promises-title" title="無料体験について">
      <div className="guide">
        <Promises />
        <Facts flow={flow} />
      </div>
    </Section>
  ) : (
    <Section id="prices-title" title="料金と入力のご注意">
      <div className="guide">
        <Prices />
        <InputCautions />
        <Facts flow={flow} />
      </div>
    </Section>
  )
}

function Promises() {
  return (
    <ul>
      <li>無料体験が終わっても、自動で有料の契約に切り替わることはありません。</li>
      <li>無料体験のお申し込みで、料金が請求されることはありません。</li>
      <li>
        ご不明な点は、お電話（
        <SupportPhone />
        ）でお問い合わせください。
      </li>
    </ul>
  )
}

const NUMBERS = '各事業所の事業所番号（10桁）がわかるもの'
const PLACE = `法人の所在地と連絡先、${NUMBERS}`

const NEEDED: Record<FlowWithRows, { time: string; needed: string }> = {
  entry: { time: '約5分', needed: PLACE },
  migration: { time: '約3分', needed: `お客様番号と、${NUMBERS}` },
  trial: { time: '約1分', needed: PLACE },
}

function Facts({ flow }: GuideProps) {
  const { time, needed } = NEEDED[flow]
  const terms = flow === 'trial' ? [] : termSentences(flow, site.words)
  return (
    <ul className="facts">
      {[['所要時間', time] as const, ['ご用意いただくもの', needed] as const, ...terms].map(
        ([label, text]) => (
          <li key={label}>
            <Unbroken>{`${label}：${text}`}</Unbroken>
          </li>
        ),
      )}
      <li>入力した内容は、このタブを閉じるまで残ります。</li>
    </ul>
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
    <ul>
      <li>
        事業所名に<strong>半角カナ</strong>は使えません。入力された場合は、全角カナに変換します。
      </li>
      <li>
        事業所番号に<strong>全角英数字</strong>は使えません。入力された場合は、半角に変換します。
      </li>
      <li>
        <strong>地域生活支援事業</strong>
        <Unbroken>
          で事業所番号がない場合は、番号の入力は不要です。そのほかの事業で番号が空欄の行は、まとめて1件分の料金になります。
        </Unbroken>
      </li>
      <li>
        <strong>地域生活支援事業</strong>を新しくご利用になるお客様は、お申し込みの前にサポート（
        <a href={site.phoneHref}>{site.phone}</a>）へお問い合わせください。
      </li>
      <li>
        <Unbroken>
          同じ事業所番号の行は、まとめて1件分の料金です。サービスの区分が異なるときは、下の行の区分で計算します。
        </Unbroken>
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
