/** /situation: how long applicants wait. It asks once, and again when somebody presses: nothing in it moves by itself. */
import { Link } from 'wouter'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { Situation } from '#contract/console-answers.ts'
import { TURN_NAMES, TURNS, UNASSIGNED } from '#domain/figures.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { formatMinute, HOUR_MS } from '#domain/tokyo-time.ts'
import { Status } from '#ui/status.tsx'
import { EVERYTHING, pagePath } from '../filter.ts'
import { ApplicantText, Fault, Heading } from '../parts/basics.tsx'
import { CardTable, type Column } from '../parts/card-table.tsx'
import {
  Bars,
  ChartTable,
  ColumnHeadings,
  FigureTable,
  Lines,
  periodLabel,
} from '../parts/charts.tsx'
import { usePermission } from '../session-context.ts'
import { useReport } from '../use-report.ts'
import '../styles/situation.css'

export function SituationPage() {
  const { data, refusal, refresh, save } = useReport<Situation>(
    CONSOLE_PATHS.situation,
    CONSOLE_PATHS.situationFile,
  )
  const mayExport = usePermission('export')
  return (
    <>
      <nav className="breadcrumb" aria-label="現在位置">
        <Link href="/">お申し込み一覧</Link>
      </nav>
      <Heading title="状況" />
      <Status>{data && `${formatMinute(Date.parse(data.at))}の状況です。`}</Status>
      <p className="actions">
        <button type="button" className="secondary" onClick={refresh}>
          最新の状況に更新する
        </button>
        {mayExport && (
          <button type="button" className="secondary" onClick={() => save()}>
            CSVでダウンロード
          </button>
        )}
      </p>
      <Fault refusal={refusal} />
      {data && <Figures data={data} />}
    </>
  )
}

function Figures({ data }: { data: Situation }) {
  const weeks = data.weeks.map(({ week }) => week)
  return (
    <>
      <section className="card" aria-labelledby="open">
        <h2 id="open">対応が終わっていないお申し込み</h2>
        <div className="beside">
          <OpenTable data={data} />
          <div>
            <h3>最も古い10件</h3>
            <CardTable
              {...{ label: '最も古い10件', className: 'oldest', columns: OLDEST }}
              items={data.oldest}
              keyOf={({ reference }) => reference}
            />
          </div>
        </div>
      </section>
      <section className="card" aria-labelledby="weeks">
        <h2 id="weeks">この12週間の申込完了（■）と対応終了（□）</h2>
        <div className="beside">
          {FLOW_NAMES.map((flow) => (
            <Bars
              key={flow}
              label={PROCEDURES[flow]}
              periods={weeks}
              pairs={data.weeks.map(({ arrivals, closings }) => [arrivals[flow], closings[flow]])}
            />
          ))}
        </div>
        <ChartTable>
          <WeeksTable data={data} />
        </ChartTable>
      </section>
      <div className="beside">
        <Durations data={data} of="reaction" title="申込完了から対応開始まで" id="reaction" />
        <Durations data={data} of="closing" title="申込完了から対応終了まで" id="closing" />
      </div>
    </>
  )
}

type Data = { data: Situation }
type Oldest = Situation['oldest'][number]

