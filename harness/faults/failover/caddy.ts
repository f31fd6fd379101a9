/** Caddy with the sample of deploy/ in front of both processes. */
import { join } from 'node:path'
import { ROOT } from '../../../bin/run.js'
import { fromSample } from './cluster.ts'
import { HOST } from './products.ts'
import { type Service, start } from './sandbox.ts'

export const CADDY = 'http://192.0.2.10:8082'

/** The sample without TLS, with the lines for two processes. It passes bodies on as they come. */
export function startCaddy(folder: string): Service {
  const config = fromSample('Caddyfile', join(folder, 'Caddyfile'), {
    'redir https': () => [],
    'http:// {': () => ['http:// {', 'abort'],
    'apply.example.jp {': `${CADDY} {`,
    '/opt/moushikomi/deploy': join(ROOT, 'deploy'),
    'reverse_proxy 127.0.0.1:3000': (line) => [
      line.replace(
        '127.0.0.1:3000',
        Object.values(HOST)
          .map((host) => `${host}:3000`)
          .join(' '),
      ),
    ],
    '#2 ': '',
  })
  const log = join(folder, 'caddy.log')
  const command = ['caddy', 'run', '--adapter', 'caddyfile', '--config', config]
  return start(command, { log, env: { HOME: folder }, asRoot: true })
}
