/** Zod as Fastify's validator: errors by field, no coercion (reading 23). */
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import type { ZodType } from 'zod'
import { fieldName, invalidRequest } from './invalid-request.ts'

const compileZod: FastifySchemaCompiler<ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    const fields = result.error.issues.map(({ path }) => fieldName(path)).filter(Boolean)
    return { error: invalidRequest('validation_failed', [...new Set(fields)]) }
  }
}

/** With these, Fastify loads no validator and no serializer of its own; its types know only that validator. */
export const ZOD_COMPILERS = {
  compilersFactory: {
    buildValidator: () => compileZod,
    // Replies are checked against their schema by the compiler; a check at run time would cost every answer.
    buildSerializer: () => () => JSON.stringify,
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>
