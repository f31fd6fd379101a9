/** Fills the applicant's fields from a corporation of the directory: what was filled in, its undo, and the question before anything typed is replaced. */
import { useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { APPLICANT_FIELDS, type ApplicantField, normaliseField } from '#domain/applicant.ts'
import type { DirectoryCorporation } from '#domain/directory.ts'
import { Status } from '#ui/status.tsx'
import { controlOf, writeControl } from '#ui/write-control.ts'

type Props = {
  form: HTMLFormElement
  /** The field of the name: the note stands under it. */
  input: HTMLInputElement
  filling: Filling | null
  onChange: (filling: Filling | null) => void
  /** Brings the published facilities of the chosen corporation to the table; comes next after the field. */
  onOffer: () => void
}

export function FilledNote({ form, input, filling, onChange, onOffer }: Props) {
  /** Of the choice that was taken back last: what stayed as it was. */
  const [changed, setChanged] = useState<string[] | null>(null)
  const differing = filling?.differing ?? []
  const renamed = useSyncExternalStore(
    (onChange) => {
      form.addEventListener('input', onChange)
      return () => form.removeEventListener('input', onChange)
    },
    () => filling && heldUnderOtherName(form, filling),
  )
  const isStill = filling !== null && renamed === null
  const labels = differing.map(({ label }) => label).join('、')
  return createPortal(
    <div className="filled-note">
      <Status>{filling ? (renamed ?? sentenceOf(filling)) : changed && takenBack(changed)}</Status>
      {isStill && differing.length > 0 && (
        <p>
          入力済みの{labels}は、公表されている内容（
          {differing.map(({ published }) => published).join('、')}
          ）と異なるため、そのままにしました。
        </p>
      )}
      {filling && renamed !== '' && (
        <p className="actions">
          {isStill && filling.facilities > 0 && (
            <button type="button" className="secondary" onClick={onOffer}>
              この法人の事業所（{filling.facilities}件）を表に入れる
            </button>
          )}
          {isStill && differing.length > 0 && (
            <button
              type="button"
              className="secondary"
              onClick={() => {
                onChange(replaceDiffering(form, filling))
                input.focus()
              }}
            >
              公表されている{labels}に置き換える
            </button>
          )}
          <button
            type="button"
            className="secondary"
            onClick={() => {
              setChanged(takeBack(form, filling))
              onChange(null)
              input.focus()
            }}
          >
            法人の入力を元に戻す
          </button>
        </p>
      )}
    </div>,
    input.parentElement ?? document.body,
  )
}

function sentenceOf({ name, filled, facilities }: Filling): string {
  const chosen =
    filled.length === 0
      ? `「${name}」を選びました。`
      : `「${name}」を選び、公表されている${filled.join('、')}を入力しました。ご確認ください。`
  return facilities === 0
    ? chosen
    : `${chosen}次のボタンで、公表されている事業所${facilities}件を表に入れられます。`
}

/** Under another name than the chosen one: what still stands there of the chosen one, '' where nothing does; null under its own name. */
export function heldUnderOtherName(form: HTMLFormElement, filling: Filling): string | null {
  const { name } = filling
  if (textOf(form, 'companyName') === name) return null
  const held = untouchedChanges(form, filling).filter(({ field }) => field !== 'companyName')
  if (held.length === 0) return ''
  const labels = held.map(({ field }) => APPLICANT_FIELDS[field].label).join('、')
  return `法人名が「${name}」から変更されています。${labels}は、公表されている「${name}」の内容のままですので、ご確認ください。`
}

function takenBack(changed: readonly string[]): string {
  return changed.length === 0
    ? '法人の入力を元に戻しました。'
    : `法人の入力を元に戻しました。選んだあとに変更された${changed.join('、')}は、そのまま残しています。`
}

const FIELDS = ['address', 'zipcode', 'tel'] as const satisfies ApplicantField[]
type ComparedField = (typeof FIELDS)[number]

export type Filling = {
  name: string
  /** How many are published. */
  facilities: number
  /** Labels of what was filled in. */
  filled: string[]
  /** What was typed otherwise than it is published. */
  differing: { field: ComparedField; label: string; published: string }[]
  /** Every field that was written to, with the text before and after. */
  written: readonly FieldChange[]
}

type FieldChange = { field: 'companyName' | ComparedField; before: string; after: string }

/** The name was searched for, and so is written in full; other fields where they are empty or still hold what the choice before filled in. */
export function fillIn(
  form: HTMLFormElement,
  corporation: DirectoryCorporation,
  previous: Filling | null = null,
): Filling {
  const { name, facilities } = corporation
  const untouched = previous ? untouchedChanges(form, previous) : []
  const written = [write(form, 'companyName', name, untouched)]
  const filling: Filling = { name, facilities, filled: [], differing: [], written }
  for (const field of FIELDS) {
    // As the form writes it when the field is left: it must be recognised as what was filled in.
    const published = normaliseField(field, corporation[field])
    const ours = untouched.find((one) => one.field === field)
    const typed = ours ? '' : textOf(form, field).trim()
    if (typed !== '' && (published === '' || typed === published)) continue
    const { label } = APPLICANT_FIELDS[field]
    // The postal code is that of the published address.
    const follows = field !== 'zipcode' || textOf(form, 'address') === corporation.address
    if (typed !== '') filling.differing.push({ field, label, published })
    else if (published !== '' && follows) {
      written.push(write(form, field, published, untouched))
      filling.filled.push(label)
    }
    // What belongs to the corporation chosen before does not stay beside another one's name.
    else if (ours) writeControl(controlOf(form, field), ours.before)
  }
  return filling
}

/** After the person has agreed to it. */
export function replaceDiffering(form: HTMLFormElement, filling: Filling): Filling {
  const { differing, filled, written } = filling
  return {
    ...filling,
    differing: [],
    filled: [...filled, ...differing.map(({ label }) => label)],
    written: [
      ...written,
      ...differing.map(({ field, published }) => write(form, field, published)),
    ],
  }
}

/** Gives back their earlier text to the fields that still hold what was filled in; the labels of the others, which stay as they are. */
export function takeBack(form: HTMLFormElement, filling: Filling): string[] {
  const untouched = untouchedChanges(form, filling)
  for (const { field, before } of untouched) writeControl(controlOf(form, field), before)
  return filling.written
    .filter((one) => !untouched.includes(one) && textOf(form, one.field) !== one.before)
    .map(({ field }) => APPLICANT_FIELDS[field].label)
}

function untouchedChanges(form: HTMLFormElement, { written }: Filling): FieldChange[] {
  return written.filter(({ field, after }) => textOf(form, field) === after)
}

/** Over what was filled in before, the text before that is the one to give back. */
function write(
  form: HTMLFormElement,
  field: FieldChange['field'],
  after: string,
  untouched: readonly FieldChange[] = [],
): FieldChange {
  const before = untouched.find((one) => one.field === field)?.before ?? textOf(form, field)
  writeControl(controlOf(form, field), after)
  return { field, before, after }
}

function textOf(form: HTMLFormElement, field: string): string {
  return controlOf(form, field)?.value ?? ''
}
