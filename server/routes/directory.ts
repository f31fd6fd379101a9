/** Look-ups in the national directory of facilities. What was asked for stands in no log. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { API_BASE } from '#contract/apply.ts'
import { SERVICE_KEYS } from '#domain/catalogue.ts'
import {
  type CorporationFacilities,
  DIRECTORY_PATHS,
  type DirectoryAbout,
  type DirectoryHits,
  NUMBERS_A_CALL,
  type NumberedFacilities,
  SEARCH_LENGTH,
} from '#domain/directory.ts'
import { type Directory, type DirectoryWatch, NO_DIRECTORY } from '../directory/look-up.ts'
import { AppError } from '../errors.ts'
import { senderOf } from '../http/client-address.ts'
import type { MinuteLimit } from '../http/limits/look-ups.ts'
import { sendJson, sendJsonBytes } from '../http/reply.ts'
import { PAGE_TAG } from './openapi.ts'

export type DirectoryDeps = { directory: DirectoryWatch; admitLookUp: MinuteLimit }

const About = z
  .object({
    period: z
      .string()
      .nullable()
      .meta({ description: 'State of the data as yyyy-mm; null where there is no directory' }),
    source: z.string().meta({ description: 'Who must be named as its source' }),
  })
  .meta({ description: 'Which directory was imported' }) satisfies z.ZodType<DirectoryAbout>

const corporation = {
  id: z.string().meta({ description: 'Names the corporation in further calls' }),
  corporateNumber: z.string().meta({ description: '13 digits, or empty' }),
  name: z.string(),
  kana: z.string(),
  address: z.string(),
  zipcode: z.string().meta({ description: '7 digits where the address tells them, else empty' }),
  tel: z.string(),
  facilities: z.number().meta({ description: 'Published rows' }),
}
const facility = {
  number: z.string().meta({ description: 'Ten digits' }),
  name: z.string(),
  serviceKey: z.enum(SERVICE_KEYS),
  branch: z
    .string()
    .optional()
    .meta({ description: 'The name the row is published under, where it is another one' }),
}

const Hits = z
  .object({
    corporations: z.array(
      z.object({
        ...corporation,
        facility: z
          .string()
          .optional()
          .meta({ description: 'The facility by which the corporation was found' }),
      }),
    ),
  })
  .meta({ description: 'The best matches, the best first' }) satisfies z.ZodType<DirectoryHits>

const Facilities = z
  .object({ corporation: z.object(corporation), facilities: z.array(z.object(facility)) })
  .meta({
    description: 'Each facility, number and service once',
  }) satisfies z.ZodType<CorporationFacilities>

const Numbered = z
  .object({
    facilities: z.array(
      z.object({ ...facility, corporation: z.string(), corporationId: z.string() }),
    ),
    services: z
      .array(z.enum(SERVICE_KEYS))
      .meta({ description: 'The services that were imported: of others nothing is known' }),
  })
  .meta({
    description: 'What is published under the numbers',
  }) satisfies z.ZodType<NumberedFacilities>

export function directoryRoutes(app: FastifyInstance, deps: DirectoryDeps): void {
  aboutRoute(app, deps)
  searchRoute(app, deps)
  facilitiesRoute(app, deps)
  numbersRoute(app, deps)
}

function aboutRoute(app: FastifyInstance, { directory }: DirectoryDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `${API_BASE}${DIRECTORY_PATHS.about}`,
    {
      schema: {
        tags: [PAGE_TAG],
        operationId: 'describeDirectory',
        summary: 'The imported directory of facilities',
        description: 'Its period and source; a period of null where none was imported.',
        response: { 200: About },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      sendJson(reply, directory.current()?.about ?? NO_DIRECTORY)
    },
  )
}

const LOOK_UP = { refuses: ['not_found', 'rate_limited'] } as const
const UNCHANGED = { 304: z.null().meta({ description: 'The known ETag is the present one' }) }

function searchRoute(app: FastifyInstance, deps: DirectoryDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `${API_BASE}${DIRECTORY_PATHS.corporations}`,
    {
      config: LOOK_UP,
      schema: {
        tags: [PAGE_TAG],
        operationId: 'searchCorporations',
        summary: 'Corporations by name or number',
        description:
          'By a part of the name in any spelling, by corporate number, or by number or name of a facility.',
        querystring: z.object({
          q: z
            .string()
            .min(1)
            .max(SEARCH_LENGTH)
            .meta({ description: 'Part of a name, or a number' }),
        }),
        response: {
          200: Hits,
          ...UNCHANGED,
        },
      },
    },
    (request, reply) =>
      lookUp(deps, request, reply, (directory) => directory.search(request.query.q)),
  )
}

function facilitiesRoute(app: FastifyInstance, deps: DirectoryDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `${API_BASE}${DIRECTORY_PATHS.corporationFacilities}`,
    {
      config: LOOK_UP,
      schema: {
        tags: [PAGE_TAG],
        operationId: 'listCorporationFacilities',
        summary: 'The published facilities of a corporation',
        description: 'Of the corporation that a search named by its `id`.',
        params: z.object({ id: z.string().max(32).meta({ description: '`id` of a corporation' }) }),
        response: {
          200: Facilities,
          ...UNCHANGED,
        },
      },
    },
    (request, reply) =>
      lookUp(deps, request, reply, (directory) => directory.facilitiesOf(request.params.id)),
  )
}

const NUMBERS = new RegExp(`^\\d{10}(,\\d{10}){0,${NUMBERS_A_CALL - 1}}$`)

function numbersRoute(app: FastifyInstance, deps: DirectoryDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `${API_BASE}${DIRECTORY_PATHS.numberedFacilities}`,
    {
      config: LOOK_UP,
      schema: {
        tags: [PAGE_TAG],
        operationId: 'findFacilities',
        summary: 'What is published under facility numbers',
        description: 'Of several numbers at once; a number without a row is not published.',
        querystring: z.object({
          numbers: z.string().regex(NUMBERS).meta({ description: 'Ten digits each, with commas' }),
        }),
        response: {
          200: Numbered,
          ...UNCHANGED,
        },
      },
    },
    (request, reply) =>
      lookUp(deps, request, reply, (directory) =>
        directory.facilitiesOfNumbers(request.query.numbers.split(',')),
      ),
  )
}

/** The answer to one address stays the same until the next import, whose name the entity tag carries. */
async function lookUp(
  { directory, admitLookUp }: DirectoryDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  find: (directory: Directory) => object | Buffer | undefined,
): Promise<void> {
  await admitLookUp(senderOf(request))
  const answer = directory.ask((current) => {
    const etag = `"${current.id}"`
    const isKnown = request.headers['if-none-match'] === etag
    return { etag, isKnown, found: isKnown ? undefined : find(current) }
  })
  if (!answer) throw new AppError('not_found')
  const { etag, isKnown, found } = answer
  reply.header('etag', etag).header('cache-control', 'private, max-age=300')
  if (isKnown) {
    reply.code(304).send()
    return
  }
  if (!found) throw new AppError('not_found')
  if (Buffer.isBuffer(found)) sendJsonBytes(reply, found)
  else sendJson(reply, found)
}