function OpenTable({ data: { ages, open } }: Data) {
  const rows = TURN_NAMES.flatMap((turn) => {
    const people = new Set(open.flatMap((one) => (one.turn === turn ? [one.assignee] : [])))
    return [...people].map((assignee) => ({ turn, assignee }))
  })
  const days = (age: number) => ({ from: ages[age]?.from ?? '', to: ages[age]?.to ?? '' })
  return (
    <table className="lines figures">
      <ColumnHeadings
        headings={[
          ...['待っている相手', '担当'],
          ...ages.map((_, age) => ageLabel(age, ages.length)),
          '合計',
        ]}
        names={2}
      />
      <tbody>
        {rows.map(({ turn, assignee }) => {
          const own = open.filter((one) => one.turn === turn && one.assignee === assignee)
          const filter = { ...EVERYTHING, turn, assignee: assignee || UNASSIGNED }
          return (
            <tr key={`${turn} ${assignee}`}>
              <th scope="row">{TURNS[turn]}</th>
              <th scope="row">
                {assignee === '' ? '担当なし' : <ApplicantText>{assignee}</ApplicantText>}
              </th>
              {ages.map(({ to }, age) => (
                <td key={to}>
                  <Count
                    of={own.filter((one) => one.age === age)}
                    path={pagePath({ ...filter, ...days(age) })}
                  />
                </td>
              ))}
              <td>
                <Count of={own} path={pagePath(filter)} />
              </td>
            </tr>
          )
        })}
        {TURN_NAMES.map((turn) => (
          <tr key={turn}>
            <th scope="row">{TURNS[turn]}</th>
            <th scope="row">合計</th>
            {ages.map(({ to }, age) => (
              <td key={to}>
                <Count
                  of={open.filter((one) => one.turn === turn && one.age === age)}
                  path={pagePath({ ...EVERYTHING, turn, ...days(age) })}
                />
              </td>
            ))}
            <td>
              <Count
                of={open.filter((one) => one.turn === turn)}
                path={pagePath({ ...EVERYTHING, turn })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Count({ of, path }: { of: readonly { count: number }[]; path: string }) {
  const count = of.reduce((sum, one) => sum + one.count, 0)
  return count === 0 ? '0' : <Link href={path}>{count.toLocaleString()}</Link>
}

function ageLabel(age: number, groups: number): string {
  if (age === 0) return '今日'
  return age === groups - 1 ? `${age}営業日以上前` : `${age}営業日前`
}

const OLDEST: readonly [Column<Oldest>, ...Column<Oldest>[]] = [
  {
    label: '受付番号',
    cell: ({ reference }) => (
      <Link className="unbroken" href={`/applications/${reference}`}>
        {reference}
      </Link>
    ),
  },
  { label: '受付日時', cell: ({ createdAt }) => formatMinute(Date.parse(createdAt)) },
  { label: 'お手続き', cell: ({ flow }) => PROCEDURES[flow] },
  { label: '待っている相手', cell: ({ turn }) => TURNS[turn] },
  {
    label: '担当',
    cell: ({ assignee }) =>
      assignee === '' ? '担当なし' : <ApplicantText>{assignee}</ApplicantText>,
  },
]

function WeeksTable({ data: { weeks } }: Data) {
  return (
    <FigureTable
      headings={[
        '週（月曜日から）',
        ...FLOW_NAMES.map((flow) => `${PROCEDURES[flow]}（申込完了／対応終了）`),
      ]}
      rows={weeks.map(({ week, arrivals, closings }) => [
        periodLabel(week),
        ...FLOW_NAMES.map((flow) => `${arrivals[flow]}／${closings[flow]}`),
      ])}
    />
  )
}

/** Of what is counted as 「90%」: with fewer done, the figures leave out what takes longest. */
const MOST_SHARE = 0.9

const WEEKDAYS = ['月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日', '日曜日']

type DurationsProps = Data & { of: 'reaction' | 'closing'; title: string; id: string }

function Durations({ data: { weeks, weekdays }, of, title, id }: DurationsProps) {
  const hours = (duration: number | null) =>
    duration === null ? null : Math.round(duration / (HOUR_MS / 10)) / 10
  const shares = [
    { label: '中央値', values: weeks.map((week) => hours(week[of].median)) },
    { label: '90%', values: weeks.map((week) => hours(week[of].most)) },
  ]
  const isUnfinished = ({ arrived, [of]: { count } }: (typeof weeks)[number]) =>
    count < MOST_SHARE * arrived
  const rows = [
    ...weeks.map((week) => ({
      name: `${periodLabel(week.week)}の週${isUnfinished(week) ? '（まだ）' : ''}`,
      ...week,
    })),
    ...weekdays.map((day, at) => ({ name: WEEKDAYS[at] ?? '', ...day })),
  ]
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}（申込完了の週ごと）</h2>
      <p>
        土曜日・日曜日・祝日を除いた時間です。済んだもののうち90%は、「90%」の時間までに済んでいます。
        {weeks.some(isUnfinished) &&
          '済んだものが9割に満たない週は、グラフでは白い丸と点線、表では（まだ）で示します。その時間は、これから長くなります。'}
      </p>
      <Lines
        periods={weeks.map(({ week }) => week)}
        lines={shares}
        unit="時間"
        unfinished={new Set(weeks.filter(isUnfinished).map(({ week }) => week))}
      />
      <ChartTable also="（曜日ごとも）">
        <FigureTable
          headings={['申込完了', '申込完了の件数', '済んだ件数', '中央値', '90%']}
          rows={rows.map(({ name, arrived, [of]: { count, median, most } }) => [
            ...[name, `${arrived}`, `${count}`],
            ...[median, most].map((each) => (each === null ? '―' : `${hours(each)}時間`)),
          ])}
        />
      </ChartTable>
    </section>
  )
}
