/** Zod schemas of what the console sends: the list's filter, which its exports share, and the bodies; and their types. */

import { z } from 'zod'
import { isUnstorable } from '#domain/text.ts'
import { FILTERS, isDay, NOTE_LIMIT, SEARCH_LIMIT } from './console.ts'
import { Line } from './staff-api-schemas.ts'

const none = z.literal('')
/** In Asia/Tokyo, YYYY-MM-DD. */
const Day = z.string().refine((text) => text === '' || isDay(text))

export const FilterQuery = z.object({
  flow: z.enum(FILTERS.flow).or(none).default(''),
  state: z.enum(FILTERS.state).or(none).default(''),
  status: z.enum(FILTERS.status).or(none).default(''),
  flag: z.enum(FILTERS.flag).or(none).default(''),
  /** First and last day. */
  from: Day.default(''),
  to: Day.default(''),
  /** Part of a corporation's name, or a mail address, telephone, customer number or reference. */
  search: Line.max(SEARCH_LIMIT).default(''),
})
export type Filter = z.infer<typeof FilterQuery>

const Secret = z.string().min(1).max(1024)

/** `code` is of the authenticator app, or a recovery code. */
export const Login = z.object({ name: Secret, password: Secret, code: Secret })
export type LoginBody = z.infer<typeof Login>

export const SetupCode = z.object({ name: Secret, code: Secret })
export type SetupCodeBody = z.infer<typeof SetupCode>

export const Setup = SetupCode.extend({ password: Secret, totp: Secret })
export type SetupBody = z.infer<typeof Setup>

export const PasswordChange = z.object({ password: Secret, code: Secret, next: Secret })
export type PasswordBody = z.infer<typeof PasswordChange>

const Note = z
  .string()
  .max(NOTE_LIMIT)
  .refine((text) => !isUnstorable(text.replaceAll('\n', '')))

export const StatusChange = z.object({
  from: z.enum(FILTERS.status),
  to: z.enum(FILTERS.status),
  note: Note,
})
export type StatusBody = z.infer<typeof StatusChange>

export const NoteOnly = z.object({ note: Note.refine((text) => text.trim() !== '') })
export type NoteBody = z.infer<typeof NoteOnly>

export const Resend = z.object({ delivery: Line.min(1).max(64) })
export type ResendBody = z.infer<typeof Resend>

/** The reference again, so that nobody erases by a slip; the password where the person has one. */
export const Erasure = z.object({ reference: Line.max(64), password: z.string().max(1024) })
export type ErasureBody = z.infer<typeof Erasure>
