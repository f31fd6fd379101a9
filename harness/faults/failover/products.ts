/** Two processes of the product behind HAProxy, each on its own way to the primary; and pgbouncer on one of them. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '../../../bin/run.js'
import { isReady, launch, type Server, until } from '../../../server/testing/process.ts'
import { settingsOf } from '../scene.ts'
import { fromSample, giveToPostgres, PASSWORD } from './cluster.ts'
import { ADDRESS, type Service, start } from './sandbox.ts'

export const PRODUCTS = ['app1', 'app2'] as const
export type Product = (typeof PRODUCTS)[number]
export const HOST: Readonly<Record<Product, string>> = { app1: '192.0.2.21', app2: '192.0.2.22' }
const PORT = 3000
/** The public address: HAProxy's, without TLS. */
export const PUBLIC = 'http://192.0.2.10:8080'
export const SHUTDOWN_DELAY_S = 5
const READY_MS = 30_000

const hosts = Object.values(ADDRESS).join(',')
const DATABASE: Readonly<Record<Product, string>> = {
  app1: `postgres://moushikomi:${PASSWORD}@192.0.2.10:6432/moushikomi`,
  app2: `postgres://moushikomi:${PASSWORD}@${hosts}/moushikomi?target_session_attrs=read-write`,
}
export const OWNERS_DATABASE = DATABASE.app2.replace('moushikomi:', 'moushikomi_owner:')

export class Products {
  readonly #folder: string
  readonly #tree: string
  readonly #servers = new Map<Product, Server>()
  #pooler: Service | undefined

  readonly #databases: Readonly<Record<Product, string>>

  /** With a database for each where it is not that of deploy/ha. */
  constructor(folder: string, tree: string, databases = DATABASE) {
    this.#folder = folder
    this.#tree = tree
    this.#databases = databases
  }

  startProxies(): void {
    const own = (name: string) => join(this.#folder, name)
    const database = fromSample('ha/haproxy-postgres.cfg', own('haproxy-postgres.cfg'), {})
    start(['haproxy', '-db', '-f', database], { log: own('haproxy-postgres.log') })
    const roles = ['moushikomi', 'moushikomi_owner']
    const users = roles.map((role) => `"${role}" "${PASSWORD}"\n`).join('')
    writeFileSync(own('userlist.txt'), users, { mode: 0o600 })
    giveToPostgres(own('userlist.txt'))
    this.startPooler()
    this.startFront()
  }

  /** What applicants reach: HAProxy in front of both processes. */
  startFront(): Service {
    const maintenance = join(this.#folder, 'maintenance.html')
    copyFileSync(join(ROOT, 'deploy', 'maintenance.html'), maintenance)
    const config = fromSample('haproxy.cfg', join(this.#folder, 'haproxy.cfg'), {
      ...WITHOUT_TLS,
      '/etc/haproxy/maintenance.html': maintenance,
    })
    return start(['haproxy', '-db', '-f', config], { log: join(this.#folder, 'haproxy.log') })
  }

  startPooler(): void {
    this.#pooler = start(['pgbouncer', this.#poolerConfig('pgbouncer')], {
      log: join(this.#folder, 'pgbouncer.log'),
    })
  }

  #poolerConfig(name: string, more: Record<string, string> = {}): string {
    return fromSample('ha/pgbouncer.ini', join(this.#folder, `${name}.ini`), {
      '/etc/pgbouncer/userlist.txt': join(this.#folder, 'userlist.txt'),
      '/run/postgresql': '',
      ...more,
    })
  }

  async killPooler(): Promise<void> {
    this.#pooler?.child.kill('SIGKILL')
    await this.#pooler?.ended
  }

  launch(
    name: string,
    database: string,
    env: Record<string, string> = {},
    tree = this.#tree,
  ): Server {
    return launch({
      tree,
      log: join(this.#folder, `${name}.log`),
      env: { ...settingsOf(this.#folder, database, tree), ...env },
    })
  }

  /** From another tree than the others where one is named. */
  async start(product: Product, tree = this.#tree): Promise<void> {
    const server = this.launch(
      product,
      this.#databases[product],
      {
        HOST: HOST[product],
        PORT: String(PORT),
        TRUST_PROXY: '192.0.2.10',
        SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_S),
      },
      tree,
    )
    this.#servers.set(product, server)
    await this.ready(product)
  }

  async ready(product: Product): Promise<void> {
    await until(() => isReady(urlOf(product)).catch(() => false), READY_MS, `${product} ready`)
  }

  async stop(product: Product, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const server = this.#servers.get(product)
    server?.signal(signal)
    return (await server?.ended)?.code ?? null
  }

  /** Behind a pgbouncer in transaction pooling: what a process says that does not start, '' where it does. */
  async refusalBehindTransactionPooling(): Promise<string> {
    const port = '6433'
    const config = this.#poolerConfig('pgbouncer-transaction', {
      'pool_mode = session': 'pool_mode = transaction',
      'listen_port = 6432': `listen_port = ${port}`,
    })
    const pooler = start(['pgbouncer', config], { log: join(this.#folder, 'pgbouncer.log') })
    await setTimeout(1000)
    const server = this.launch('unfit', DATABASE.app1.replace('6432', port))
    const ended = await Promise.race([server.ended, server.listening.catch(() => undefined)])
    server.signal('SIGKILL')
    pooler.child.kill('SIGKILL')
    const log = readFileSync(join(this.#folder, 'unfit.log'), 'utf8')
    return typeof ended === 'string' ? '' : log
  }
}

/** Certificates are none of this test's: the sample's encrypted listener becomes a plain one. */
const WITHOUT_TLS = {
  'bind :443 ssl': () => [`    bind ${new URL(PUBLIC).host}`],
  'bind :80': () => [],
  'redirect scheme https': () => [],
}

export function urlOf(product: Product): string {
  return `http://${HOST[product]}:${PORT}`
}
