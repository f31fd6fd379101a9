/** The list's filter: a search over everything, and conditions that narrow it. */
import { type FormEvent, useContext, useState } from 'react'
import { SEARCH_LIMIT } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { TURNS, UNASSIGNED } from '#domain/figures.ts'
import { APPLICATION_STATES, CUSTOMER_ANSWERS, FLAG_LABELS, PROCEDURES } from '#domain/staff.ts'
import { EVERYTHING, filterOfForm, searchedAnew } from '../filter.ts'
import { SessionContext } from '../session-context.ts'
import { usePeople } from '../use-people.ts'
import { ApplicantText } from './basics.tsx'

type Props = { filter: Filter; onFilter: (filter: Filter) => void }

const ANSWERS = Object.fromEntries(
  Object.entries(CUSTOMER_ANSWERS).map(([answer, { label }]) => [answer, label]),
)

export const SEARCH_ID = 'search'

/** One line: the conditions unfold below it, where somebody asks for them. */
export function FilterForm({ filter, onFilter }: Props) {
  const [isOpen, setOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onFilter(searchedAnew(filter, filterOfForm(new FormData(event.currentTarget))))
  }
  const clear = () => onFilter({ ...EVERYTHING, order: filter.order })
  const set = conditionsSet(filter)
  return (
    <search aria-label="絞り込み">
      <form className="filter" onSubmit={submit}>
        <div className="search">
          <SearchField search={filter.search} />
          <button type="submit">検索する</button>
          <button
            type="button"
            className="secondary conditions-button"
            aria-expanded={isOpen}
            aria-controls="conditions"
            onClick={() => setOpen(!isOpen)}
          >
            絞り込みの条件
            {set.length > 0 && <ApplicantText>{`（${set.join('、')}）`}</ApplicantText>}
          </button>
        </div>
        <div id="conditions" hidden={!isOpen}>
          <Conditions filter={filter} />
          <p className="actions">
            <button type="submit">絞り込む</button>
            <button type="button" className="secondary" onClick={clear}>
              条件をクリア
            </button>
          </p>
        </div>
        <input type="hidden" name="status" value={filter.status} />
        <input type="hidden" name="waiting" value={filter.waiting} />
        <input type="hidden" name="late" value={filter.late} />
        <input type="hidden" name="order" value={filter.order} />
      </form>
    </search>
  )
}

function SearchField({ search }: Pick<Filter, 'search'>) {
  return (
    <div className="field">
      <label htmlFor={SEARCH_ID}>検索</label>
      <p className="unseen" id="search-support">
        受付番号、お客様番号、事業所番号、法人名、事業所名、担当者名、電話番号、メールアドレス、郵便番号、住所、メモ（一部でも可）
      </p>
      <input
        type="search"
        id={SEARCH_ID}
        name="search"
        placeholder="番号、名前、電話、住所などの一部"
        aria-describedby="search-support"
        autoComplete="off"
        maxLength={SEARCH_LIMIT}
        defaultValue={search}
      />
    </div>
  )
}

function Conditions({ filter }: { filter: Filter }) {
  const { flow, state, flag, answer, turn, from, to } = filter
  return (
    <div className="conditions">
      <Choice name="flow" label="お手続き" words={PROCEDURES} value={flow} />
      <Choice name="state" label="申し込みの状態" words={APPLICATION_STATES} value={state} />
      <Choice name="flag" label="確認事項" words={FLAG_LABELS} value={flag} />
      <Choice name="answer" label="お客様番号の照会" words={ANSWERS} value={answer} />
      <Choice name="turn" label="待っている相手" words={TURNS} value={turn} />
      <Person assignee={filter.assignee} />
      <Day name="from" label="受付日（開始）" value={from} />
      <Day name="to" label="受付日（終了）" value={to} />
    </div>
  )
}

/** The conditions behind the button that are set, in words; the status has its tabs. */
function conditionsSet({ flow, state, flag, answer, turn, assignee, from, to }: Filter): string[] {
  const words = [
    flow && PROCEDURES[flow],
    state && state !== 'pending' && APPLICATION_STATES[state],
    flag && FLAG_LABELS[flag],
    answer && `照会：${CUSTOMER_ANSWERS[answer].label}`,
    // A tab has the one that waits for its applicant.
    turn && turn !== 'applicant' && `待っている相手：${TURNS[turn]}`,
    assignee && `担当：${assignee === UNASSIGNED ? 'なし' : assignee}`,
    (from || to) && `受付日：${from}〜${to}`,
  ]
  return words.filter((word) => typeof word === 'string' && word !== '') as string[]
}

/** Nobody, oneself, every colleague who may work, and whoever the address names. */
function Person({ assignee }: Pick<Filter, 'assignee'>) {
  const { who } = useContext(SessionContext).user
  const people = usePeople()
  const names = [who, ...people, assignee].filter((name) => name !== '' && name !== UNASSIGNED)
  const words = Object.fromEntries(names.map((name) => [name, name]))
  return (
    <Choice
      name="assignee"
      label="担当"
      words={{ [UNASSIGNED]: '担当なし', ...words }}
      value={assignee}
    />
  )
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
