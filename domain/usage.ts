/** A person's way through a form as the pages' beacon tells it: codes of closed lists alone (reading 47). */
import type { ApplicantField } from './applicant.ts'
import type { FacilityCell } from './facilities.ts'

/** How far somebody came, in the order of the form; a later step includes the ones before. */
export const STEPS = ['opened', 'begun', 'rows', 'estimated', 'pressed', 'completed'] as const

/** How facilities came into the table. */
export const FILLINGS = ['hand', 'paste', 'file', 'directory'] as const

/** missing: the field was empty. wrong: what stood in it was refused. */
export const ERROR_CODES = ['missing', 'wrong'] as const

/** Widths of the window in CSS pixels: each class begins here, the widest first. */
export const WIDTHS = { desk: 1024, tablet: 640, phone: 0 } as const

export type Step = (typeof STEPS)[number]
export type Filling = (typeof FILLINGS)[number]
export type Mark = Step | Filling
export type Width = keyof typeof WIDTHS
export type ErrorField = ApplicantField | FacilityCell | 'agreement'
export type UsageError = { field: ErrorField; code: (typeof ERROR_CODES)[number] }
