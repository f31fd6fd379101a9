/** What a returned message says (RFC 3464): the report at its top level alone, and nothing of what it quotes. */
import PostalMime from 'postal-mime'
import { codeOfNotice } from '#domain/returned-mail.ts'

/** A failure, as a message or a caller of the API tells it. All of it is untrusted. */
export type Failure = {
  kind: 'failed'
  /** In which a return address of ours may stand. */
  addresses: string
  /** Of the mail that came back, without its domain; empty where it is not told. */
  messageId: string
  recipients: readonly string[]
  /** RFC 3463; empty where there is none. */
  code: string
}

/** delayed: it is tried on. automatic: an answer of somebody's, or whatever is no report of a delivery. */
export type Notice = Failure | { kind: 'delayed' | 'automatic' | 'unreadable' }

/** Bytes of a message that are read. */
export const MOST_READ = 262_144
const BOUNDS = { maxNestingDepth: 8, maxHeadersSize: 65_536, forceRfc822Attachments: true } as const
/** Of one report: each of our mails has one recipient. */
const MOST_RECIPIENTS = 8
/** Headers that name the mailbox that a notice was sent to. */
const ADDRESSED = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to'])

/** Rejects where it cannot be parsed within its bounds. */
export async function readNotice(raw: Uint8Array): Promise<Notice> {
  const { headers, attachments } = await PostalMime.parse(raw, {
    ...BOUNDS,
    attachmentEncoding: 'utf8',
  })
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\/report\b/i.test(type) || !/delivery-status/i.test(type))
    return { kind: 'automatic' }
  const textOf = (...types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content
    return typeof content === 'string' ? content : ''
  }
  const report = textOf('message/delivery-status', 'message/global-delivery-status')
  const groups = report
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .slice(0, MOST_RECIPIENTS + 1)
    .map(fieldsOf)
  const failed = groups.filter((group) => group.get('action')?.toLowerCase() === 'failed')
  if (failed.length === 0) {
    const isDelayed = groups.some((group) => group.get('action')?.toLowerCase() === 'delayed')
    return { kind: isDelayed ? 'delayed' : 'automatic' }
  }
  const original = fieldsOf(
    textOf('text/rfc822-headers', 'message/rfc822', 'message/rfc822-headers').split(
      /\r?\n\r?\n/,
    )[0] ?? '',
  )
  const addressed = headers.filter(({ key }) => ADDRESSED.has(key)).map(({ value }) => value)
  return {
    kind: 'failed',
    addresses: [...addressed, original.get('return-path') ?? ''].join('\n'),
    messageId: /<([\w-]{1,64})@/.exec(original.get('message-id') ?? '')?.[1] ?? '',
    recipients: failed.flatMap((group) =>
      ['original-recipient', 'final-recipient'].map((name) => addressIn(group.get(name) ?? '')),
    ),
    code: codeIn(failed[0]),
  }
}

/** A status that says no more than that it failed (x.0.0, as Exim always writes) stands behind what the other server said. */
function codeIn(group: Map<string, string> | undefined): string {
  const code = codeOfNotice(group?.get('status')?.trim().split(/\s/)[0] ?? '')
  if (code !== '' && !code.endsWith('.0.0')) return code
  const said = SAID.exec(group?.get('diagnostic-code') ?? '')?.[1] ?? ''
  return codeOfNotice(said) || code
}

/** `smtp; 550 5.1.1 User unknown`, or `550-5.1.1` in an answer of several lines. */
const SAID = /\b[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})(?![.\d])/

/** `rfc822; taro@example.jp` */
function addressIn(field: string): string {
  return field.slice(field.indexOf(';') + 1).trim()
}

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
