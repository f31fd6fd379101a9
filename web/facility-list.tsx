/** The facilities of an application that was sent, as a table. */
import type { Receipt } from './sending/receipt.ts'

export function FacilityList({ facilities }: Pick<Receipt, 'facilities'>) {
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
