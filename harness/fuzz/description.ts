/** The API as the server itself describes it: what may be sent, and which answers are foreseen. */
import type { Schema } from './from-schema.ts'

export type Operation = {
  method: string
  path: string
  body: { type: string; schema: Schema; example: Record<string, unknown> } | undefined
  parameters: readonly { in: 'path' | 'query' | 'header'; name: string; schema: Schema }[]
  /** Status → the codes that its description names; none where it is no error. */
  answers: ReadonlyMap<number, ReadonlySet<string>>
}

type Described = {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: Schema; example: Record<string, unknown> }> }
  responses: Record<string, { description: string }>
}

export async function describedAt(url: string): Promise<Operation[]> {
  const response = await fetch(`${url}/api/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described)),
  )
}

function operationOf(method: string, path: string, described: Described): Operation {
  const { parameters = [], requestBody, responses } = described
  const [content] = Object.entries(requestBody?.content ?? {})
  return {
    method: method.toUpperCase(),
    path,
    body: content && { type: content[0], ...content[1] },
    parameters,
    answers: new Map(
      Object.entries(responses).map(([status, { description }]) => [
        Number(status),
        new Set([...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)),
      ]),
    ),
  }
}
