/** Notices that a pipe or a provider hands over. */
import { describe, expect, test } from 'vitest'
import { parseSigningKeys } from '../../apply/signing-keys.ts'
import { createReturnAddresses } from '../../returned/return-address.ts'
import { query } from '../../store/statement.ts'
import { bearer, newToken, runDocumented } from '../../testing/billing.ts'
import { CORPORATION } from '../../testing/calls.ts'
import { ENGINES } from '../../testing/databases.ts'
import { rowsIn } from '../../testing/rows.ts'
import { codeOf, completeEntry, startConsole } from '../../testing/staff-app.ts'

const URL = '/api/staff/v1/returned'
const [KEY] = parseSigningKeys(`k1:${'A'.repeat(42)}E`) as [ReturnType<typeof parseSigningKeys>[0]]

describe.each(ENGINES)('on %s', (engine) => {
  async function start() {
    const staff = await startConsole({ engine, config: { LINK_KEYS: [KEY] } })
    await completeEntry(staff.applications)
    const sent = query((db) => db.updateTable('outbox').set({ state: 'sent', attempts: 1 }))
    await staff.database.atomic((tx) => tx.run(sent))
    const mails = await rowsIn(staff.database, 'outbox')
    const id = mails.find(({ kind }) => kind === 'mail_applicant')?.id ?? ''
    const token = await newToken(staff, { scopes: ['returned'] })
    const post = (payload: object | string, type = 'application/json', by = token) =>
      staff.app.inject({
        method: 'POST',
        url: URL,
        headers: { ...bearer(by), 'content-type': type },
        payload,
      })
    return { staff, id, post, token }
  }

  test('a notice in JSON marks the mail that it names; once', async () => {
    const { staff, id, post } = await start()
    const notice = { messageId: `<${id}@apply.example.jp>`, recipient: CORPORATION.email }
    const answers = []
    for (const code of ['5.1.1', '5.2.2']) answers.push((await post({ ...notice, code })).json())
    expect(answers).toEqual([{ outcome: 'marked' }, { outcome: 'repeated' }])
    expect(await rowsIn(staff.database, 'returned_mails')).toMatchObject([
      { delivery: id, code: '5.1.1', state: 'open' },
    ])
  })

  test('a whole message is read; what is no report is left', async () => {
    const { staff, id, post } = await start()
    const report = `Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; ${CORPORATION.email}
Action: failed
Status: 5.2.2

--b
Content-Type: text/rfc822-headers

Message-ID: <${id}@apply.example.jp>

--b--
`
    expect((await post('Hello\n', 'message/rfc822')).json()).toEqual({ outcome: 'automatic' })
    expect((await post(report, 'message/rfc822')).json()).toEqual({ outcome: 'marked' })
    expect(await rowsIn(staff.database, 'returned_mails')).toMatchObject([{ code: '5.2.2' }])
  })

  test.each<[string, (id: string, address: string) => object]>([
    [
      'ses',
      (id, address) => ({
        Type: 'Notification',
        Message: JSON.stringify({
          notificationType: 'Bounce',
          bounce: {
            bounceType: 'Permanent',
            reportingMTA: 'dns; email.example.com',
            bouncedRecipients: [
              {
                emailAddress: CORPORATION.email,
                status: '5.1.1',
                action: 'failed',
                diagnosticCode: 'smtp; 550 5.1.1 User unknown',
              },
            ],
          },
          mail: { source: address, messageId: `of-ses-${id}`, destination: [CORPORATION.email] },
        }),
      }),
    ],
    [
      'sendgrid',
      (id) => [
        { email: CORPORATION.email, event: 'delivered', 'smtp-id': `<${id}@apply.example.jp>` },
        {
          email: CORPORATION.email,
          event: 'bounce',
          type: 'bounce',
          'smtp-id': `<${id}@apply.example.jp>`,
          status: '5.1.1',
          reason: '550 5.1.1 User unknown',
        },
      ],
    ],
  ])('what %s tells is handed over by the client of the documents', async (provider, bodyOf) => {
    const { staff, id, token } = await start()
    const { of } = createReturnAddresses('bounce+{}@apply.example.jp', () => [KEY])
    const address = of({ delivery: id, sending: 1, recipient: CORPORATION.email }) ?? ''
    const api = await staff.app.listen({ host: '127.0.0.1', port: 0 })
    const body = JSON.stringify(bodyOf(id, address))
    const hand = () => runDocumented('returned-events.js', { api, token, words: [provider], body })
    expect([await hand(), await hand()]).toEqual(['marked\n', 'repeated\n'])
    expect(await rowsIn(staff.database, 'returned_mails')).toMatchObject([
      { delivery: id, code: '5.1.1', state: 'open' },
    ])
  })

  test('without the scope, or without a mail, nothing is taken', async () => {
    const { staff, post } = await start()
    expect(codeOf(await post({ code: '5.1.1' }))).toBe('validation_failed')
    expect(codeOf(await post({ recipient: 'x@example.jp' }))).toBe('validation_failed')
    const other = await newToken(staff, { name: 'other', scopes: ['read', 'acknowledge'] })
    expect(codeOf(await post({ address: 'a' }, 'application/json', other))).toBe('scope_missing')
    expect(await rowsIn(staff.database, 'returned_mails')).toEqual([])
  })
})
