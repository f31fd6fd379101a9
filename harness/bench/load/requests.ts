/** The three requests of a registration as bytes, with the headers that a browser on the pages sends. */
import {
  API_BASE,
  customerPath,
  FORM_SIGNALS_HEADER,
  formatFormSignals,
  IDEMPOTENCY_KEY_HEADER,
  PATHS,
  registrationFields,
} from '#contract/apply.ts'
import { NO_CAMPAIGN } from '../../client/application.ts'
import { addressOf, applicantOf, FACILITIES, FIRST_NUMBER, keyOf, priceText } from './applicants.ts'

/** Each gives a whole request, one character a byte. */
export type Requests = {
  register(number: number): string
  consent(number: number, username: string): string
  facilities(number: number, username: string): string
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

export function requestsTo(host: string): Requests {
  const post = (path: string, type: string, number: number, body: string) =>
    [
      `POST ${API_BASE}${path} HTTP/1.1`,
      `Host: ${host}`,
      ...BROWSER_HEADERS,
      `Origin: http://${host}`,
      `X-Forwarded-For: ${addressOf(number)}`,
      `${IDEMPOTENCY_KEY_HEADER}: ${keyOf(number)}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  return {
    register: (number) => post(PATHS.register, FORM, number, FORM_PARTS.join(String(number))),
    consent: (number, username) =>
      post(customerPath('consent', username), JSON_TYPE, number, CONSENT),
    facilities: (number, username) =>
      post(customerPath('facilities', username), JSON_TYPE, number, LIST),
  }
}

const BROWSER_HEADERS = [
  'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0',
  'Accept: */*',
  'Accept-Language: ja',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  `${FORM_SIGNALS_HEADER}: ${formatFormSignals({ elapsed: 61_000, trap: false })}`,
]

const FORM_PARTS = new URLSearchParams(
  registrationFields('entry', applicantOf(FIRST_NUMBER), NO_CAMPAIGN),
)
  .toString()
  .split(String(FIRST_NUMBER))

const CONSENT = JSON.stringify({ kind: 1, priceText: priceText() })
const LIST = Buffer.from(JSON.stringify({ facilities: FACILITIES })).toString('latin1')
