/** Up to a hundred facilities: a table on a desk, cards on a phone, every cell named with its row. */
// biome-ignore-all lint/a11y/noRedundantRoles: cards are laid out as blocks, which takes a table's roles away.
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { offeredGroups, SERVICES } from '#domain/catalogue.ts'
import { cellName } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import type { PriceList } from '#domain/pricing.ts'
import { CellField } from './field.tsx'

type Props = {
  rules: RowRules
  list: PriceList
  /** Rows on the screen, from 1. */
  count: number
  /** Row number → a remark on its charge. */
  remarks?: ReadonlyMap<number, string> | undefined
  onAdd: () => void
}

export function FacilityTable({ rules, list, count, remarks, onAdd }: Props) {
  const options = optionsOf(list)
  const before = useRef(count)
  const added = useRef(false)
  // The next thing a person does after adding rows is to type in the first of them.
  useEffect(() => {
    if (added.current)
      document.getElementById(cellName(before.current + 1, 'facilityName'))?.focus()
    added.current = false
    before.current = count
  }, [count])
  const add = () => {
    added.current = true
    onAdd()
  }
  const next = Math.min(rules.step, rules.max - count)
  return (
    <>
      <table className="facilities" role="table" aria-label="事業所">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              行
            </th>
            {COLUMNS.map((label) => (
              <th key={label} scope="col" role="columnheader">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {Array.from({ length: count }, (_, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number.
              key={index}
              no={index + 1}
              options={options}
              remark={remarks?.get(index + 1)}
            />
          ))}
        </tbody>
      </table>
      <div className="add-rows">
        {next > 0 && (
          <button type="button" className="secondary" onClick={add}>
            行を追加（{next}行）
          </button>
        )}
        <p role="status">
          現在{count}行／最大{rules.max}行
        </p>
      </div>
    </>
  )
}

const COLUMNS = ['事業所名', '事業所番号', 'サービス種類'] as const
const [NAME, NUMBER, SERVICE] = COLUMNS

type RowProps = { no: number; options: ReactNode; remark: string | undefined }

// Nothing here changes while a person types: the inputs hold their own text.
const Row = memo(function Row({ no, options, remark }: RowProps) {
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {no}
      </th>
      <td role="cell" data-label={NAME}>
        <CellField name={cellName(no, 'facilityName')}>
          {(tied) => (
            <input type="text" aria-label={`${no}行目 ${NAME}`} autoComplete="off" {...tied} />
          )}
        </CellField>
      </td>
      <td role="cell" data-label={NUMBER}>
        <CellField name={cellName(no, 'facilityNumber')} remark={remark}>
          {(tied) => (
            <input
              type="text"
              aria-label={`${no}行目 ${NUMBER}`}
              autoComplete="off"
              inputMode="numeric"
              {...tied}
            />
          )}
        </CellField>
      </td>
      <td role="cell" data-label={SERVICE}>
        <CellField name={cellName(no, 'serviceKey')}>
          {(tied) => (
            <select aria-label={`${no}行目 ${SERVICE}`} {...tied}>
              {options}
            </select>
          )}
        </CellField>
      </td>
    </tr>
  )
})

const optionsByList = new Map<PriceList, ReactNode>()

/** One element for all rows: building 34 options a hundred times is what a page would wait for. */
function optionsOf(list: PriceList): ReactNode {
  const known = optionsByList.get(list)
  if (known) return known
  const options = (
    <>
      <option value="">選択してください</option>
      {offeredGroups(list.catalogue, (group) => list.prices[group] !== undefined).map(
        ({ group, name, services }) => (
          <optgroup key={group} label={name}>
            {services.map((key) => (
              <option key={key} value={key}>
                {SERVICES[key].name}
              </option>
            ))}
          </optgroup>
        ),
      )}
    </>
  )
  optionsByList.set(list, options)
  return options
}
