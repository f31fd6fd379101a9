/**
 * A small billing system: takes Standard Webhooks, follows the staff API's cursor, acknowledges what it has, and
 * keeps both in a file. It misses hooks and loses what it had in memory when it is started again.
 */
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STAFF_API_PATHS } from '#contract/staff-api.ts'
import type { ApiApplication, ApiPage } from '#contract/staff-api-schemas.ts'

type Saved = { cursor: string; versions: Record<string, number> }

export type BillingSystem = {
  /** What it has on disk: receipt number → version. */
  saved(): Saved
  hooks: { taken: number; missed: number; forged: number }
  /** Reads the API until it is up to date. */
  poll(): Promise<void>
  /** As after a crash: everything that was not on disk is gone. */
  restart(): void
  url: string
  close(): void
}

type Options = {
  file: string
  key: Buffer
  api: string
  token: string
  /** Of 100 hooks, how many it answers and forgets, and how many it does not answer. */
  misses: { forgets: number; fails: number }
  random: () => number
}

export async function startBillingSystem(options: Options): Promise<BillingSystem> {
  const { file, key, misses, random } = options
  let memory: Saved = read(file)
  const hooks = { taken: 0, missed: 0, forged: 0 }
  const takeOver = ({ reference, version }: ApiApplication) => {
    if (version > (memory.versions[reference] ?? 0)) memory.versions[reference] = version
  }
  const save = () => writeFileSync(file, JSON.stringify(memory))
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { 'webhook-id': id, 'webhook-timestamp': at } = request.headers
    const mac = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    const luck = random() * 100
    if (request.headers['webhook-signature'] !== `v1,${mac}`) hooks.forged += 1
    else if (luck < misses.forgets) hooks.missed += 1
    else if (luck < misses.forgets + misses.fails) return void request.destroy()
    else {
      takeOver(JSON.parse(body).data)
      hooks.taken += 1
    }
    reply.writeHead(204).end()
  })
  return {
    hooks,
    saved: () => read(file),
    async poll() {
      let more = true
      while (more) {
        const page = await get<ApiPage>(options, `?after=${memory.cursor}&limit=5`)
        for (const application of page.applications) {
          takeOver(application)
          await acknowledge(options, application)
        }
        memory.cursor = page.next
        more = page.more
        // The cursor is kept with what it stands for: a crash before this line reads the page again.
        save()
      }
    },
    restart() {
      memory = read(file)
    },
    url: await listen(server),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function read(file: string): Saved {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { cursor: '', versions: {} }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

async function get<T>({ api, token }: Options, query: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${api}${STAFF_API_PATHS.applications}${query}`, { headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Twice, as after an answer that was lost; one that has changed meanwhile comes again. */
async function acknowledge({ api, token }: Options, { reference, version }: ApiApplication) {
  const path = STAFF_API_PATHS.acknowledgement.replace(':reference', reference)
  for (const attempt of [1, 2]) {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': `${reference}-${version}`,
        'if-match': `"${version}"`,
      },
    })
    await response.body?.cancel()
    if (response.status !== 200 && response.status !== 412)
      throw new Error(`${attempt}: ${response.status}`)
  }
}
