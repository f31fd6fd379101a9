/** The services on offer, as every select of a list shows them. */
import type { ReactNode } from 'react'
import { offeredGroups, SERVICES } from '#domain/catalogue.ts'
import { cellName } from '#domain/facilities.ts'
import type { PriceList } from '#domain/pricing.ts'

const optionsByList = new Map<PriceList, ReactNode>()

/** One element for all rows: building 34 options a hundred times is what a page would wait for. */
export function optionsOf(list: PriceList): ReactNode {
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

/** Fills a select with those of the first row: ninety rows at once, made option by option, are a long wait. */
export function copyOptions(select: HTMLSelectElement | null): void {
  const first = document.getElementById(cellName(1, 'serviceKey'))
  if (select?.length !== 0 || !first) return
  // One by one: options that leave a select, even a clone, leave it with another one chosen.
  select.append(...Array.from(first.childNodes, (node) => node.cloneNode(true)))
}
