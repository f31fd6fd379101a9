/** Fills an applicant's fields from a corporation of the directory, never over what was typed, and takes it back. */
import { APPLICANT_FIELDS, type ApplicantField } from '#domain/applicant.ts'
import type { DirectoryCorporation } from '#domain/directory.ts'

const FIELDS = ['address', 'zipcode', 'tel'] as const satisfies ApplicantField[]
type Known = (typeof FIELDS)[number]

export type Filling = {
  name: string
  /** Labels of what was filled in. */
  filled: string[]
  /** What was typed otherwise than it is published. */
  differing: { field: Known; label: string; published: string }[]
  /** Everything as it was before. */
  before: Readonly<Record<string, string>>
}

/** The name was searched for, and so is written in full; other fields only where they are empty. */
export function fillIn(form: HTMLFormElement, corporation: DirectoryCorporation): Filling {
  const before = Object.fromEntries(
    ['companyName', ...FIELDS].map((field) => [field, controlOf(form, field)?.value ?? '']),
  )
  const { name } = corporation
  const filling: Filling = { name, filled: [], differing: [], before }
  put(form, 'companyName', name)
  for (const field of FIELDS) {
    const published = corporation[field]
    const typed = before[field]?.trim() ?? ''
    if (published === '' || typed === published) continue
    const { label } = APPLICANT_FIELDS[field]
    // The postal code is that of the published address.
    const follows = field !== 'zipcode' || controlOf(form, 'address')?.value === corporation.address
    if (typed !== '') filling.differing.push({ field, label, published })
    else if (follows) {
      put(form, field, published)
      filling.filled.push(label)
    }
  }
  return filling
}

/** After the person has agreed to it. */
export function replaceDiffering(form: HTMLFormElement, { differing }: Filling): void {
  for (const { field, published } of differing) put(form, field, published)
}

export function takeBack(form: HTMLFormElement, { before }: Filling): void {
  for (const [field, value] of Object.entries(before)) put(form, field, value)
}

/** Tells the form as typing would. */
function put(form: HTMLFormElement, field: string, value: string): void {
  const control = controlOf(form, field)
  if (!control || control.value === value) return
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | null {
  const control = form.elements.namedItem(field)
  return control instanceof HTMLInputElement ? control : null
}
