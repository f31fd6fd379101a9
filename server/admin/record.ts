/** One application as plain text: applicant, facilities, price, consent evidence, history. */
import type { Conversation, Correction } from '#contract/console-answers.ts'
import { serviceName } from '#domain/catalogue.ts'
import { formatPeriod } from '#domain/directory.ts'
import { type DirectoryMarks, markText } from '#domain/directory-marks.ts'
import {
  confirmedByText,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  FLAG_LABELS,
  flagDetail,
  MESSAGE_KINDS,
  PROCEDURES,
  staffActionDetail,
  staffActionLabel,
} from '#domain/staff.ts'
import { isoTime, tokyoTime } from '#domain/tokyo-time.ts'
import { applicantLines, recordLines } from '../staff/application-fields.ts'
import type { WholeApplication } from '../staff/applications.ts'
import type { Corrected } from '../staff/correction-words.ts'
import type {
  ApplicationRow,
  ConsentRow,
  FacilityRecord,
  HistoryRow,
  OutboxRow,
} from '../store/schema.ts'
import { tableOf, visible } from './output.ts'

/** What was said, and what was corrected, since the application was sent. */
export type Said = {
  conversation: Conversation
  correction: Correction | null
  corrected: Corrected
}

export function recordOf(
  whole: WholeApplication,
  directory: DirectoryMarks | null,
  { conversation, correction, corrected }: Said,
): string {
  const { application, consents, facilities, flags, history, outbox } = whole
  return [
    `${PROCEDURES[application.flow]}　${application.reference}\n`,
    section('申し込み', tableOf([], recordLines(application))),
    section('申込者', tableOf([], applicantLines(application))),
    section('事業所', facilities.length > 0 && facilityTable(facilities, directory)),
    section('訂正で変わった内容', changesText(corrected.since)),
    section('訂正の申し出', correctionText(correction, corrected)),
    section('同意の記録', consents.map((consent) => evidence(application, consent)).join('\n')),
    section(
      '確認事項',
      flags
        .map(({ flag, detail }) => {
          const words = visible(flagDetail(flag, detail))
          return `${FLAG_LABELS[flag]}${words === '' ? '' : `（${words}）`}\n`
        })
        .join(''),
    ),
    section('申込者との連絡', tableOf([], conversation.messages.map(messageCells))),
    section('取り下げの申し出', tableOf([], withdrawalCells(conversation.withdrawal))),
    section('送信', tableOf([], outbox.map(deliveryCells))),
    section('履歴', tableOf([], history.map(historyCells))),
  ].join('')
}

function section(title: string, text: string | false): string {
  return text ? `\n■ ${title}\n${text}` : ''
}

function facilityTable(
  facilities: readonly FacilityRecord[],
  directory: DirectoryMarks | null,
): string {
  const marks = new Map(directory?.marks.map((mark) => [mark.no, markText(mark)]))
  const rows = facilities.map(({ no, facility_name, facility_number, service_key }) => [
    String(no),
    facility_number,
    serviceName(service_key),
    facility_name,
    ...(directory ? [marks.get(no) ?? ''] : []),
  ])
  const published = directory ? [`名簿（${formatPeriod(directory.period)}）`] : []
  return tableOf(['行', '事業所番号', 'サービス種類', '事業所名', ...published], rows)
}

function evidence({ consent_seq }: ApplicationRow, consent: ConsentRow): string {
  const { seq, at, button, terms_version, price_text, price_list } = consent
  return tableOf(
    [],
    [
      ['同意', seq === consent_seq ? `${seq}（有効）` : `${seq}（その後、差し替え）`],
      ['日時', `${tokyoTime(at)}（${isoTime(at)}）`],
      ['押された言葉', `「${button}」`],
      ['規約の版', terms_version],
      ...(price_text === null ? [] : [['表示された料金', `月額${price_text}円（税抜）`]]),
      ...(price_list === null ? [] : [['当時の料金表', price_list]]),
    ],
  )
}

function deliveryCells({ kind, state, sent_at, attempts, last_error }: OutboxRow): string[] {
  const when = sent_at === null ? `${attempts}回試行` : tokyoTime(sent_at)
  return [DELIVERY_KINDS[kind].label, DELIVERY_STATES[state], when, last_error ?? '']
}

function messageCells({ at, who, kind, text, settledAt }: Conversation['messages'][number]) {
  const waits = settledAt === null ? '（未確認）' : ''
  return [tokyoTime(Date.parse(at)), `${MESSAGE_KINDS[kind]}${waits}`, who, text]
}

const DECISIONS = { waiting: '未確認', confirmed: '確認', refused: '断りました' } as const

function withdrawalCells(withdrawal: Conversation['withdrawal']): string[][] {
  if (!withdrawal) return []
  const { at, state, decidedBy, sentence } = withdrawal
  return [[tokyoTime(Date.parse(at)), DECISIONS[state], decidedBy ?? '', sentence]]
}

const CORRECTION_STATES = {
  waiting: '未確認',
  accepted: '反映',
  declined: '断りました',
  replaced: '新しい申し出に差し替え',
  lapsed: '申し込みの終了とともに終了',
} as const satisfies Record<Correction['state'], string>

function correctionText(correction: Correction | null, { proposed }: Corrected): string {
  if (!correction) return ''
  const { at, state, decidedBy, sentence } = correction
  const cells = [tokyoTime(Date.parse(at)), CORRECTION_STATES[state], decidedBy ?? '', sentence]
  return tableOf([], [cells]) + changesText(proposed)
}

function changesText(lines: readonly string[][]): string {
  return lines.length === 0 ? '' : tableOf(['項目', '訂正の前', '訂正の後'], lines)
}

function historyCells({ at, who, action, detail, confirmed_by }: HistoryRow): string[] {
  const words = [staffActionDetail(action, detail), confirmedByText(confirmed_by)]
  return [tokyoTime(at), who, staffActionLabel(action), words.filter(Boolean).join('、')]
}
