/** nginx with the sample of deploy/ in front of both processes. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '../../../bin/run.js'
import { fromSample } from './cluster.ts'
import { HOST, PRODUCTS, type Product } from './products.ts'
import { type Service, start } from './sandbox.ts'

/** At the scheme's own port: the sample passes the host on without one. */
export const NGINX = 'http://192.0.2.31'
/** Until workers of before a reload have answered what they had. */
const RELOADED_MS = 1500

/** The sample as a site of its own nginx, without TLS; `passesAtOnce` sends bodies on as they come. */
export class Nginx {
  readonly #folder: string
  readonly #main: string
  readonly #passesAtOnce: boolean
  readonly #service: Service
  constructor(folder: string, { passesAtOnce = false } = {}) {
    this.#folder = folder
    this.#passesAtOnce = passesAtOnce
    this.#main = join(folder, 'nginx-main.conf')
    copyFileSync(join(ROOT, 'deploy', 'maintenance.html'), join(folder, 'maintenance.html'))
    const logs = `access_log off; error_log ${join(folder, 'nginx.log')};`
    writeFileSync(
      this.#main,
      `daemon off; pid ${join(folder, 'nginx.pid')}; user postgres; error_log ${join(folder, 'nginx.log')};
events {}
http { ${logs} include ${join(folder, 'nginx-site.conf')}; }`,
    )
    this.#write(PRODUCTS)
    this.#service = start(['nginx', '-p', folder, '-c', this.#main], {
      log: join(folder, 'nginx.log'),
      asRoot: true,
    })
  }

  async stop(): Promise<void> {
    this.#service.child.kill('SIGTERM')
    await this.#service.ended
  }

  async serve(products: readonly Product[]): Promise<void> {
    this.#write(products)
    const log = join(this.#folder, 'nginx.log')
    await start(['nginx', '-p', this.#folder, '-c', this.#main, '-s', 'reload'], {
      log,
      asRoot: true,
    }).ended
    await setTimeout(RELOADED_MS)
  }

  #write(served: readonly Product[]): void {
    const servers = (line: string) =>
      PRODUCTS.map((product) => {
        const other = line.replace('127.0.0.1', HOST[product])
        return served.includes(product) ? other : other.replace(';', ' down;')
      })
    fromSample('nginx.conf', join(this.#folder, 'nginx-site.conf'), {
      'server 127.0.0.1:3000': servers,
      proxy_http_version: (line) => [
        line,
        ...(this.#passesAtOnce ? ['proxy_request_buffering off;'] : []),
      ],
      ':80 default_server': () => [],
      'listen 80 default_server;': 'listen 192.0.2.10:80;',
      'listen 443 ssl http2;': `listen ${new URL(NGINX).host};`,
      'listen [::]:443': () => [],
      ssl_: () => [],
      '/var/log/nginx': this.#folder,
      '/opt/moushikomi/deploy': this.#folder,
    })
  }
}
