/** The parts of a correction: on a phone each is closed at first, and shows what it holds; 変更 opens it in place. */
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ApplicantField, applicantFieldsOf, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { serviceName } from '#domain/catalogue.ts'
import type { Version } from '#domain/difference.ts'
import type { FlowWithApplicant } from '#domain/flows.ts'
import { moveFocus } from '#ui/focus.ts'
import { isCell } from '../form/controls.ts'
import { LongList } from '../form/long-list.tsx'
import { Section } from '../page-parts.tsx'
import type { CorrectionForm } from './use-correction.ts'

type PartProps = {
  id: string
  title: string
  form: Pick<CorrectionForm, 'problems' | 'origin'>
  /** Whose problems open it. */
  of: 'fields' | 'rows'
  /** What it holds. */
  values: ReactNode
  /** Its controls. */
  children: ReactNode
}

/** The controls are there all the same: they hold what is sent. */
export function Part({ id, title, form, of, values, children }: PartProps) {
  const { problems, origin } = form
  // Who goes on with what was typed finds it as it was left.
  const [isOpen, setOpen] = useState(origin === 'typed' || origin === 'overtaken')
  const hasProblem = problems.some(({ field }) => isCell(field) === (of === 'rows'))
  if (hasProblem && !isOpen) setOpen(true)
  const open = () => {
    flushSync(() => setOpen(true))
    moveFocus(document.getElementById(id))
  }
  return (
    <Section id={id} title={title} {...(of === 'rows' && { required: '※1件以上必須' })}>
      {!isOpen && (
        <div className="held">
          {values}
          <button type="button" className="secondary" aria-label={`${title}を変更`} onClick={open}>
            変更
          </button>
        </div>
      )}
      {children}
    </Section>
  )
}

type ValuesProps = { version: Version<ApplicantField> }

export function ApplicantValues({
  flow,
  version: { fields },
}: ValuesProps & { flow: FlowWithApplicant }) {
  return (
    <dl className="answers">
      {applicantFieldsOf(flow).map(
        (field) =>
          fields[field] !== '' && (
            <div key={field}>
              <dt>{fieldRow(field).label}</dt>
              <dd>{choiceLabel(field, fields[field])}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export function FacilityValues({ version: { rows } }: ValuesProps) {
  return (
    <LongList
      className="sent-rows"
      aria-label={`事業所（${rows.length}件）`}
      rows={rows.map((row) => ({
        key: row.no,
        content: (
          <>
            <span>{row.no}行目</span>
            <span>
              {row.facilityName}
              <small>
                {row.facilityNumber || '番号なし'}　{serviceName(row.serviceKey)}
              </small>
            </span>
          </>
        ),
      }))}
    />
  )
}
