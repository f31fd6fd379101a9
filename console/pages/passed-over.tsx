/** What a close would pass over: the person says so with a tick for each. */
import { CONSOLE_ERRORS } from '#contract/console.ts'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import type { StatusBody } from '#contract/console-schemas.ts'
import type { Problem } from '#domain/messages.ts'
import { isClosed } from '#domain/staff.ts'
import { CellField } from '#ui/field.tsx'
import { PlaceLink } from '../parts/basics.tsx'
import { hasUnsettled, WAITING_PLACES } from '../waiting.ts'

export type PassedOver = Pick<StatusBody, 'despite' | 'despiteQuestion'>

type Waiver = {
  /** Of its tick. */
  name: 'despite' | 'despiteQuestion' | 'despiteMessages'
  label: string
  /** Where it is not ticked. */
  missing: string
  /** Whether there is anything to pass over. */
  waits: (record: ApplicationRecord) => boolean
  /** Whether a withdrawal ends it without a question. */
  goesWithWithdrawal: boolean
  /** Where it stands on the page. */
  place: { id: string; words: string }
}

const CONVERSATION = WAITING_PLACES.message
const DESPITE_MESSAGES = '確認していないメッセージがあるまま終了する'

const WAIVERS: readonly Waiver[] = [
  {
    name: 'despite',
    label: '届いている訂正の申し出は反映せずに終了する',
    missing: CONSOLE_ERRORS.correction_waiting,
    waits: ({ correction }) => correction?.state === 'waiting',
    goesWithWithdrawal: true,
    place: { id: WAITING_PLACES.correction, words: '訂正の申し出を見る' },
  },
  {
    name: 'despiteQuestion',
    label: '申込者への質問の回答を待たずに終了する',
    missing: CONSOLE_ERRORS.question_open,
    waits: (record) => openQuestion(record) !== undefined,
    goesWithWithdrawal: true,
    place: { id: CONVERSATION, words: '質問を見る' },
  },
  {
    // The press names the newest message that is drawn: the server knows what was not read.
    name: 'despiteMessages',
    label: DESPITE_MESSAGES,
    missing: `申込者からのメッセージを、まだ誰も確認していません。メッセージを読み、「確認済みにする」を押すか、「${DESPITE_MESSAGES}」を選んでから、もう一度操作してください。`,
    waits: hasUnsettled,
    goesWithWithdrawal: false,
    place: { id: CONVERSATION, words: 'メッセージを見る' },
  },
]

/** The newest question that has no answer yet. */
function openQuestion({ conversation }: ApplicationRecord) {
  const messages = conversation?.messages ?? []
  return messages.findLast(({ kind, settledAt }) => kind === 'question' && settledAt === null)
}

function waiversOf(record: ApplicationRecord, to: StatusBody['to']): readonly Waiver[] {
  if (to === record.status || !isClosed(to)) return []
  return WAIVERS.filter(
    ({ waits, goesWithWithdrawal }) => waits(record) && !(goesWithWithdrawal && to === 'withdrawn'),
  )
}

type Props = { record: ApplicationRecord; to: StatusBody['to'] }

export function Waivers({ record, to }: Props) {
  return waiversOf(record, to).map(({ name, label, place }) => (
    <div key={name} className="waiver">
      <CellField name={name}>
        {(tied) => (
          <label className="agree">
            <input type="checkbox" {...tied} />
            {label}
          </label>
        )}
      </CellField>
      <PlaceLink id={place.id}>{place.words}</PlaceLink>
    </div>
  ))
}

/** In the order of the screen. */
export function missingWaivers({ record, to }: Props, ticks: FormData): Problem[] {
  return waiversOf(record, to).flatMap(({ name, missing }) =>
    ticks.has(name) ? [] : [{ field: name, message: missing }],
  )
}

/** As it is sent. */
export function passedOverIn(record: ApplicationRecord, ticks: FormData): PassedOver {
  const question = ticks.has('despiteQuestion') && openQuestion(record)
  return {
    ...(ticks.has('despite') && { despite: String(record.correction?.number) }),
    ...(question && { despiteQuestion: question.id }),
  }
}
