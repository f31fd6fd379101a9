/** Three machines with etcd, Patroni and PostgreSQL, by the samples of deploy/ha. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { postgresProgram } from '../../../bin/programs.js'
import { ROOT } from '../../../bin/run.js'

import { until } from '../../../server/testing/process.ts'
import { ADDRESS, NODES, type Node, start } from './sandbox.ts'

export const PASSWORD = 'of-the-test-alone'
const SECRETS = {
  PATRONI_SUPERUSER_PASSWORD: PASSWORD,
  PATRONI_REPLICATION_PASSWORD: PASSWORD,
  PATRONI_REWIND_PASSWORD: PASSWORD,
  PATRONI_RESTAPI_USERNAME: 'patroni',
  PATRONI_RESTAPI_PASSWORD: PASSWORD,
}
const FORM_MS = 90_000
const HEALTHY_MS = 120_000

const ETCD = { etcd1: '192.0.2.31', etcd2: '192.0.2.32', etcd3: '192.0.2.33' }

/** A file of deploy/ with paths of a folder of the test's own, and each of `replacements` replaced. */
export function fromSample(
  sample: string,
  target: string,
  replacements: Readonly<Record<string, string | Replacement>>,
): string {
  const lines = readFileSync(join(ROOT, 'deploy', sample), 'utf8').split('\n')
  const changed = lines.flatMap((line) => {
    const [found, to] = Object.entries(replacements).find(([from]) => line.includes(from)) ?? []
    if (found === undefined || to === undefined) return [line]
    return typeof to === 'string' ? [line.replaceAll(found, to)] : to(line)
  })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, changed.join('\n'))
  return target
}

/** Gives what stands in place of a line. */
type Replacement = (line: string) => string[]

/** In the lines that differ from machine to machine, each name and address is replaced. */
function thisMachine(names: Readonly<Record<string, string>>): Record<string, Replacement> {
  const replace = (line: string) => [
    Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, to), line),
  ]
  return { '# this machine': replace }
}

export function giveToPostgres(path: string): void {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(path, id('-u'), id('-g'))
}

export class DatabaseMachines {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  async form(): Promise<void> {
    for (const [name, address] of Object.entries(ETCD)) this.#startEtcd(name, address)
    for (const node of NODES) this.#prepare(node)
    for (const node of NODES) this.boot(node)
    await until(async () => (await this.leader()) !== undefined, FORM_MS, 'a primary', 250)
    await this.healthy()
  }

  #startEtcd(name: string, address: string): void {
    const own = this.#ownFolder(name, 'data')
    const config = fromSample('ha/etcd.yml', join(own, 'etcd.yml'), {
      '/var/lib/etcd/moushikomi': join(own, 'data'),
      ...thisMachine({ etcd1: name, [ETCD.etcd1]: address }),
    })
    start(['etcd', '--config-file', config], { log: join(own, 'etcd.log') })
  }

  #prepare(node: Node): void {
    const own = this.#ownFolder(node, 'data', 'run')
    fromSample('ha/patroni.yml', join(own, 'patroni.yml'), {
      '/var/lib/postgresql/moushikomi': join(own, 'data'),
      '/var/lib/postgresql/.moushikomi-pgpass': join(own, 'pgpass'),
      '/usr/lib/postgresql/15/bin': dirname(postgresProgram('postgres') ?? ''),
      '/run/postgresql': join(own, 'run'),
      ...thisMachine({ db1: node, [ADDRESS.db1]: ADDRESS[node] }),
    })
  }

  #ownFolder(name: string, ...parts: string[]): string {
    const own = join(this.#folder, name)
    for (const part of ['', ...parts]) {
      mkdirSync(join(own, part), { mode: 0o700 })
      giveToPostgres(join(own, part))
    }
    return own
  }

  /** Starts what runs on a machine. */
  boot(node: Node): void {
    const own = join(this.#folder, node)
    const log = join(own, 'patroni.log')
    start(['patroni', join(own, 'patroni.yml')], { node, log, env: SECRETS })
  }

  async leader(): Promise<Node | undefined> {
    const answers = await Promise.all(NODES.map(async (node) => isPrimary(node)))
    return NODES.find((_, index) => answers[index])
  }

  /** Resolves when one machine is the primary, and the others follow, one of them synchronously. */
  async healthy(): Promise<void> {
    await until(() => isWhole().catch(() => false), HEALTHY_MS, 'three machines whole', 250)
  }

  async switchOver(): Promise<void> {
    const leader = await this.leader()
    if (!leader) throw new Error('there is no primary to switch over from')
    const response = await fetch(`${restOf(leader)}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
      body: JSON.stringify({ leader }),
    })
    if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`)
  }

  /** Runs statements as the superuser on the primary; gives the rows of the last. */
  async administer(database: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: await this.superUrl(database),
      connectionTimeoutMillis: 3000,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      let rows: Record<string, unknown>[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }

  async superUrl(database: string): Promise<string> {
    const leader = await this.leader()
    if (!leader) throw new Error('there is no primary')
    return `postgres://postgres:${PASSWORD}@${ADDRESS[leader]}/${database}`
  }
}

function restOf(node: Node): string {
  return `http://${ADDRESS[node]}:8008`
}

async function isPrimary(node: Node): Promise<boolean> {
  const asked = fetch(`${restOf(node)}/primary`, { signal: AbortSignal.timeout(1000) })
  return asked.then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}

type Member = { role: string; state: string; timeline?: number; lag?: number | string }

async function isWhole(): Promise<boolean> {
  const asked = NODES.map(async (node) => {
    const response = await fetch(`${restOf(node)}/cluster`, { signal: AbortSignal.timeout(1000) })
    return ((await response.json()) as { members: Member[] }).members
  })
  const views = await Promise.all(asked)
  return views.every((members) => {
    const roles = members.map(({ role }) => role)
    const timelines = new Set(members.map(({ timeline }) => timeline))
    return (
      members.length === NODES.length &&
      timelines.size === 1 &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      roles.filter((role) => role === 'leader').length === 1 &&
      roles.includes('sync_standby')
    )
  })
}
