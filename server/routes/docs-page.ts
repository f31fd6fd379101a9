/** The page that the OpenAPI description is read on: made of the description alone, with no script. */

/** As much of OpenAPI 3.1 as our own description uses. */
export type Description = {
  info: { title: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}
type Operation = {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Body> }
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}
type Body = { schema: Schema; example?: unknown }
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
type Schema = {
  $ref?: string
  type?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  maxItems?: number
  pattern?: string
}

export function renderDocs(description: Description): string {
  const { info, tags = [], paths } = description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = tags.map(({ name, description: about = '' }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name))
    const articles = own.map(({ path, method, operation }) =>
      renderOperation(description, method, path, operation),
    )
    return `<section><h2>${text(name)}</h2><p>${text(about)}</p>${articles.join('')}</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(info.title)}</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<header><h1 lang="ja">${text(info.title)}</h1><p>${text(info.description ?? '')}</p>
<p><a href="openapi.json">openapi.json</a></p></header>
<main>${sections.join('\n')}</main>
</body>
</html>
`
}

function renderOperation(
  all: Description,
  method: string,
  path: string,
  { summary = '', description = '', parameters = [], requestBody, responses }: Operation,
): string {
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
  const schema = body && resolve(all, body.schema)
  const example = body?.example
  return `<article>
<h3><code>${text(method.toUpperCase())} ${text(path)}</code></h3>
<p><strong>${text(summary)}</strong></p><p>${text(description)}</p>
${table('Parameters', ['Name', 'In', 'Value', 'Meaning'], parameters.map(parameterRow))}
${schema ? `<p>Body: <code>${text(type ?? '')}</code></p>` : ''}
${table('Fields', ['Name', 'Value', 'Meaning'], schema ? fieldRows(all, schema, '') : [])}
${example === undefined ? '' : `<p>Example</p><pre><code>${text(showExample(type, example))}</code></pre>`}
${table('Answers', ['Status', 'Body', 'Meaning'], Object.entries(responses).map(responseRow))}
</article>`
}

const parameterRow = ({ name, in: place, required, description = '', schema }: Parameter) => [
  `<code>${text(name)}</code>${required ? ' *' : ''}`,
  text(place),
  text(describeValue(schema)),
  text(description),
]

const responseRow = ([status, { description = '', content = {} }]: [
  string,
  Operation['responses'][string],
]) => {
  const bodies = Object.values(content).map(({ schema }) => text(describeValue(schema)))
  return [`<code>${text(status)}</code>`, bodies.join(', '), text(description)]
}

/** One row a field, the fields of objects and of rows indented under their name. */
function fieldRows(all: Description, schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, unresolved]) => {
    const field = resolve(all, unresolved)
    const inner = field.items ? resolve(all, field.items) : field
    const required = schema.required?.includes(name) ? ' *' : ''
    const path = `${prefix}${name}`
    return [
      [
        `<code>${text(path)}</code>${required}`,
        text(describeValue(field)),
        text(field.description ?? ''),
      ],
      ...fieldRows(all, inner, `${path}${field.items ? '[]' : ''}.`),
    ]
  })
}

function resolve(all: Description, schema: Schema): Schema {
  const name = schema.$ref && refName(schema.$ref)
  return (name && all.components?.schemas?.[name]) || schema
}

const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What may stand there, in a few words. */
function describeValue(schema: Schema): string {
  if (schema.$ref) return refName(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(describeValue).join(' | ')
  const limit = schema.maxLength ?? schema.maxItems
  const words = [
    schema.type ?? '',
    limit === undefined ? '' : `up to ${limit}`,
    schema.pattern ? `matching ${schema.pattern}` : '',
  ]
  return words.filter(Boolean).join(', ')
}

function showExample(type: string | undefined, example: unknown): string {
  const isForm = type === 'application/x-www-form-urlencoded'
  return isForm
    ? Object.entries(example as Record<string, string>)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n')
    : JSON.stringify(example, null, 2)
}

function table(caption: string, heads: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const head = heads.map((cell) => `<th scope="col">${cell}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escaped; what stands between backticks is code. */
function text(raw: string): string {
  const escaped = raw.replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c)
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const DOCS_STYLE = `:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
article { margin: 2rem 0; padding: 0 1rem 1rem; border: 1px solid; border-radius: 0.5rem; }
h3 code { overflow-wrap: anywhere; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; }
caption { padding: 0.25rem 0; text-align: start; font-weight: bold; }
th, td { padding: 0.25rem 0.5rem; border-block-end: 1px solid; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th:last-child { inline-size: 50%; }
header a { display: inline-block; padding-block: 0.25rem; }
@media (width >= 40rem) {
  th, td { overflow-wrap: break-word; }
}
@media (width < 40rem) {
  thead { position: absolute; clip-path: inset(50%); }
  tr, td { display: block; }
  td { border: 0; }
  tr { border-block-end: 1px solid; }
}
pre { padding: 0.5rem; border: 1px solid; overflow-x: auto; }
`
