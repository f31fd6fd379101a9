/** HTTP routes of the staff's operations on applications: validation, operation, reply. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type ApplicationPage,
  CONSOLE_PATHS,
  FILTERS,
  NOTE_LIMIT,
  type NoteBody,
  type StatusBody,
} from '#domain/console.ts'
import { isUnstorable } from '#domain/storable.ts'
import { AppError } from '../../errors.ts'
import { takeJson } from '../../http/parsers.ts'
import { sendVersion } from '../../http/version.ts'
import {
  type Place,
  StaffActionError,
  type StaffActionFault,
  type StaffApplications,
} from '../applications.ts'
import type { Authenticator } from '../authenticator.ts'
import { listedAsJson, wholeAsJson } from '../json.ts'
import { filterShape, Line } from './filter-query.ts'

type Deps = { applications: StaffApplications; authenticator: Authenticator }

const PAGE = 50
/** Bytes: a note of the greatest length with every character escaped in JSON. */
const CHANGE_BODY_LIMIT = 32_768

export async function applicationRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  listRoute(app, deps)
  recordRoute(app, deps)
  await app.register(async (json) => {
    takeJson(json)
    statusRoute(json, deps)
    noteRoute(json, deps)
  })
}

const Note = z
  .string()
  .max(NOTE_LIMIT)
  .refine((text) => !isUnstorable(text.replaceAll('\n', '')))
const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/
const ListQuery = z.object({
  ...filterShape,
  after: z
    .string()
    .refine((text) => text === '' || PLACE.test(text))
    .default(''),
})
const Named = z.object({ reference: Line.max(64) })
const Status = z.object({
  from: z.enum(FILTERS.status),
  to: z.enum(FILTERS.status),
  note: Note,
}) satisfies z.ZodType<StatusBody>
const NoteOnly = z.object({
  note: Note.refine((text) => text.trim() !== ''),
}) satisfies z.ZodType<NoteBody>

function listRoute(app: FastifyInstance, { applications }: Deps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      CONSOLE_PATHS.applications,
      { schema: { querystring: ListQuery } },
      async (request, reply) => {
        const { after, ...filter } = request.query
        // One row more than the page tells whether there is a next page.
        const rows = await applications.page(filter, { after: placeOf(after), limit: PAGE + 1 })
        const shown = rows.slice(0, PAGE)
        const last = shown.at(-1)
        const page: ApplicationPage = {
          applications: shown.map(listedAsJson),
          next: last && rows.length > PAGE ? `${last.created_at}.${last.id}` : null,
          counts: await applications.counts(filter),
        }
        return sendVersion(request, reply, page)
      },
    )
}

function placeOf(text: string): Place | undefined {
  const [, createdAt, id] = PLACE.exec(text) ?? []
  return createdAt && id ? { created_at: Number(createdAt), id } : undefined
}

function recordRoute(app: FastifyInstance, { applications }: Deps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(CONSOLE_PATHS.application, { schema: { params: Named } }, async (request, reply) => {
      const found = await applications.find(request.params.reference)
      if (!found) throw new AppError('not_found')
      return sendVersion(request, reply, wholeAsJson(found.whole))
    })
}

function statusRoute(app: FastifyInstance, { applications, authenticator }: Deps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      CONSOLE_PATHS.status,
      { bodyLimit: CHANGE_BODY_LIMIT, schema: { params: Named, body: Status } },
      async (request) => {
        const { reference } = request.params
        const { from, to, note } = request.body
        const who = authenticator.authenticate(request)
        await translateRefusal(
          'status',
          applications.changeStatus({ reference, who, note: note.trim(), from, to }),
        )
        return {}
      },
    )
}

function noteRoute(app: FastifyInstance, { applications, authenticator }: Deps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      CONSOLE_PATHS.notes,
      { bodyLimit: CHANGE_BODY_LIMIT, schema: { params: Named, body: NoteOnly } },
      async (request) => {
        const { reference } = request.params
        const who = authenticator.authenticate(request)
        await translateRefusal(
          'note',
          applications.addNote({ reference, who, note: request.body.note.trim() }),
        )
        return {}
      },
    )
}

const CODES = {
  not_found: 'not_found',
  changed_meanwhile: 'changed_meanwhile',
  not_allowed: 'action_refused',
} as const satisfies Record<StaffActionFault, string>

/** Turns an operation's StaffActionError into the AppError of its fault, with its sentence at the field. */
async function translateRefusal(field: 'status' | 'note', work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof StaffActionError)) throw error
    throw new AppError(CODES[error.fault], { fields: { [field]: [error.message] }, cause: error })
  }
}
