/** 名簿との照合: the table beside what is published of its corporation, to be read, printed, and taken over where a person wants to. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { serviceName } from '#domain/catalogue.ts'
import {
  type CorporationFacilities,
  DIRECTORY_SOURCE,
  type DirectoryCorporation,
  type DirectoryFacility,
  formatPeriod,
} from '#domain/directory.ts'
import {
  type Audit,
  type AuditFinding,
  auditedNumbers,
  auditRows,
  corporationOfMost,
  facilityText,
} from '#domain/directory-audit.ts'
import { cellName, type FacilityCell } from '#domain/facilities.ts'
import { dayInWords } from '#domain/tokyo-time.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { PrintedSheet } from '../form/printed-sheet.tsx'
import { rowsOnScreen, servicesOnScreen } from '../table/cells.ts'
import { offerRows } from '../table/fill-row.ts'
import { askNumbers, directoryExcerpt, facilitiesOf } from './look-up.ts'

type Props = {
  table: Element
  /** yyyy-mm */
  period: string
  /** The corporation that was chosen at its name. */
  chosen: Pick<DirectoryCorporation, 'id'> | null
  onClose: () => void
}

export function AuditDialog({ table, period, chosen, onClose }: Props) {
  const answer = useAudit(chosen)
  /** What a button leads to, once the dialog has closed. */
  const next = useRef<() => void>(null)
  const close = () => {
    onClose()
    next.current?.()
  }
  return (
    <Dialog className="paste audit" aria-labelledby="audit-title" onClose={close}>
      {(shut) => {
        const goOn = (way: () => void) => {
          next.current = way
          shut()
        }
        return (
          <>
            <div>
              <h2 id="audit-title">名簿との照合</h2>
              <Status>{answer === 'asking' && '公表されている一覧を調べています。'}</Status>
              {typeof answer === 'string' && answer !== 'asking' && (
                <div role="alert">
                  <p>{CANNOT[answer]}</p>
                </div>
              )}
              {typeof answer === 'object' && (
                <>
                  <Summary {...answer} period={period} />
                  <Findings
                    findings={answer.audit.findings}
                    onGoTo={(name) => goOn(() => document.getElementById(name)?.focus())}
                    onAdd={(facilities) =>
                      goOn(
                        () =>
                          answer.list && offerRows(table, { ...answer.list, facilities, period }),
                      )
                    }
                  />
                  <PrintedSheet>{() => <AuditSheet {...answer} period={period} />}</PrintedSheet>
                </>
              )}
            </div>
            <p className="actions">
              {typeof answer === 'object' && (
                <button type="button" className="secondary" onClick={() => print()}>
                  照合の結果を印刷する
                </button>
              )}
              <button type="button" className="secondary" onClick={shut}>
                閉じる
              </button>
            </p>
          </>
        )
      }}
    </Dialog>
  )
}

type Answer = { audit: Audit; list: CorporationFacilities | null }

const CANNOT = {
  failed:
    '公表されている一覧を調べられませんでした。しばらく待ってから、もう一度お試しください。入力した内容はそのままです。',
  empty: '事業所番号を入力した行がないため、照合できません。',
} as const

/** Asks once, as the table stands when it opens. */
function useAudit(chosen: Props['chosen']): Answer | 'asking' | keyof typeof CANNOT {
  const [answer, setAnswer] = useState<ReturnType<typeof useAudit>>('asking')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table cannot change under an open dialog.
  useEffect(() => void ask(chosen).then(setAnswer), [])
  return answer
}

async function ask(chosen: Props['chosen']): Promise<Answer | keyof typeof CANNOT> {
  const rows = rowsOnScreen()
  const numbers = auditedNumbers(rows)
  if (numbers.length === 0 && !chosen) return 'empty'
  await askNumbers(numbers)
  const excerpt = directoryExcerpt()
  if (numbers.some((number) => !excerpt.facilities.has(number))) return 'failed'
  const id = chosen?.id ?? corporationOfMost(rows, excerpt)
  const list = id === undefined ? null : await facilitiesOf({ id })
  if (list === undefined) return 'failed'
  return { audit: auditRows({ rows, list, excerpt, offered: servicesOnScreen() }), list }
}

type SummaryProps = Answer & { period: string }

