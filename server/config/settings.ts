/** The settings of the environment, a row each; some subjects have a table in a file of their own. The only reader of process.env. */
import { FIRST_ACCOUNT_COMMAND } from '#contract/console.ts'
import { OperatorError } from '../errors.ts'
import { isJournal, LOG_LEVELS } from '../observability/log.ts'
import { standbyUrls, writableUrls } from '../store/postgres/failover.ts'
import { DELIVERY_SETTINGS } from './delivery-settings.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import { OIDC_SETTINGS } from './openid-connect-settings.ts'
import { readSettings, type Settings, type ValuesOf } from './setting.ts'
import { TRACING_SETTINGS } from './tracing-settings.ts'
import {
  COUNT_RANGE,
  hostNames,
  ipAddress,
  isUrlOf,
  networkList,
  oneOf,
  origin,
  projectPath,
  signingKeys,
  wholeNumberUpTo,
} from './values.ts'
import { BUILD } from './version.ts'

/** The folder of package.json. */
export const PROJECT_ROOT = projectPath('.')

/** What the build made, and what the command line imports in its place. */
export const POSTAL_CODES = {
  built: projectPath('build/postal-codes.db'),
  imported: projectPath('data/postal-codes.db'),
} as const

const PORT_RANGE = 'a whole number from 0 to 65535; 0 takes any free port'

/** Adding a setting is adding a row. */
export const SETTINGS = {
  HOST: {
    about: 'Address that pages and API listen on',
    allowed: 'an IP address of this machine, or localhost',
    fallback: '127.0.0.1',
    read: ipAddress,
  },
  PORT: {
    about: 'Port of pages and API',
    allowed: PORT_RANGE,
    fallback: '3000',
    read: wholeNumberUpTo(65_535),
  },
  STAFF_PORT: {
    about: 'Port of the staff console',
    allowed: `${PORT_RANGE}; or off`,
    fallback: (textOf) => portAfter(textOf('PORT'), 1),
    read: (text) => (text === 'off' ? ('off' as const) : wholeNumberUpTo(65_535)(text)),
  },
  STAFF_HOST: {
    about:
      'Address that the staff console listens on; beyond loopback a proxy with TLS stands in front',
    allowed: 'an IP address of this machine, or localhost',
    fallback: '127.0.0.1',
    read: ipAddress,
  },
  STAFF_NAMES: {
    about: 'Host names by which the staff console is called, besides localhost and STAFF_HOST',
    allowed: 'a comma-separated list of host names without ports',
    fallback: '',
    read: hostNames,
  },
  STAFF_KEY_FILE: {
    about:
      'File of the key that encrypts second factors of staff accounts; made when it is first needed',
    allowed: 'a path',
    fallback: 'data/staff-key',
    read: projectPath,
  },
  STAFF_USER_HEADER: {
    about: 'Header in which a proxy of TRUST_PROXY names the staff account that uses the console',
    allowed: 'a header name such as x-forwarded-user',
    fallback: '',
    read: (text) => (/^[\w-]*$/.test(text) ? text.toLowerCase() : undefined),
  },
  ...OIDC_SETTINGS,
  METRICS_PORT: {
    about: 'Port of the Prometheus metrics',
    allowed: `${PORT_RANGE}; or off`,
    fallback: (textOf) => portAfter(textOf('PORT'), 2),
    read: (text) => (text === 'off' ? ('off' as const) : wholeNumberUpTo(65_535)(text)),
  },
  METRICS_HOST: {
    about: 'Address that the metrics listen on; they are open to whoever reaches it',
    allowed: 'an IP address of this machine, or localhost',
    fallback: '127.0.0.1',
    read: ipAddress,
  },
  ...TRACING_SETTINGS,
  DATABASE_URL: {
    about: 'Where applications are kept; a relative path starts at the project folder',
    allowed:
      'sqlite:<path> or postgres://<host>[,<host>…]/<database>, whose target_session_attrs is read-write',
    fallback: 'sqlite:data/moushikomi.db',
    read: databaseUrl,
    secret: true,
  },
  DATABASE_READ_URL: {
    about:
      'Standby of PostgreSQL that lists and exports of staff are read from; empty reads the primary',
    allowed: 'postgres://<host>[,<host>…]/<database>',
    fallback: '',
    read: (text) => (text === '' || standbyUrls(text) ? text : undefined),
    secret: true,
  },
  DIRECTORY_FILE: {
    about:
      'File of the imported directory of facilities; a relative path starts at the project folder',
    allowed: 'a path',
    fallback: 'data/directory.db',
    read: projectPath,
  },
  OPERATOR_FILE: {
    about:
      'File of the operator’s words, dates and documents; without it the pages show the product’s samples',
    allowed: 'a path',
    fallback: '',
    read: (text) => (text === '' ? '' : projectPath(text)),
  },
  TRUST_PROXY: {
    about: 'Reverse proxies whose X-Forwarded-* headers are believed; empty believes none',
    allowed:
      'a comma-separated list of IP addresses and networks such as 10.0.0.0/8, never "true" or a number of hops',
    fallback: '',
    read: networkList,
  },
  ...LIMIT_SETTINGS,
  PUBLIC_URL: {
    about:
      'Address under which applicants reach the pages; links of invitations and of the status of an application begin with it',
    allowed: 'an http:// or https:// address without a path',
    fallback: (textOf) => `http://localhost:${textOf('PORT')}`,
    read: origin,
  },
  SECURITY_CONTACT: {
    about:
      'Where a vulnerability may be reported, as /.well-known/security.txt tells; by default the pages, which name the support',
    allowed: 'a mailto:, tel: or https:// address',
    fallback: (textOf) => `${textOf('PUBLIC_URL')}/`,
    read: (text) => (isUrlOf(text, /^(mailto:|tel:|https?:\/\/)[\x21-\x7e]+$/) ? text : undefined),
  },
  ...DELIVERY_SETTINGS,
  INVITATIONS: {
    about: 'Whether migration and suspension need an invitation link',
    allowed: 'optional or required',
    fallback: 'optional',
    read: oneOf('optional', 'required'),
  },
  INVITATION_KEYS: {
    about:
      'Keys of the invitation links as id:secret, the first signs; empty reads them from the file',
    allowed: 'lines as "npm run admin -- invite keys new" makes them, between commas',
    fallback: '',
    read: signingKeys,
    secret: true,
  },
  INVITATION_KEYS_FILE: {
    about: 'File of the invitation keys; a relative path starts at the project folder',
    allowed: 'a path',
    fallback: 'data/invitation-keys',
    read: projectPath,
  },
  LINK_KEYS: {
    about:
      'Keys of the links to the status of an application as id:secret, the first signs; empty reads them from the file',
    allowed: 'lines as "npm run admin -- links keys new" makes them, between commas',
    fallback: '',
    read: signingKeys,
    secret: true,
  },
  LINK_KEYS_FILE: {
    about:
      'File of those keys, made at the first start; processes that share a database share it too',
    allowed: 'a path',
    fallback: 'data/link-keys',
    read: projectPath,
  },
  RETENTION_INCOMPLETE_DAYS: {
    about: 'Days after which an application that was never completed is deleted',
    allowed: COUNT_RANGE,
    fallback: '30',
    read: wholeNumberUpTo(1_000_000_000),
  },
  RETENTION_COMPLETE_DAYS: {
    about: 'Days after which the personal data of a closed application is erased',
    allowed: COUNT_RANGE,
    fallback: '0',
    read: wholeNumberUpTo(1_000_000_000),
  },
  WAITING_ALERT_HOURS: {
    about:
      'Hours that an application, a message or a correction may wait for staff before an alert; only working days in Tokyo count (not Saturdays, Sundays, public holidays and closed.days of OPERATOR_FILE)',
    allowed: COUNT_RANGE,
    fallback: '24',
    read: wholeNumberUpTo(1_000_000_000),
  },
  DEMO: {
    about:
      'Whether this is the desk of "npm run demo": pages say so, and are served under the names of this machine alone',
    allowed: 'on or off',
    fallback: 'off',
    read: oneOf('on', 'off'),
  },
  SHUTDOWN_DELAY_SECONDS: {
    about:
      'Seconds after SIGTERM in which /readyz is red and work is still taken, so that a load balancer moves on',
    allowed: 'a whole number from 0 to 300',
    fallback: '0',
    read: wholeNumberUpTo(300),
  },
  LOG_LEVEL: {
    about: 'Lowest level that is logged, as JSON lines on standard error',
    allowed: LOG_LEVELS.join(', '),
    fallback: 'info',
    read: oneOf(...LOG_LEVELS),
  },
} satisfies Settings

