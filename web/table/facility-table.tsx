/** Up to a hundred facilities: a table on a desk, cards on a phone, every cell named with its row. */
// biome-ignore-all lint/a11y/useSemanticElements: a table whose rows are laid out as cards loses its roles, and a native one may not be given them.
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are not interactive, the controls in them are.
import { memo, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { cellName } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import type { PriceList } from '#domain/prices.ts'
import { CellField } from '#ui/field.tsx'
import { announcedPeriod } from '../directory/announced.ts'
import { openDirectory } from '../directory/load-directory.ts'
import { Boundary } from '../form/boundary.tsx'
import type { TableForm } from '../form/use-rows-form.ts'
import { useHydrated } from '../navigation.ts'
import type { RowTools } from './row-tools.tsx'
import { copyOptions, optionsOf } from './service-options.tsx'
import { useTableTools } from './use-table-tools.ts'

type Props = { flow: FlowWithRows; list: PriceList; application: TableForm }

export function FacilityTable(props: Props) {
  const { application, flow, list } = props
  const isHydrated = useHydrated()
  const hasDirectory = isHydrated && announcedPeriod() !== undefined
  const { TableTools, choose, tableProps, ...tools } = useTableTools()
  const [rowTools, setRowTools] = useState<RowTools[]>([])
  const options = optionsOf(list)
  const { initial } = FLOWS[flow].rows
  return (
    <div {...tableProps}>
      <a className="skip" href={`#${application.onward.id}`}>
        表をとばす
      </a>
      {/* The recommended way is the first, and filled. A key: what stood elsewhere and was reused would count as a layout shift. */}
      <div className="ways" key={hasDirectory ? 'directory' : 'file'}>
        {hasDirectory && (
          <button type="button" onClick={() => openDirectory(application.form.current)}>
            公表されている事業所を表に入れる
          </button>
        )}
        <button
          type="button"
          className={hasDirectory ? 'secondary' : undefined}
          disabled={!isHydrated}
          onClick={choose}
        >
          ファイルを選んで読み込む
        </button>
        <p>ExcelやPDFの表は、貼り付けやドロップでも取り込めます。</p>
      </div>
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
          {Array.from({ length: application.rowCount }, (_, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number.
              key={index}
              no={index + 1}
              options={index < initial ? options : null}
              tools={rowTools[index]}
            />
          ))}
        </div>
      </div>
      <AddRows {...props} />
      {TableTools ? (
        <Boundary>
          <TableTools {...props} {...tools} setRowTools={setRowTools} />
        </Boundary>
      ) : (
        <div className="bar" />
      )}
    </div>
  )
}

const COLUMNS = ['事業所名', '事業所番号', 'サービス種類'] as const
const [NAME, NUMBER, SERVICE] = COLUMNS

type RowProps = {
  no: number
  /** Left out where a row comes later: it copies those of the first. */
  options: ReactNode
  /** What stands beside the cells once the table is in use; describes the number. */
  tools: RowTools | undefined
}

// Nothing here changes while a person types: the inputs hold their own text. A blank placeholder lets the sheet see that they hold none.
const Row = memo(function Row({ no, options, tools }: RowProps) {
  return (
    <div role="row">
      <span role="rowheader">{no}</span>
      <div role="cell" data-label={NAME}>
        <CellField name={cellName(no, 'facilityName')}>
          {(tied) => (
            <input
              type="text"
              aria-label={`${no}行目 ${NAME}`}
              autoComplete="off"
              placeholder=" "
              {...tied}
            />
          )}
        </CellField>
      </div>
      <div role="cell" data-label={NUMBER}>
        <CellField name={cellName(no, 'facilityNumber')} describedBy={tools?.describedBy}>
          {(tied) => (
            <input
              type="text"
              aria-label={`${no}行目 ${NUMBER}`}
              autoComplete="off"
              // Letters are allowed too: digits and Latin letters, no kana.
              inputMode="url"
              placeholder=" "
              {...tied}
            />
          )}
        </CellField>
      </div>
      <div role="cell" data-label={SERVICE}>
        <CellField name={cellName(no, 'serviceKey')}>
          {(tied) => (
            <select
              aria-label={`${no}行目 ${SERVICE}`}
              ref={options ? undefined : copyOptions}
              {...tied}
            >
              {options}
            </select>
          )}
        </CellField>
      </div>
      {tools && <Boundary>{tools.node}</Boundary>}
    </div>
  )
})

function AddRows({ flow, application: { rowCount, addRows } }: Props) {
  const { step, max } = FLOWS[flow].rows
  const next = Math.min(step, max - rowCount)
  const isHydrated = useHydrated()
  const add = () => {
    flushSync(addRows)
    // The next thing a person does is to type in the first of them.
    document.getElementById(cellName(rowCount + 1, 'facilityName'))?.focus()
  }
  return (
    <div className="add-rows">
      {next > 0 && (
        <button type="button" className="secondary" disabled={!isHydrated} onClick={add}>
          行を追加（{next}行）
        </button>
      )}
      <p>
        現在{rowCount}行／最大{max}行
      </p>
    </div>
  )
}
