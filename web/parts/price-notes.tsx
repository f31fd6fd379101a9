/** The prices of a list, and what each covers. */
import { GROUPS, type ServiceGroup } from '#domain/catalogue.ts'
import { formatYen, type PriceList } from '#domain/pricing.ts'

type Props = {
  list: PriceList
  caption?: string
}

export function PriceNotes({ list, caption = '料金（月額・税抜）' }: Props) {
  return (
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
        {(Object.keys(GROUPS) as ServiceGroup[]).map((group) => {
          const price = list.prices[group]
          if (price === undefined) return null
          return (
            <tr key={group}>
              <th scope="row">{GROUPS[group].name}</th>
              <td>{formatYen(price)}</td>
              <td>{PER[GROUPS[group].per]}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const PER = { corporation: '1法人につき', number: '事業所番号ごと' } as const
