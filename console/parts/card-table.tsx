/** Responsive table: a table on wide screens, cards on phones, where each cell shows its heading. */
// biome-ignore-all lint/a11y/useSemanticElements: a table laid out as cards loses its roles in some browsers, and a native one may not be given them.
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are not interactive, what stands in them is.
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
    <div className={`cards ${className}`} role="table" aria-label={label}>
      <div role="rowgroup" className="heads">
        <div role="row">
          {columns.map((column) => (
            <div key={column.label} role="columnheader">
              {column.label}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {items.map((item) => (
          <div key={keyOf(item)} role="row" className={rowClass?.(item)}>
            <Cells columns={columns} item={item} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Cells<T>({ columns: [first, ...others], item }: Pick<Props<T>, 'columns'> & { item: T }) {
  return (
    <>
      <div role="rowheader" data-label={first.label} className={first.className}>
        {first.cell(item)}
      </div>
      {others.map(({ label, cell, className }) => (
        <div key={label} role="cell" data-label={label} className={className}>
          {cell(item)}
        </div>
      ))}
    </>
  )
}
