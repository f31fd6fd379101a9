// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as cards loses its roles in some browsers unless they are said.
/** A table on a desk, cards on a phone: every cell carries its heading with it. */
import type { ReactNode } from 'react'

export type Column<T> = {
  label: string
  /** The first column's cell names its row. */
  cell: (item: T) => ReactNode
  className?: string
}

type Props<T> = {
  label: string
  className: string
  columns: readonly [Column<T>, ...Column<T>[]]
  items: readonly T[]
  keyOf: (item: T) => string | number
  /** A class of the row, where it stands out. */
  rowClass?: (item: T) => string | undefined
}

export function CardTable<T>({ label, className, columns, items, keyOf, rowClass }: Props<T>) {
  return (
    <table className={`cards ${className}`} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.label} scope="col" role="columnheader">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={keyOf(item)} role="row" className={rowClass?.(item)}>
            <Cells columns={columns} item={item} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cells<T>({ columns: [first, ...others], item }: Pick<Props<T>, 'columns'> & { item: T }) {
  return (
    <>
      <th scope="row" role="rowheader" data-label={first.label} className={first.className}>
        {first.cell(item)}
      </th>
      {others.map(({ label, cell, className }) => (
        <td key={label} role="cell" data-label={label} className={className}>
          {cell(item)}
        </td>
      ))}
    </>
  )
}
