/** The facilities in order, each with the reason why it is charged or not. */

import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { serviceName } from '#domain/catalogue.ts'
import { DIRECTORY_SOURCE, formatPeriod } from '#domain/directory.ts'
import { markText } from '#domain/directory-marks.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import type { RowCharge } from '#domain/prices.ts'
import { moveFocus } from '#ui/focus.ts'
import { ApplicantText } from './basics.tsx'
import { CardTable, type Column } from './card-table.tsx'
import { agreedEstimate } from './price-breakdown.tsx'

/** Rows that are shown at once; on paper all of them are. */
const SHOWN = 10

export function FacilityList({ record }: { record: ApplicationRecord }) {
  const { facilities, directory } = record
  const [isWhole, setWhole] = useState(false)
  const isFolded = !isWhole && facilities.length > SHOWN
  if (facilities.length === 0) return null
  const charges = new Map(agreedEstimate(record)?.rows.map((row) => [row.no, row]))
  const charge: Column<FacilityRow> = {
    label: '料金',
    className: 'reason',
    cell: ({ no }) => reasonOf(charges.get(no)),
  }
  const showAll = ({ currentTarget: { previousElementSibling: table } }: MouseEvent) => {
    const rows = table?.querySelectorAll<HTMLElement>('[role="row"]')
    flushSync(() => setWhole(true))
    // The first is that of the headings.
    moveFocus(rows?.[1 + SHOWN])
  }
  return (
    <section className="card" aria-labelledby="facilities">
      <h2 id="facilities">事業所（{facilities.length}件）</h2>
      {directory && (
        <p className="detail">
          名簿：{DIRECTORY_SOURCE}、{formatPeriod(directory.period)}
        </p>
      )}
      <CardTable
        label="事業所"
        className={isFolded ? 'facility-rows folded' : 'facility-rows'}
        columns={[
          { label: '行', cell: ({ no }) => no },
          ...COLUMNS,
          charge,
          ...markColumns(record),
        ]}
        items={facilities}
        keyOf={({ no }) => no}
      />
      {isFolded && (
        <button type="button" className="secondary" onClick={showAll}>
          残り{facilities.length - SHOWN}件を表示
        </button>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<FacilityRow>[] = [
  {
    label: '事業所名',
    cell: ({ facilityName }) => <ApplicantText>{facilityName}</ApplicantText>,
  },
  {
    label: '事業所番号',
    className: 'digits',
    cell: ({ facilityNumber }) =>
      facilityNumber !== '' && <ApplicantText>{facilityNumber}</ApplicantText>,
  },
  {
    label: 'サービス種類',
    cell: ({ serviceKey }) => serviceName(serviceKey),
  },
]

/** What the directory says of each number, where there is one. */
function markColumns({ directory }: ApplicationRecord): Column<FacilityRow>[] {
  if (!directory) return []
  const marks = new Map(directory.marks.map((mark) => [mark.no, mark]))
  const cell = ({ no }: FacilityRow) => {
    const mark = marks.get(no)
    return mark && <span className={`badge mark-${mark.kind}`}>{markText(mark)}</span>
  }
  return [{ label: '名簿', cell }]
}

function reasonOf(charge: RowCharge | undefined): string {
  if (!charge) return ''
  if (charge.reason === 'charged') return '対象'
  return charge.reason === 'same-number'
    ? `${charge.by}行目と同じ番号のため含む`
    : `${charge.by}行目の法人単位の料金に含む`
}
