/** The published rows with a tick each, and beside those that are not ticked the reason. */
import { memo } from 'react'
import { SERVICES } from '#domain/catalogue.ts'
import type { OfferedRow, OfferState } from '#domain/directory-rows.ts'

type Props = {
  offered: readonly OfferedRow[]
  ticked: ReadonlySet<string>
  onTick: (change: (ticked: ReadonlySet<string>) => ReadonlySet<string>) => void
}

export function PickedRows({ offered, ticked, onTick }: Props) {
  const tickable = offered.filter(({ state }) => state !== 'not-offered')
  const isAll = tickable.length > 0 && tickable.every(({ key }) => ticked.has(key))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className="pasted" tabIndex={0} aria-label="公表されている事業所の一覧">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">
              <label>
                <input
                  type="checkbox"
                  aria-label="すべて選ぶ"
                  checked={isAll}
                  onChange={() =>
                    onTick(() => new Set(isAll ? [] : tickable.map(({ key }) => key)))
                  }
                />
              </label>
            </th>
            <th scope="col">事業所名</th>
            <th scope="col" className="digits">
              事業所番号
            </th>
            <th scope="col">サービス種類</th>
          </tr>
        </thead>
        <tbody>
          {offered.map((row) => (
            <PickedRow
              key={row.key}
              rowKey={row.key}
              facility={row.facility}
              state={row.state}
              isTicked={ticked.has(row.key)}
              onTick={onTick}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const REASONS: Record<Exclude<OfferState, 'new'>, string> = {
  present: '入力済み',
  branch: '別の名称で公表',
  'not-offered': 'このお申し込みでは選べないサービス',
}

type RowProps = {
  rowKey: string
  facility: OfferedRow['facility']
  state: OfferState
  isTicked: boolean
  onTick: Props['onTick']
}

const PickedRow = memo(function PickedRow({
  rowKey,
  facility: { name, number, serviceKey, branch },
  state,
  isTicked,
  onTick,
}: RowProps) {
  const service = SERVICES[serviceKey].name
  return (
    <tr>
      <td>
        <label>
          <input
            type="checkbox"
            aria-label={`${name} ${service}`}
            checked={isTicked}
            disabled={state === 'not-offered'}
            onChange={() =>
              onTick((before) =>
                before.has(rowKey)
                  ? new Set([...before].filter((key) => key !== rowKey))
                  : new Set([...before, rowKey]),
              )
            }
          />
        </label>
      </td>
      <td>
        {name}
        {state !== 'new' && (
          <span className="support">
            {REASONS[state]}
            {state === 'branch' && `：${branch}`}
          </span>
        )}
      </td>
      <td className="digits">{number}</td>
      <td>{service}</td>
    </tr>
  )
})
