/** Settings of delivery: mails, and the webhook of the billing system. */
import { isMailAddress } from '#domain/mail-address.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/staff.ts'
import { withoutEnd } from '#domain/text.ts'
import { LONGEST_TOKEN, returnAddress } from '../returned/return-address.ts'
import type { Settings } from './setting.ts'
import {
  COUNT_RANGE,
  ehloName,
  ehloNameOf,
  isUrlOf,
  mailbox,
  oneOf,
  projectPath,
  wholeNumberBetween,
  wholeNumberUpTo,
} from './values.ts'

/**
 * When what was not delivered is tried again: seconds before each further attempt, by what came of the last one. The
 * last pause repeats. `unknown` comes on top of the lease, `outage` is the pause of all that goes the same way.
 */
export const RETRY_SCHEDULES = {
  postponed: [2, 4, 8, 15, 30, 60, 120, 300, 600, 1800],
  refused: [60, 600, 3600, 14_400, 28_800, 43_200, 86_400],
  unknown: [0, 172_800],
  outage: [1, 2, 4, 8, 15, 30],
} as const

type RetryCause = keyof typeof RETRY_SCHEDULES
export type RetrySchedules = Readonly<Record<RetryCause, readonly number[]>>

export const DELIVERY_SETTINGS = {
  MAIL_URL: {
    about: 'Where mail is sent from; without it every mail becomes a file in MAIL_FOLDER',
    allowed: 'smtp://user:password@host:port or smtps://…',
    fallback: '',
    read: (text) => (text === '' || isRelay(text) ? text : undefined),
    secret: true,
  },
  MAIL_TLS: {
    about:
      'Whether TLS is required; with “offered”, mail goes unencrypted to a server without TLS. Passwords are only ever sent encrypted, except on this machine',
    allowed: 'offered or required',
    fallback: 'offered',
    read: oneOf('offered', 'required'),
  },
  MAIL_CA_FILE: {
    about:
      'File of additional CA certificates (PEM) to verify the mail server with, for example a private CA',
    allowed: 'a path',
    fallback: '',
    read: (text) => (text === '' ? '' : projectPath(text)),
  },
  MAIL_FOLDER: {
    about: 'Folder for mails that are not sent; a relative path starts at the project folder',
    allowed: 'a path',
    fallback: 'data/mail',
    read: projectPath,
  },
  MAIL_FROM: {
    about: 'Sender of every mail; its domain is also that of every Message-ID',
    allowed: 'name <address>, or an address alone; needed with MAIL_URL',
    // Mail from this machine's own name would be refused, or taken for spam.
    fallback: (textOf) => (textOf('MAIL_URL') === '' ? 'お申し込み窓口 <no-reply@localhost>' : ''),
    read: mailbox,
  },
  MAIL_EHLO: {
    about:
      'Host name in the EHLO greeting to the mail server; by default that of PUBLIC_URL or MAIL_FROM',
    allowed: 'a host name, or an address in brackets',
    fallback: (textOf) => ehloNameOf(textOf('PUBLIC_URL'), textOf('MAIL_FROM')),
    read: ehloName,
  },
  MAIL_TIMEOUT_SECONDS: {
    about:
      'Seconds that the mail server may take to accept a mail after its last byte; RFC 5321 asks for ten minutes',
    allowed: 'a whole number from 5 to 3600',
    fallback: '600',
    read: wholeNumberBetween(5, 3600),
  },
  MAIL_RETURN: {
    about:
      'Envelope sender of each mail (VERP), which identifies a returned mail; {} is replaced by 44 characters',
    allowed:
      'an address with {} in front of @, such as bounce+{}@apply.example.jp, of at most 64 characters in all there; empty: returned mails are not noticed',
    fallback: '',
    read: returnTemplate,
  },
  MAIL_RETURN_URL: {
    about: 'Mailbox that returned mails come to, read by IMAP; INBOX where no folder is named',
    allowed: 'imaps://user@host:port/folder; the password is in MAIL_RETURN_PASSWORD_FILE',
    fallback: '',
    read: (text) => (text === '' || isReturnMailbox(text) ? text : undefined),
  },
  MAIL_RETURN_PASSWORD_FILE: {
    about: 'File whose first line is the password of that mailbox',
    allowed: 'a path; needed with MAIL_RETURN_URL',
    fallback: '',
    read: (text) => (text === '' ? '' : projectPath(text)),
  },
  MAIL_RETURN_DAYS: {
    about: 'Days that processed messages stay in this mailbox before they are deleted',
    allowed: 'a whole number from 0 to 3650; 0 deletes nothing',
    fallback: '30',
    read: wholeNumberUpTo(3650),
  },
  DELIVERY_SENDERS: {
    about:
      'Concurrent deliveries of each kind (mails to applicants, mails to staff, webhook calls); at most a quarter of them go to one mail domain or host',
    allowed: 'a whole number from 1 to 64',
    fallback: '32',
    read: wholeNumberBetween(1, 64),
  },
  DELIVERY_RETRIES: {
    about:
      'Seconds before each further attempt, by the outcome of the last one; the last pause repeats, and an outcome that is not named keeps its default',
    allowed: `${Object.keys(RETRY_SCHEDULES).join(', ')}, each with = and whole numbers from 1 to 604800 between commas`,
    fallback: Object.entries(RETRY_SCHEDULES)
      .map(([cause, pauses]) => `${cause}=${pauses.join(',')}`)
      .join(' '),
    read: retrySchedules,
  },
  STAFF_MAIL: {
    about:
      'Mail address of the staff, notified of new applications; while empty, these mails are held',
    allowed: 'one mail address',
    fallback: (textOf) => (textOf('MAIL_URL') === '' ? 'staff@localhost' : ''),
    read: (text) => (text === '' || isMailAddress(text) ? text : undefined),
  },
  LIMIT_SENT_PER_ADDRESS_PER_DAY: {
    about:
      'Mails to one mailbox in 24 hours that one client address may cause; all addresses together may cause four times as many, and further mails are held',
    allowed: COUNT_RANGE,
    fallback: '3',
    read: wholeNumberUpTo(1_000_000_000),
  },
  LIMIT_SENT_PER_HOUR: {
    about: 'Mails an hour; further mails are held, except the first one to an address',
    allowed: COUNT_RANGE,
    fallback: '1000',
    read: wholeNumberUpTo(1_000_000_000),
  },
  WEBHOOK_URL: {
    about:
      'URL of the billing system’s webhook, called for every completed application; empty calls none',
    allowed: 'an http:// or https:// address',
    fallback: '',
    read: (text) => (text === '' || isUrlOf(text, /^https?:\/\/./) ? text : undefined),
    secret: true,
  },
  WEBHOOK_SECRET: {
    about: 'Key that signs webhook calls; two during a rotation',
    allowed:
      'whsec_ and base 64 of 24 to 64 bytes, or 16 characters or more without a comma; two with a comma between them; needed with WEBHOOK_URL',
    fallback: (textOf) => (textOf('WEBHOOK_URL') === '' ? 'nothing is signed' : ''),
    read: webhookKeys,
    secret: true,
  },
  WEBHOOK_EVENTS: {
    about:
      'Webhook events besides completed applications: status changes by staff, withdrawals, corrections',
    allowed: `${WEBHOOK_EVENTS.join(', ')}, with a comma between them`,
    fallback: '',
    read: webhookEvents,
  },
} satisfies Settings

