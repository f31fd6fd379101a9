/** What a golden run brought out, as text: one line where one thing is, so that a difference is readable. */
import { createHmac } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { type Settings, textOfSetting } from '../config/setting.ts'
import { SETTINGS } from '../config/settings.ts'
import { type Book, isOfInterest, someOf } from './golden-book.ts'
import { type Rig, WEBHOOK_SECRETS } from './golden-rig.ts'

/** As the mail server took them; what is encoded stands there decoded, and is encoded as it should be. */
export function mailsText({ mails }: Rig, book: Book): string {
  const texts = mails.mails.map(({ recipients, clientName, source }) => {
    const [head = '', body = ''] = source.split('\r\n\r\n')
    const text = Buffer.from(body, 'base64')
    const encoded = text.toString('base64').replace(/(.{76})(?=.)/g, '$1\r\n')
    expect(body.trimEnd()).toBe(encoded)
    const envelope = `EHLO ${clientName}\nRCPT TO ${recipients.join(', ')}`
    return book.masked(`${envelope}\n${decodedWords(head)}\n\n${text}`)
  })
  return someOf(texts.toSorted(), isOfInterest)
    .map((text) => `### a mail\n${text}`)
    .join('\n')
}

function decodedWords(head: string): string {
  return head
    .replaceAll('\r\n', '\n')
    .replace(/\?=\s+=\?UTF-8\?([BQ])\?/g, '')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, how, text) => {
      const decoded =
        how === 'B'
          ? Buffer.from(text, 'base64').toString()
          : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%'))
      return `{${how}: ${decoded}}`
    })
}

/** Their signatures cover values made by chance: each is computed again here. */
export function webhooksText({ hooks }: Rig, book: Book): string {
  const secrets = WEBHOOK_SECRETS.split(',')
  const texts = hooks.received.map(({ headers, body }) => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const expected = secrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    )
    expect(headers['webhook-signature']).toBe(expected.join(' '))
    const { host: _host, 'content-length': _length, ...shown } = headers
    const named = {
      ...shown,
      'webhook-signature': 'v1,<HMAC with the first secret> v1,<with the second>',
    }
    const lines = Object.entries(named)
      .toSorted()
      .map(([name, value]) => `${name}: ${value}`)
    expect(JSON.stringify(JSON.parse(body))).toBe(body)
    const json = JSON.stringify(JSON.parse(body), null, 1)
    return withoutHundred(book.masked(`${lines.join('\n')}\n${json}\n`))
  })
  return someOf(texts.toSorted(), (text) => /of (entry|trial|suspension)>/.test(text))
    .map((text) => `### a call\n${text}`)
    .join('\n')
}

/** Families by name, the labels of their series, and of histograms the bounds; totals keep their value. */
export async function metricsText({ metrics, staffMetrics }: Rig): Promise<string> {
  const families = `${await metrics.render()}${await staffMetrics.render()}`.split(/^(?=# HELP )/m)
  return families.map(familyText).toSorted().join('\n')
}

function familyText(family: string): string {
  const [help = '', type = '', ...lines] = family.trimEnd().split('\n')
  const bounds = new Set(lines.flatMap((line) => /le="([^"]*)"/.exec(line)?.[1] ?? []))
  const series = lines.map((line) => {
    const [, labelled = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? []
    const isKept = /_total(\{|$)/.test(labelled) && !labelled.startsWith('process_')
    const plain = labelled
      .replace(/,?le="[^"]*",?/, '')
      .replace('{}', '')
      .replace(/node="[^"]*"/, 'node="<version>"')
      .replace(bounds.size === 0 ? /$^/ : /_(bucket|sum|count)(?=\{|$)/, '')
    return isKept ? `${plain} ${value}` : plain
  })
  const buckets = bounds.size === 0 ? [] : [`(le) ${[...bounds].join(' ')}`]
  return [help, type, ...buckets, ...new Set(series.toSorted())].join('\n')
}

/** Of each kind of line, every set of fields that it came with, and their types. */
export function logText(logged: string): string {
  const kinds = logged
    .trim()
    .split('\n')
    .map((line) => {
      const { level, event, ...fields } = JSON.parse(line)
      // How often a trouble is met is a matter of time.
      if (/(?<!setting_without_effect)_repeated$/.test(event)) return ''
      return `${level} ${event}: ${shapeOf(fields)}`
    })
  return [...new Set(kinds)].toSorted().join('\n')
}

function shapeOf(fields: object): string {
  return Object.entries(fields)
    .toSorted()
    .map(([name, value]) => {
      if (Array.isArray(value)) return `${name} list`
      return typeof value === 'object' ? `${name} {${shapeOf(value)}}` : `${name} ${typeof value}`
    })
    .join(', ')
}

export function settingsText(): string {
  const rows: Settings = SETTINGS
  const texts = Object.entries(rows).map(([key, { about, allowed, secret }]) =>
    [
      `### ${key}${secret ? ' (secret)' : ''}`,
      `default ${JSON.stringify(textOfSetting(rows, new Map(), key).text)}`,
      about,
      allowed,
    ].join('\n'),
  )
  return texts.toSorted().join('\n\n')
}

/** Byte order mark and carriage returns, which no reader of a difference would see. */
export const visible = (text: string) =>
  text.replace('\ufeff', '<BOM>').replaceAll('\r\n', '<CR>\n')

/** Of the hundred rows the first two and the last; all of them are under the hash of the CSV export. */
const withoutHundred = (text: string) =>
  text.replace(
    /( *\{\n *"no": (\d+),\n *"facilityName": "第\d+事業所"[^}]*\},\n)/g,
    (row, _, no) => (Number(no) < 3 ? row : ''),
  )

/** The parts of a workbook; a cell, a column and the like begin a line each. */
export function partsOf(bytes: Uint8Array): string {
  const parts = Object.entries(unzipSync(bytes)).map(
    ([name, part]) =>
      `### ${name}\n${strFromU8(part).replace(/<(row|c s|c><v|col|sheet|Override|xf|Relationship|font|\/worksheet)\b/g, '\n$&')}\n`,
  )
  return parts.join('\n')
}

export const isNotOfHundred = (row: object) =>
  !('facility_name' in row) || !/^第([3-9]|\d\d)事業所/.test(String(row.facility_name))
