/** Why a press was refused: the sentence, and where somebody was first, both sides. */
import { useEffect, useRef } from 'react'
import type { ConflictSides } from '#contract/error-schemas.ts'
import { isStaffStatus, MESSAGE_KINDS, STAFF_STATUSES } from '#domain/staff.ts'
import { formatTime } from '#domain/tokyo-time.ts'
import type { Problem } from '../use-form.ts'
import { Alert, ApplicantText } from './basics.tsx'

type Props = {
  problem: Problem
  /** A sentence in its place, which may come without a press. */
  told?: string
}

/** Whoever pressed by a key may look elsewhere: why it was refused is brought into the window. */
export function Refused({ problem, told = '' }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem.sentence !== '') place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const sentence = told || problem.sentence
  if (sentence === '') return null
  return (
    <div ref={place}>
      <Alert>
        <ApplicantText>{sentence}</ApplicantText>
      </Alert>
      {told === '' && problem.sides && <Sides sides={problem.sides} />}
    </div>
  )
}

function Sides({ sides: { field, yours, theirs } }: { sides: ConflictSides }) {
  const wanted = inWords(field, yours.to) || inWords(field, yours.from)
  const stands = inWords(field, theirs.value)
  const at = theirs.at === null ? '' : formatTime(Date.parse(theirs.at), Date.now())
  return (
    <dl className="answers">
      {wanted !== '' && (
        <div>
          <dt>あなたの操作</dt>
          <dd>
            <ApplicantText>{wanted}</ApplicantText>
          </dd>
        </div>
      )}
      <div>
        <dt>現在</dt>
        <dd>
          <ApplicantText>{stands}</ApplicantText>
          {at !== '' && `（${at} `}
          {at !== '' && <ApplicantText>{theirs.who ?? '申込者'}</ApplicantText>}
          {at !== '' && '）'}
        </dd>
      </div>
    </dl>
  )
}

const STANDING: Readonly<Record<string, string>> = {
  ...MESSAGE_KINDS,
  waiting: '届いています',
  accepted: '反映する',
  declined: '反映しない',
  confirmed: '取り下げる',
  refused: '断る',
  settled: '確認済みにする',
  replaced: '新しい申し出があります',
  lapsed: '終わっています',
}

/** A status, a name and an address as they are; a decision in words; of an id only that there is one. */
function inWords(field: ConflictSides['field'], value: string): string {
  if (isStaffStatus(value)) return STAFF_STATUSES[value].label
  const { [value]: decided } = STANDING
  if (decided !== undefined) return decided
  if (field === 'assignee') return value === '' ? 'なし' : value
  if (field === 'address') return value
  return value === '' ? '' : '新しい内容があります'
}