/** Settings of earlier versions, each with what takes its place: one that is still set may have protected something. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  STAFF_PASSWORD_HASH: `accounts have taken the place of the one password of the staff console, so remove this setting and make the first account with "${FIRST_ACCOUNT_COMMAND}".`,
}

export type Config = ValuesOf<typeof SETTINGS>

/** Reads and checks all settings. Throws OperatorError, which names each invalid setting and its allowed values. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const names = Object.keys({ ...REMOVED_SETTINGS, ...SETTINGS })
  const texts = new Map(
    names.map((name) => [name, env[name] ?? ''] as const).filter(([, text]) => text !== ''),
  )
  const { values, faults } = readSettings(SETTINGS, texts, {
    unknown: (name) => `${name}: ${REMOVED_SETTINGS[name]}`,
    refused: (name, { allowed, secret }, text) =>
      `${name}: ${secret ? 'its value' : JSON.stringify(text)} is not allowed. Allowed: ${allowed}.`,
  })
  if (faults.length > 0) throw new OperatorError('settings', faults.join('\n'))
  return values
}

/** What the settings say of traces. */
export function tracingOptions(config: Config) {
  return {
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    version: BUILD.version,
  }
}

/** Whether standard error is systemd's journal. */
export function logsToJournal(env: NodeJS.ProcessEnv = process.env, descriptor = 2): boolean {
  return env.JOURNAL_STREAM !== undefined && isJournal(env.JOURNAL_STREAM, descriptor)
}

/** Default port: `offset` above another one; 0 (any free port) stays 0. */
function portAfter(port: string, offset: number): string {
  return port === '0' ? '0' : String(Number(port) + offset)
}

function databaseUrl(text: string): string | undefined {
  if (writableUrls(text)) return text
  const [, path] = /^sqlite:(.+)$/s.exec(text) ?? []
  return path && `sqlite:${projectPath(path)}`
}