function Summary({ audit: { findings, compared, leftOut }, list, period }: SummaryProps) {
  return (
    <div role="status">
      <p>
        {list ? (
          <>
            表の{compared}行を、「{list.corporation.name}」の事業所として公表されている一覧（
          </>
        ) : (
          <>表の{compared}行を、事業所番号ごとに、公表されている一覧（</>
        )}
        <Unbroken>{formatPeriod(period)}</Unbroken>、
        <Unbroken>{`出典：${DIRECTORY_SOURCE}`}</Unbroken>
        ）と照合しました。
      </p>
      <p>
        <strong>
          {findings.length === 0 ? (
            '違いはありませんでした。'
          ) : (
            <Unbroken>{`一覧と異なるところが${findings.length}件あります。`}</Unbroken>
          )}
        </strong>
        {findings.length > 0 &&
          '一覧の時点のあとに変わった内容や、書き方の違いのこともあります。表の内容が正しければ、このままで構いません。'}
      </p>
      {!list && <p>どの法人の一覧か分からないため、表にない事業所は調べていません。</p>}
      {leftOut > 0 && (
        <p>
          <Unbroken>
            {`市町村の事業と、一覧が公表されていないサービスの${leftOut}行は、照合していません。`}
          </Unbroken>
        </p>
      )}
    </div>
  )
}

type Kind = AuditFinding['kind']
type Of<K extends Kind> = Extract<AuditFinding, { kind: K }>

/** In the order of the dialog: title, what one finding says, the cell it is about. */
const KINDS: {
  [K in Kind]: { title: string; text: (finding: Of<K>) => string; cell: FacilityCell | null }
} = {
  missing: {
    title: '一覧にあり、表にない事業所',
    text: ({ facility }) => facilityText(facility),
    cell: null,
  },
  number: {
    title: '一覧の番号と少しだけ異なる番号',
    text: ({ row, facility }) =>
      `表では${row.facilityNumber.trim() || '空欄'}、一覧では${facilityText(facility)}`,
    cell: 'facilityNumber',
  },
  name: {
    title: '一覧と異なる事業所名',
    text: ({ row, names }) => `表では「${row.facilityName}」、一覧では「${names.join('」「')}」`,
    cell: 'facilityName',
  },
  service: {
    title: '一覧のその番号にないサービス',
    text: ({ row, services }) =>
      `表では${serviceName(row.serviceKey)}、一覧の${row.facilityNumber.trim()}は${services.map(serviceName).join('・')}`,
    cell: 'serviceKey',
  },
  elsewhere: {
    title: '別の法人の事業所として公表されている番号',
    text: ({ row, corporation }) => `${row.facilityNumber.trim()}は「${corporation}」`,
    cell: 'facilityNumber',
  },
  unpublished: {
    title: '一覧にない番号',
    text: ({ row }) => `${row.facilityNumber.trim() || '空欄'} ${row.facilityName}`,
    cell: 'facilityNumber',
  },
}

const KIND_NAMES = Object.keys(KINDS) as Kind[]

type FindingsProps = {
  findings: readonly AuditFinding[]
  /** Left out on paper. `name`: of a cell. */
  onGoTo?: (name: string) => void
  onAdd?: (facilities: DirectoryFacility[]) => void
}

function Findings({ findings, onGoTo, onAdd }: FindingsProps) {
  const missing = findings.flatMap((one) => (one.kind === 'missing' ? [one.facility] : []))
  return KIND_NAMES.map((kind) => {
    const { title, cell } = KINDS[kind]
    const own = findings.filter((one) => one.kind === kind)
    return (
      own.length > 0 && (
        <section key={kind}>
          <h3>
            {title}（{own.length}件）
          </h3>
          <ul>
            {own.map((finding) => (
              <li key={JSON.stringify(finding)}>
                {'row' in finding && onGoTo && cell ? (
                  <GoToRow
                    no={finding.row.no}
                    onPress={() => onGoTo(cellName(finding.row.no, cell))}
                  >
                    {sentenceOf(finding)}
                  </GoToRow>
                ) : (
                  sentenceOf(finding)
                )}
              </li>
            ))}
          </ul>
          {kind === 'missing' && onAdd && (
            <button type="button" onClick={() => onAdd(missing)}>
              この{missing.length}件を表に加える
            </button>
          )}
        </section>
      )
    )
  })
}

type GoToRowProps = { no: number; onPress: () => void; children: ReactNode }

function GoToRow({ no, onPress, children }: GoToRowProps) {
  return (
    <>
      <span>{children}</span>
      <button type="button" className="secondary" onClick={onPress}>
        {no}行目へ
      </button>
    </>
  )
}

/** 「3行目：…」 */
function sentenceOf<K extends Kind>(finding: Of<K>): string {
  const text = (KINDS[finding.kind as K].text as (one: Of<K>) => string)(finding)
  return 'row' in finding ? `${finding.row.no}行目：${text}` : text
}

function AuditSheet({ period, ...answer }: SummaryProps) {
  return (
    <article className="sheet" lang="ja">
      <p className="sheet-date">照合した日：{dayInWords(Date.now())}</p>
      <h2>名簿との照合</h2>
      <Summary {...answer} period={period} />
      <Findings findings={answer.audit.findings} />
    </article>
  )
}
