/** The services on offer, as every select of a list shows them. */
import type { ReactNode } from 'react'
import { offeredGroups, SERVICES } from '#domain/catalogue.ts'
import { cellName } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'

const optionsByList = new Map<PriceList, ReactNode>()

/** One element for all rows: building 34 options a hundred times is what a page would wait for. */
export function optionsOf(list: PriceList): ReactNode {
  const cached = optionsByList.get(list)
  if (cached) return cached
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

/** Selects that wait for their options; null where none may. */
let waiting: HTMLSelectElement[] | null = null

/** A select of a row that comes later has those of the first row: made option by option, ninety rows are a long wait. */
export function copyOptions(select: HTMLSelectElement | null): void {
  if (select?.length !== 0) return
  if (waiting) waiting.push(select)
  else fillOptions(select)
}

export function fillOptions(select: HTMLSelectElement): void {
  // One by one: options that leave a select, even a clone, leave it with another one chosen.
  select.append(...Array.from(firstSelect()?.childNodes ?? [], (node) => node.cloneNode(true)))
}

/** Does the work and returns the selects that it made, still without options: the caller fills them. */
export function withoutOptions(work: () => void): HTMLSelectElement[] {
  const came: HTMLSelectElement[] = []
  waiting = came
  work()
  waiting = null
  return came
}

export function firstSelect(): HTMLSelectElement | null {
  return document.getElementById(cellName(1, 'serviceKey')) as HTMLSelectElement | null
}
