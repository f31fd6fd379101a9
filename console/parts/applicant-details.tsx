/** Every field of the applicant as it was sent; a field that was not sent is not shown. */
import { type ApplicantField, fieldRow } from '#domain/applicant.ts'
import { CAMPAIGN_KEYS } from '#domain/campaign.ts'
import type { ApplicationRecord } from '#domain/console.ts'
import { WIRE_NAMES } from '#domain/contract.ts'
import { FLOWS } from '#domain/flows.ts'
import { formatSecond } from '../format-time.ts'
import { ApplicantText } from './applicant-text.tsx'

export function ApplicantDetails({ record }: { record: ApplicationRecord }) {
  const { flow, username, createdAt, completedAt, repeats } = record
  const isExisting = FLOWS[flow].customer === 'existing'
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">お申し込み内容</h2>
      <dl className="answers">
        <Entry term={isExisting ? 'お客様番号' : '仮のお客様番号'} text={username} />
        {sentFields(record).map(({ label, text }) => (
          <Entry key={label} term={label} text={text} />
        ))}
        <Entry term="受付日時" text={formatSecond(createdAt)} />
        {completedAt && <Entry term="完了日時" text={formatSecond(completedAt)} />}
        {repeats > 0 && <Entry term="同じお申し込みの再送" text={`${repeats}回`} />}
      </dl>
    </section>
  )
}

function Entry({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <ApplicantText>{text}</ApplicantText>
      </dd>
    </div>
  )
}

function sentFields(record: ApplicationRecord): { label: string; text: string }[] {
  const typed = (Object.keys(WIRE_NAMES) as ApplicantField[]).map((field) => {
    const { label, choices } = fieldRow(field)
    const value = record[WIRE_NAMES[field]]
    return { label, text: choices?.find(([code]) => code === value)?.[1] ?? value }
  })
  const tracking = CAMPAIGN_KEYS.map((key) => ({ label: key, text: record[key] }))
  return [...typed, ...tracking].filter(({ text }) => text !== '')
}
