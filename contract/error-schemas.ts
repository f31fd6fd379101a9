/** Zod schemas of the one body that every refusal has (reading 22), for each API with what it has to tell, and their types. */
import { z } from 'zod'
import { API_ERRORS } from '#domain/messages.ts'
import { FACT_NAMES } from '#domain/presses.ts'
import { STAFF_STATUS_NAMES } from '#domain/staff.ts'
import { InForce } from './apply-schemas.ts'
import { CONSOLE_ERRORS, STAFF_API_ERRORS } from './console.ts'
import { STATUS_ERRORS } from './status.ts'

const instant = z.iso.datetime()

/** Who gave an application its present status, and when. */
export const LastChange = z.object({
  who: z.string(),
  at: instant,
  status: z.enum(STAFF_STATUS_NAMES),
})
export type LastChange = z.infer<typeof LastChange>

/** Both sides of a change that came too late. */
export const ConflictSides = z.object({
  field: z.enum(FACT_NAMES),
  yours: z
    .object({ from: z.string(), to: z.string() })
    .meta({ description: 'What the caller saw and wanted' }),
  theirs: z.object({ value: z.string(), who: z.string().nullable(), at: instant.nullable() }).meta({
    description: 'What stands now; nobody and no time where the change is not in the history yet',
  }),
})
export type ConflictSides = z.infer<typeof ConflictSides>

function errorOf<C extends string, D extends z.ZodRawShape>(
  id: string,
  sentences: Readonly<Record<C, string>>,
  details: D,
) {
  const error = z.object({
    code: z.enum(Object.keys(sentences) as C[]),
    message: z.string().meta({ description: 'What happened and what to do, in Japanese' }),
    fields: z
      .record(z.string(), z.array(z.string()))
      .exactOptional()
      .meta({ description: 'Field name as sent → what is wrong with it, in Japanese' }),
    ...details,
  })
  return z.object({ error }).meta({ id })
}

const conflict = {
  change: LastChange.exactOptional().meta({
    description: 'What came first, where it is the reason',
  }),
  sides: ConflictSides.exactOptional().meta({
    description: 'The same for people: what they wanted, and what stands there',
  }),
}

export const PublicError = errorOf(
  'Error',
  { ...API_ERRORS, ...STATUS_ERRORS },
  { inForce: InForce.exactOptional().meta({ description: 'Of `price_mismatch`' }) },
)
export type ErrorBody = z.infer<typeof PublicError>
export const StaffApiError = errorOf('StaffError', { ...API_ERRORS, ...STAFF_API_ERRORS }, conflict)
export const ConsoleError = errorOf('ConsoleError', { ...API_ERRORS, ...CONSOLE_ERRORS }, conflict)
export type ConsoleErrorBody = z.infer<typeof ConsoleError>
