/** What a correction changes, by field and by row: two tables with 変更前 beside 変更後, the same for applicant and staff. */
import type { ReactNode } from 'react'
import { type ApplicantField, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import { type Difference, isUnchanged, type RowDifference } from '#domain/difference.ts'
import {
  CELL_LABELS,
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
} from '#domain/facilities.ts'

type Props = {
  difference: Difference<ApplicantField>
  /** How a typed text is shown. */
  text?: (typed: string) => ReactNode
}

export function DifferenceTables({ difference, text = asTyped }: Props) {
  if (isUnchanged(difference)) return <p>変わるところはありません。</p>
  return (
    <div className="difference">
      {difference.fields.length > 0 && <Fields {...difference} text={text} />}
      <Rows {...difference} text={text} />
    </div>
  )
}

const asTyped = (typed: string): ReactNode => typed

type Shown = Required<Pick<Props, 'text'>>

function Fields({ fields, text }: Pick<Difference<ApplicantField>, 'fields'> & Shown) {
  return (
    <table className="lines">
      <caption>変わる項目（{fields.length}件）</caption>
      <Heads first="項目" />
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{fieldRow(name).label}</th>
            {[before, after].map((typed, index) => (
              <td key={index === 0 ? 'before' : 'after'}>
                {typed === '' ? <em>空欄</em> : text(choiceLabel(name, typed))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Heads({ first }: { first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">変更前</th>
        <th scope="col">変更後</th>
      </tr>
    </thead>
  )
}

type Change = Exclude<RowDifference, { kind: 'kept' }>

const KINDS: Record<Change['kind'], string> = { changed: '変更', added: '追加', removed: '削除' }

function Rows({ rows, text }: Pick<Difference, 'rows'> & Shown) {
  const changes = rows.filter((row) => row.kind !== 'kept')
  const kept = rows.length - changes.length
  if (changes.length === 0)
    return isUnchanged({ fields: [], rows }) ? null : <p>事業所は、並び順だけが変わります。</p>
  return (
    <>
      <table className="lines">
        <caption>変わる事業所（{countsOf(changes)}）</caption>
        <Heads first="行" />
        <tbody>
          {changes.map((change) => (
            <tr key={keyOf(change)}>
              <th scope="row">
                <span className="unbroken">{placeOf(change)}</span>
                <small>
                  {KINDS[change.kind]}
                  {'cells' in change && <span>：{namesOf(change.cells)}</span>}
                </small>
              </th>
              <td>
                {'before' in change ? (
                  <Facility row={change.before} change={change} text={text} />
                ) : (
                  'なし'
                )}
              </td>
              <td>
                {'after' in change ? (
                  <Facility row={change.after} change={change} text={text} />
                ) : (
                  'なし'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {kept > 0 && <p>ほかの{kept}件の事業所は変わりません。</p>}
    </>
  )
}

function countsOf(changes: readonly Change[]): string {
  return (Object.keys(KINDS) as Change['kind'][])
    .map((kind) => [KINDS[kind], changes.filter((change) => change.kind === kind).length] as const)
    .flatMap(([word, count]) => (count > 0 ? [`${word}${count}件`] : []))
    .join('、')
}

const keyOf = (change: Change): string =>
  'after' in change ? `after ${change.after.no}` : `before ${change.before.no}`

/** In the version after the change; of what is removed, in the one before: the words beside it say so. */
function placeOf(change: Change): string {
  return `${'after' in change ? change.after.no : change.before.no}行目`
}

const namesOf = (cells: readonly FacilityCell[]): string =>
  cells.map((cell) => CELL_LABELS[cell]).join('、')

function Facility({ row, change, text }: { row: FacilityRow; change: Change } & Shown) {
  const isChanged = (cell: FacilityCell) => 'cells' in change && change.cells.includes(cell)
  return (
    <ul>
      {FACILITY_CELLS.map((cell) => (
        <li key={cell}>
          {isChanged(cell) ? (
            <strong>{shownCell(row, cell, text)}</strong>
          ) : (
            shownCell(row, cell, text)
          )}
        </li>
      ))}
    </ul>
  )
}

function shownCell(row: FacilityRow, cell: FacilityCell, text: Shown['text']): ReactNode {
  const typed = row[cell]
  if (cell === 'facilityNumber' && typed === '') return '番号なし'
  return cell === 'serviceKey' && isServiceKey(typed) ? SERVICES[typed].name : text(typed)
}
