/** Zod as Fastify's validator: errors by field, no coercion (reading 23). */
import type { FastifySchemaCompiler } from 'fastify'
import type { ZodType } from 'zod'
import { fieldName, invalidRequest } from './invalid-request.ts'

export const compileZod: FastifySchemaCompiler<ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    const fields = result.error.issues.map(({ path }) => fieldName(path)).filter(Boolean)
    return { error: invalidRequest('validation_failed', [...new Set(fields)]) }
  }
}
