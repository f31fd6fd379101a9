/** Up to a hundred facilities: a table on a desk, cards on a phone, every cell named with its row. */
// biome-ignore-all lint/a11y/useSemanticElements: a table whose rows are laid out as cards loses its roles, and a native one may not be given them.
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are not interactive, the controls in them are.
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
  return (
    <>
      <div className="facilities" role="table" aria-label="事業所">
        <div role="rowgroup" className="facilities-head">
          <div role="row">
            <span role="columnheader">行</span>
            {COLUMNS.map((label) => (
              <span key={label} role="columnheader">
                {label}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {Array.from({ length: count }, (_, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number.
              key={index}
              no={index + 1}
              options={options}
              remark={remarks?.get(index + 1)}
            />
          ))}
        </div>
      </div>
      <AddRows rules={rules} count={count} onAdd={onAdd} />
    </>
  )
}

const COLUMNS = ['事業所名', '事業所番号', 'サービス種類'] as const
const [NAME, NUMBER, SERVICE] = COLUMNS

type RowProps = { no: number; options: ReactNode; remark: string | undefined }

// Nothing here changes while a person types: the inputs hold their own text.
const Row = memo(function Row({ no, options, remark }: RowProps) {
  return (
    <div role="row">
      <span role="rowheader">{no}</span>
      <div role="cell" data-label={NAME}>
        <CellField name={cellName(no, 'facilityName')}>
          {(tied) => (
            <input type="text" aria-label={`${no}行目 ${NAME}`} autoComplete="off" {...tied} />
          )}
        </CellField>
      </div>
      <div role="cell" data-label={NUMBER}>
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
      </div>
      <div role="cell" data-label={SERVICE}>
        <CellField name={cellName(no, 'serviceKey')}>
          {(tied) => (
            <select aria-label={`${no}行目 ${SERVICE}`} {...tied}>
              {options}
            </select>
          )}
        </CellField>
      </div>
    </div>
  )
})

function AddRows({ rules, count, onAdd }: Pick<Props, 'rules' | 'count' | 'onAdd'>) {
  const before = useRef(count)
  const isAdding = useRef(false)
  // The next thing a person does after adding rows is to type in the first of them.
  useEffect(() => {
    if (isAdding.current)
      document.getElementById(cellName(before.current + 1, 'facilityName'))?.focus()
    isAdding.current = false
    before.current = count
  }, [count])
  const add = () => {
    isAdding.current = true
    onAdd()
  }
  const next = Math.min(rules.step, rules.max - count)
  return (
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
  )
}

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
