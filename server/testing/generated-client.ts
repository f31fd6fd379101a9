/** A client that a tool makes of a published document, as whoever builds on an API does: typed calls, and a strict validator for each answer. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { generate } from 'orval'
import { onTestFinished } from 'vitest'
import type { ZodType } from 'zod'
import { PROJECT_ROOT } from '../config/settings.ts'
import type { Description } from '../routes/docs-page.ts'

type Answer = { status: number; data: unknown; headers: Headers }
type Calls = Readonly<Record<string, (...args: unknown[]) => Promise<Answer>>>

/** Of a server that listens from here on; `read` calls an operation by its id, and throws for an answer that its validator refuses. */
export async function generatedClient(app: FastifyInstance, base: string) {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const document = await (await fetch(`${origin}${base}/openapi.json`)).text()
  const { paths }: Description = JSON.parse(document)
  const { calls, validators } = await generated(document, origin)
  const succeeded = new Set<string>()
  return {
    operations: Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId = '' }) => operationId),
    ),
    /** The operations that answered what was asked at least once. */
    succeeded,
    async read(operation: string, ...args: unknown[]) {
      const { [operation]: call } = calls
      if (!call) throw new Error(`no operation ${operation}`)
      const { status, data, headers } = await call(...args)
      const { [validatorOf(operation, status)]: validator } = validators
      if (!validator) throw new Error(`${operation} does not describe ${status}`)
      if (status < 300) succeeded.add(operation)
      // The client gives an empty object where there is no body.
      const body = NO_BODY.has(status) ? undefined : data
      return { status, headers, data: validator.parse(body) as Record<string, never> }
    },
  }
}

const NO_BODY: ReadonlySet<number> = new Set([204, 304])

function validatorOf(operation: string, status: number): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}${status}Response`
}

/** Fails where what was made does not compile as strictly as this project. */
async function generated(document: string, baseUrl: string) {
  // Where imports find this project's packages.
  const folder = mkdtempSync(join(PROJECT_ROOT, 'build', 'client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'openapi.json'), document)
  const input = { target: './openapi.json' }
  await generate({ input, output: { target: './calls.ts', client: 'fetch', baseUrl } }, folder)
  const zod = { generateEachHttpStatus: true, strict: { response: true } }
  await generate(
    { input, output: { target: './validators.ts', client: 'zod', override: { zod } } },
    folder,
  )
  const options = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { lib: ['es2023', 'dom'] },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  await promisify(execFile)(join(PROJECT_ROOT, 'node_modules/.bin/tsc'), ['-p', folder])
  const calls: Calls = await import(join(folder, 'calls.ts'))
  const validators: Record<string, ZodType> = await import(join(folder, 'validators.ts'))
  return { calls, validators }
}
