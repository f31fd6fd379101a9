/** The headers that every answer carries, errors included; made once. */
import { WORKER_POLICY } from '#contract/apply.ts'

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/** Permissions-Policy: browser features that the pages do not use. */
const REFUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
]

/** Of a public page, which may call these origins besides its own and starts the one worker that reads files. */
export function pagePolicy(connectOrigins: readonly string[]): string {
  const connect = [POLICY['connect-src'], ...connectOrigins].join(' ')
  return policy({
    ...POLICY,
    'connect-src': connect,
    'worker-src': "'self'",
    'trusted-types': WORKER_POLICY,
  })
}

const HEADERS = {
  'content-security-policy': policy(POLICY),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'x-dns-prefetch-control': 'off',
}

/** By protocol: Strict-Transport-Security is sent over TLS only. */
export const SECURITY_HEADERS = {
  http: HEADERS,
  https: { ...HEADERS, 'strict-transport-security': 'max-age=31536000' },
} as const

/** Cache-Control of answers with data. */
export const NO_STORE = 'no-store'

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
