import { expect, test } from 'vitest'
import { createNoticeReader, startThread } from './notice-reader.ts'
import { readNotice } from './read-notice.ts'

const report = (
  action: string,
  status = '5.1.1',
  more = '',
) => `From: MAILER-DAEMON@relay.example.jp
To: bounce+token@apply.example.jp
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Action: failed in the text is nothing.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.jp

Original-Recipient: rfc822;taro@example.jp
Final-Recipient: rfc822; taro@example.jp
Action: ${action}
Status: ${status}
${more}
--b
Content-Type: text/rfc822-headers

Return-Path: <bounce+other@apply.example.jp>
Message-ID: <01a21b04@apply.example.jp>

--b--
`
const bytes = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))

test('a failure has what names the mail, and its code', async () => {
  expect(await readNotice(bytes(report('failed')))).toEqual({
    kind: 'failed',
    addresses: 'bounce+token@apply.example.jp\n<bounce+other@apply.example.jp>',
    messageId: '01a21b04',
    recipients: ['taro@example.jp', 'taro@example.jp'],
    code: '5.1.1',
  })
})

test.each([
  ['delayed', report('delayed', '4.4.1'), 'delayed'],
  ['a delivery', report('delivered', '2.0.0'), 'automatic'],
  [
    'somebody’s holiday',
    'To: bounce+token@b\nAuto-Submitted: auto-replied\n\nAway.\n',
    'automatic',
  ],
  [
    'a report within another message',
    `Content-Type: multipart/mixed; boundary="o"\n\n--o\nContent-Type: message/rfc822\n\n${report('failed')}\n--o--\n`,
    'automatic',
  ],
] as const)('%s is no failure', async (_, text, kind) => {
  expect(await readNotice(bytes(text))).toEqual({ kind })
})

test('a Message-ID that is none of ours names no mail', async () => {
  for (const id of ['a\0b', '名前', 'x'.repeat(65), ''])
    expect(await readNotice(bytes(report('failed').replace('01a21b04', id)))).toMatchObject({
      messageId: '',
    })
})

test('a code that is none of RFC 3463 is left out', async () => {
  expect(await readNotice(bytes(report('failed', '<b>5.1.1</b>')))).toMatchObject({ code: '' })
})

/** In the forms that mail servers give it; `lines` are those of the report. */
const formOf = (parts: readonly (readonly [type: string, content: string])[]) =>
  `From: MAILER-DAEMON@relay.example.jp
To: bounce+token@apply.example.jp
Content-Type: multipart/report; boundary="000_b"; report-type=delivery-status

${parts.map(([type, content]) => `--000_b\nContent-type: ${type}\n\n${content}\n\n`).join('')}--000_b--
`
const WORDS = ['text/plain; charset=us-ascii', 'It came back.'] as const
const QUOTED = 'Received: from desk\nMessage-ID: <01a21b04@apply.example.jp>\nTo: taro@example.jp'

test.each<[string, string, string]>([
  [
    'Exchange',
    formOf([
      ['multipart/alternative; boundary="x"', '--x\nContent-Type: text/html\n\n<p>\n--x--'],
      [
        'message/delivery-status',
        'Reporting-MTA: dns;mail.prod.outlook.com\nReceived-From-MTA: dns;relay.example.jp\n\nFinal-Recipient: rfc822;taro@example.jp\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found\nX-Display-Name: taro',
      ],
      ['message/rfc822', `${QUOTED}\n\nbody`],
    ]),
    '5.1.10',
  ],
  [
    'Gmail',
    formOf([
      [
        'multipart/related; boundary="r"',
        '--r\nContent-Type: multipart/alternative; boundary="a"\n\n--a\nContent-Type: text/plain\n\nx\n--a--\n--r--',
      ],
      [
        'message/delivery-status',
        'Reporting-MTA: dns; googlemail.com\nArrival-Date: Fri, 27 Nov 2026 00:00:00 -0800 (PST)\nX-Original-Message-ID: <01a21b04@apply.example.jp>\n\nFinal-Recipient: rfc822; taro@example.jp\nAction: failed\nStatus: 5.2.2\nRemote-MTA: dns; mx.example.jp. (192.0.2.1, the server for the domain.)\nDiagnostic-Code: smtp; 552-5.2.2 The recipient’s inbox is out of storage space\n 552 5.2.2 and inactive.\nLast-Attempt-Date: Fri, 27 Nov 2026 00:00:01 -0800 (PST)',
      ],
      ['message/rfc822', `${QUOTED}\n\n----- Message truncated -----`],
    ]),
    '5.2.2',
  ],
  [
    'Exim',
    formOf([
      WORDS,
      [
        'message/delivery-status',
        'Reporting-MTA: dns; exim.example.jp\n\nAction: failed\nFinal-Recipient: rfc822;taro@example.jp\nStatus: 5.0.0\nRemote-MTA: dns; mx.example.jp\nDiagnostic-Code: smtp; 550 5.1.1 <taro@example.jp>: no such user, says 5.1.1.10',
      ],
      ['message/rfc822', `Return-path: <bounce+token@apply.example.jp>\n${QUOTED}\n\nbody`],
    ]),
    '5.1.1',
  ],
  [
    'one that says no more than that it failed',
    formOf([
      WORDS,
      [
        'message/delivery-status',
        'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822;taro@example.jp\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 no',
      ],
      ['text/rfc822-headers', QUOTED],
    ]),
    '5.0.0',
  ],
])('a notice of %s', async (_, text, code) => {
  expect(await readNotice(bytes(text))).toMatchObject({
    kind: 'failed',
    addresses: expect.stringContaining('bounce+token@apply.example.jp'),
    messageId: '01a21b04',
    recipients: expect.arrayContaining(['taro@example.jp']),
    code,
  })
})

test('what takes too long is unreadable, and the next is read', async () => {
  const reader = createNoticeReader(1)
  expect(await reader.read(bytes(report('failed')))).toEqual({ kind: 'unreadable' })
  await reader.close()
  const patient = createNoticeReader()
  expect(await patient.read(bytes(report('failed')))).toMatchObject({ kind: 'failed' })
  expect(await patient.read(bytes(report('delayed')))).toEqual({ kind: 'delayed' })
  await patient.close()
})

test('while no thread can be had a message is left for later, and the next one asks again', async () => {
  let isShort = true
  const reader = createNoticeReader(undefined, async () => {
    if (isShort) throw new Error('no thread can be had')
    return startThread()
  })
  await expect(reader.read(bytes(report('failed')))).rejects.toThrow('no thread')
  isShort = false
  expect(await reader.read(bytes(report('failed')))).toMatchObject({ kind: 'failed' })
  await reader.close()
})

test('a message that is long to read costs the server none of its time', async () => {
  const reader = createNoticeReader()
  await reader.read(bytes(report('failed')))
  let turns = 0
  let isRead = false
  const turn = () => {
    turns += 1
    if (!isRead) setImmediate(turn)
  }
  setImmediate(turn)
  const parts = 'Content-Type: text/plain\n\nx\n--b\n'.repeat(20_000)
  const wide = report('failed').replace('--b\n', `--b\n${parts}`)
  expect(await reader.read(bytes(wide))).toEqual({ kind: expect.any(String) })
  isRead = true
  await reader.close()
  expect(turns).toBeGreaterThan(100)
})

test('many messages gather nothing at their thread', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  const reader = createNoticeReader()
  for (let n = 0; n < 15; n += 1) await reader.read(bytes(report('failed')))
  await reader.close()
  process.off('warning', note)
  expect(warnings).toEqual([])
})
