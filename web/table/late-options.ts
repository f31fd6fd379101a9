/** The options of rows that come by the hundred: first the one that is chosen, the others when the rows have been seen. */
import { fillOptions, firstSelect, withoutOptions } from './service-options.tsx'

let unfinished: HTMLSelectElement[] = []

/** Rows that `work` adds to the screen: each select has but the blank option until finishOptions. */
export function withLateOptions(work: () => void): void {
  finishOptions()
  unfinished = withoutOptions(work)
  for (const select of unfinished) offer(select, '')
  // Once painted: whatever a person or a script does before has only what stands there.
  requestAnimationFrame(() => setTimeout(finishOptions))
}

/** Chooses an option, which an unfinished select may have to be given first. */
export function choose(select: HTMLSelectElement, value: string): void {
  if (unfinished.includes(select)) offer(select, value)
  select.value = value
}

function finishOptions(): void {
  for (const select of unfinished) {
    const { value } = select
    select.replaceChildren()
    fillOptions(select)
    select.value = value
  }
  unfinished = []
}

function offer(select: HTMLSelectElement, value: string): void {
  const option = firstSelect()?.querySelector(`option[value="${value}"]`)
  if (option) select.append(option.cloneNode(true))
}
