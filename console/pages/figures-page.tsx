/** /figures: where people give up, and what brings customers; its filters stand in the address. */
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { Figures } from '#contract/console-answers.ts'
import { FEW, FIGURE_TABLES, type Figure, type FigureTable as TableName } from '#domain/figures.ts'
import { FLOW_NAMES, type Flow } from '#domain/flows.ts'
import { PROCEDURES, STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { formatMinute } from '#domain/tokyo-time.ts'
import { FILLINGS, type Mark, type Width } from '#domain/usage.ts'
import {
  ERROR_LABELS,
  errorFieldLabel,
  FILLING_LABELS,
  STEP_LABELS,
  stepsOf,
  WIDTH_LABELS,
} from '#domain/usage-words.ts'
import { Status } from '#ui/status.tsx'
import { controlOf } from '#ui/write-control.ts'
import { Fault, Heading } from '../parts/basics.tsx'
import { Bars, ChartTable, FigureTable, Funnel } from '../parts/charts.tsx'
import { usePermission } from '../session-context.ts'
import { useReport } from '../use-report.ts'
import '../styles/situation.css'

type Wanted = { flow: Flow; width: Width | ''; from: string; to: string }

export function FiguresPage() {
  const [path, navigate] = useLocation()
  const wanted = wantedOf(useSearch())
  const days = new URLSearchParams({ from: wanted.from, to: wanted.to })
  const { data, refusal, save } = useReport<Figures>(
    `${CONSOLE_PATHS.figures}?${days}`,
    `${CONSOLE_PATHS.figuresFile}?${days}`,
  )
  const mayView = usePermission('view')
  const file = (table: TableName) => (
    <p className="actions">
      <button type="button" className="secondary" onClick={() => save(`&table=${table}`)}>
        {FIGURE_TABLES[table]}をCSVでダウンロード
      </button>
    </p>
  )
  return (
    <>
      {mayView && (
        <nav className="breadcrumb" aria-label="現在位置">
          <Link href="/">お申し込み一覧</Link>
        </nav>
      )}
      <Heading title="数字" />
      <Status>{data && `${formatMinute(Date.parse(data.at))}の数字です。`}</Status>
      <Filters wanted={wanted} data={data} onChange={(query) => navigate(`${path}?${query}`)} />
      <p className="actions">
        <button type="button" className="secondary" onClick={() => save()}>
          すべての表をCSVでダウンロード
        </button>
      </p>
      {!mayView && <p>1件から4件までの数は、「{FEW}」と表示します。</p>}
      <Fault refusal={refusal} />
      {data && (
        <>
          <Way data={data} wanted={wanted} file={file} />
          <Months data={data} flow={wanted.flow} file={file} />
        </>
      )}
    </>
  )
}

function wantedOf(search: string): Wanted {
  const query = new URLSearchParams(search)
  const flow = FLOW_NAMES.find((each) => each === query.get('flow')) ?? 'entry'
  const widths = Object.keys(WIDTH_LABELS) as Width[]
  const width = widths.find((each) => each === query.get('width')) ?? ''
  return { flow, width, from: query.get('from') ?? '', to: query.get('to') ?? '' }
}

type FiltersProps = { wanted: Wanted; data: Figures | null; onChange: (query: string) => void }

function Filters({ wanted, data, onChange }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const { flow, width, from, to } = wanted
  // The address may change by itself, as by Back. What a person has chosen meanwhile stays when an answer comes.
  useEffect(() => {
    for (const [name, value] of Object.entries({ flow, width, from, to })) {
      const control = controlOf(form.current, name)
      if (control) control.value = value
    }
  }, [flow, width, from, to])
  useEffect(() => {
    for (const name of ['from', 'to'] as const) {
      const control = controlOf(form.current, name)
      if (data && control?.value === '') control.value = data[name]
    }
  }, [data])
  const take = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, `${value}`])
    onChange(`${new URLSearchParams(typed)}`)
  }
  return (
    <form ref={form} className="actions" onSubmit={take}>
      <label>
        お手続き{' '}
        <select name="flow" defaultValue={flow}>
          {FLOW_NAMES.map((name) => (
            <option key={name} value={name}>
              {PROCEDURES[name]}
            </option>
          ))}
        </select>
      </label>
      <label>
        画面の幅{' '}
        <select name="width" defaultValue={width}>
          <option value="">すべて</option>
          {Object.entries(WIDTH_LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        期間（開始） <input name="from" type="date" defaultValue={from} />
      </label>
      <label>
        期間（終了） <input name="to" type="date" defaultValue={to} />
      </label>
      <button type="submit" className="secondary">
        表示する
      </button>
    </form>
  )
}

/** A button that saves a table. */
type File = (table: TableName) => ReactNode

type WayProps = { data: Figures; wanted: Wanted; file: File }

function Way({ data, wanted: { flow, width }, file }: WayProps) {
  const countOf = (mark: Mark) =>
    data.way.find((row) => row.flow === flow && row.mark === mark && row.width === (width || 'all'))
      ?.count ?? 0
  const opened = countOf('opened')
  const steps = stepsOf(flow).map((step) => ({ label: STEP_LABELS[step], count: countOf(step) }))
  const left = steps.map(({ count }, at) => differenceOf(count, steps[at + 1]?.count ?? count))
  const fillings = FILLINGS.map((filling) => [FILLING_LABELS[filling], inWords(countOf(filling))])
  const errors = data.errors.filter((row) => row.flow === flow)
  return (
    <section className="card" aria-labelledby="way">
      <h2 id="way">{PROCEDURES[flow]}の進み具合</h2>
      <p>
        ページを開いた人の画面から届いた数です。利用状況の送信を断った人は含みません。届く数は外から偽ることもできるため、件数は下の「月ごと」をご覧ください。
      </p>
      <Funnel
        steps={steps.map(({ label, count }) => ({
          ...{ label, count: lengthOf(count) },
          words: `${inWords(count)}（${share(count, opened)}）`,
        }))}
      />
      <ChartTable isOpen>
        <FigureTable
          headings={['段階', '数', '開いた人のうち', 'ここでやめた数']}
          rows={steps.map(({ label, count }, at) => [
            ...[label, inWords(count), share(count, opened), left[at] ?? ''],
          ])}
        />
      </ChartTable>
      {file('way')}
      <h3>表の入れ方</h3>
      <FigureTable headings={['入れ方', '数']} rows={fillings} />
      {file('fillings')}
      <h3>最初のエラー（画面の幅はすべて）</h3>
      {errors.length === 0 ? (
        <p>この期間に、エラーは届いていません。</p>
      ) : (
        <FigureTable
          headings={['項目', '内容', '数']}
          names={2}
          rows={errors.map(({ field, code, count }) => [
            ...[errorFieldLabel(field), ERROR_LABELS[code], inWords(count)],
          ])}
        />
      )}
      {file('errors')}
    </section>
  )
}

function Months({ data, flow, file }: { data: Figures; flow: Flow; file: File }) {
  const months = data.months.filter((month) => month.flow === flow)
  return (
    <section className="card" aria-labelledby="months">
      <h2 id="months">{PROCEDURES[flow]}の月ごと：申込完了（■）とそのうちの「完了」（□）</h2>
      <Bars
        label={PROCEDURES[flow]}
        periods={months.map(({ month }) => month)}
        pairs={months.map(({ completed, statuses }) => [
          lengthOf(completed),
          lengthOf(statuses.done),
        ])}
      />
      <ChartTable isOpen>
        <FigureTable
          headings={[
            ...['月', '申込完了', ...STAFF_STATUS_NAMES.map((name) => STAFF_STATUSES[name].label)],
            ...['月額料金（税抜）', '事業所数（中央値）'],
          ]}
          rows={months.map(({ month, completed, statuses, amount, typical }) => [
            ...[month, inWords(completed)],
            ...STAFF_STATUS_NAMES.map((name) => inWords(statuses[name])),
            ...[inWords(amount, '円'), inWords(typical, '件')],
          ])}
        />
      </ChartTable>
      {file('months')}
      <p>期間にかかる月の、月全体の数です。月額料金には、体験・却下・取り下げを含みません。</p>
      {flow === 'trial' && (
        <>
          <h3>体験からの契約（契約の可能性）</h3>
          <p>
            法人名と、メールアドレスまたは電話番号が体験と同じ契約を数えています。却下・取り下げを含みません。
          </p>
          <LedTable heading="体験の月" rows={data.trials.map((row) => [row.month, row])} />
          {file('trials')}
          <h3>キャンペーン</h3>
          <LedTable heading="キャンペーン" rows={data.campaigns.map((row) => [row.label, row])} />
          {file('campaigns')}
          <h3>何で知ったか</h3>
          <FigureTable
            headings={['きっかけ', '件数']}
            rows={data.chances.map(({ label, count }) => [label, inWords(count)])}
          />
          {file('chances')}
        </>
      )}
    </section>
  )
}

type Led = Omit<Figures['trials'][number], 'month'>

/** Trials, and how many of them may have become contracts. */
function LedTable({
  heading,
  rows,
}: {
  heading: string
  rows: readonly (readonly [name: string, led: Led])[]
}) {
  return (
    <FigureTable
      headings={[heading, '体験', '契約', '割合', '体験から契約まで（中央値）']}
      rows={rows.map(([name, { trials, contracts, days }]) => [
        ...[name, inWords(trials), inWords(contracts), share(contracts, trials)],
        inWords(days, '日'),
      ])}
    />
  )
}

/** A bar's; of what is not shown there is none. */
const lengthOf = (figure: Figure) => (figure === FEW ? 0 : figure)

function inWords(figure: Figure | null, unit = ''): string {
  if (figure === null) return '―'
  return figure === FEW ? FEW : `${figure.toLocaleString()}${unit}`
}

function differenceOf(figure: Figure, later: Figure): string {
  return figure === FEW || later === FEW ? '―' : (figure - later).toLocaleString()
}

function share(count: Figure, of: Figure): string {
  return count === FEW || of === FEW || of === 0 ? '―' : `${Math.round((count / of) * 100)}%`
}