function webhookEvents(text: string): readonly WebhookEvent[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  const events = WEBHOOK_EVENTS.filter((event) => names.includes(event))
  return text === '' || events.length === names.length ? events : undefined
}

const LONGEST_PAUSE_S = 604_800

function retrySchedules(text: string): RetrySchedules | undefined {
  const schedules: Record<string, readonly number[]> = { ...RETRY_SCHEDULES }
  for (const part of text.split(' ').filter(Boolean)) {
    const [cause = '', list = '', ...rest] = part.split('=')
    // A lease goes before what is unknown; without a pause anything else would be tried without end.
    const least = cause === 'unknown' ? 0 : 1
    const pauses = list.split(',').map(wholeNumberBetween(least, LONGEST_PAUSE_S))
    const valid = pauses.filter((pause) => pause !== undefined)
    if (!Object.hasOwn(RETRY_SCHEDULES, cause) || rest.length > 0) return undefined
    if (valid.length < pauses.length) return undefined
    schedules[cause] = valid
  }
  return schedules as RetrySchedules
}

/** Whole, it is an address: a local part holds 64 characters. */
function returnTemplate(text: string): string | undefined {
  if (text === '') return text
  const [local = '', domain = '', ...rest] = text.split('@')
  const isWhole = local.split('{}').length === 2 && rest.length === 0 && !domain.includes('{}')
  const longest = returnAddress(text, LONGEST_TOKEN)
  return isWhole && longest.indexOf('@') <= LOCAL_PART && isMailAddress(longest) ? text : undefined
}

const LOCAL_PART = 64

/** The password would stand in lists of processes and in files that are read by many. */
function isReturnMailbox(text: string): boolean {
  if (!isUrlOf(text, /^imaps:\/\/./)) return false
  const { username, password, hostname } = new URL(text)
  return username !== '' && password === '' && hostname !== ''
}

/** A name without a password, or the other way about, would be no login. */
function isRelay(text: string): boolean {
  if (!isUrlOf(text, /^smtps?:\/\/./)) return false
  const { username, password } = new URL(text)
  return (username === '') === (password === '')
}

/** Of the Standard Webhooks specification: bytes behind `whsec_`. */
const KEY_BYTES = { least: 24, most: 64 }
const SHORTEST_TEXT = 16
const MOST_KEYS = 2

/** One secret, or two between a comma during a rotation, of which the first one's signature comes first: `whsec_` and base 64, or a text. Undefined where one of them is neither. */
export function webhookKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((secret) => keyOf(secret.trim()))
  const valid = keys.filter((key) => key !== undefined)
  return valid.length === keys.length && keys.length <= MOST_KEYS ? valid : undefined
}

function keyOf(secret: string): Buffer | undefined {
  const [, encoded] = /^whsec_(.*)$/s.exec(secret) ?? []
  if (encoded === undefined) return secret.length < SHORTEST_TEXT ? undefined : Buffer.from(secret)
  const key = Buffer.from(encoded, 'base64')
  // Node.js skips what is no base 64, and would sign with a shorter key.
  const isExact = withoutEnd(key.toString('base64'), /=/) === withoutEnd(encoded, /=/)
  return isExact && key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : undefined
}
