/** The prices of a list, and what each covers. */
import {
  type Catalogue,
  GROUPS,
  groupOf,
  SERVICES,
  type ServiceGroup,
  type ServiceKey,
} from '#domain/catalogue.ts'
import { formatYen, type PriceList } from '#domain/price-lists.ts'

type Props = {
  list: PriceList
  caption?: string
}

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
