/** The list's filter: a search over everything, and conditions that narrow it. */
import type { FormEvent } from 'react'
import { SEARCH_LIMIT } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { APPLICATION_STATES, FLAG_LABELS, PROCEDURES } from '#domain/staff.ts'
import { filterOfForm, searchedAnew } from '../filter.ts'

type Props = { filter: Filter; onFilter: (filter: Filter) => void }

export const SEARCH_ID = 'search'

export function FilterForm({ filter, onFilter }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onFilter(searchedAnew(filter, filterOfForm(new FormData(event.currentTarget))))
  }
  const clear = () => onFilter(filterOfForm(new FormData()))
  return (
    <search aria-label="絞り込み">
      <form className="filter" onSubmit={submit}>
        <SearchField search={filter.search} />
        <details open={isNarrowed(filter)}>
          <summary>絞り込みの条件</summary>
          <Conditions filter={filter} />
          <p className="actions">
            <button type="submit">絞り込む</button>
            <button type="button" className="secondary" onClick={clear}>
              条件をクリア
            </button>
          </p>
        </details>
        <input type="hidden" name="status" value={filter.status} />
        <input type="hidden" name="waiting" value={filter.waiting} />
        <input type="hidden" name="assignee" value={filter.assignee} />
      </form>
    </search>
  )
}

function SearchField({ search }: Pick<Filter, 'search'>) {
  return (
    <div className="search">
      <div className="field">
        <label htmlFor={SEARCH_ID}>検索</label>
        <p className="support" id="search-support">
          受付番号、お客様番号、事業所番号、法人名、事業所名、担当者名、電話番号、メールアドレス
          <span className="unbroken">（一部でも可）</span>
        </p>
        <input
          type="search"
          id={SEARCH_ID}
          name="search"
          aria-describedby="search-support"
          autoComplete="off"
          maxLength={SEARCH_LIMIT}
          defaultValue={search}
        />
      </div>
      <button type="submit">検索する</button>
    </div>
  )
}

function Conditions({ filter }: { filter: Filter }) {
  const { flow, state, flag, from, to } = filter
  return (
    <div className="conditions">
      <Choice name="flow" label="お手続き" words={PROCEDURES} value={flow} />
      <Choice name="state" label="申し込みの状態" words={APPLICATION_STATES} value={state} />
      <Choice name="flag" label="確認事項" words={FLAG_LABELS} value={flag} />
      <Day name="from" label="受付日（開始）" value={from} />
      <Day name="to" label="受付日（終了）" value={to} />
    </div>
  )
}

/** Whether a condition inside the folded details is set; the status has its tabs. */
function isNarrowed({ flow, state, flag, from, to }: Filter): boolean {
  return [flow, state, flag, from, to].some((value) => value !== '')
}

type ChoiceProps = {
  name: keyof Filter
  label: string
  words: Record<string, string>
  value: string
}

function Choice({ name, label, words, value }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        <option value="">すべて</option>
        {Object.entries(words).map(([code, word]) => (
          <option key={code} value={code}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}

function Day({ name, label, value }: { name: keyof Filter; label: string; value: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input type="date" id={name} name={name} defaultValue={value} />
    </div>
  )
}
