import { describe, expect, test } from 'vitest'
import { query } from '../../store/statement.ts'
import { everythingIn } from '../../testing/calls.ts'
import {
  addAccount,
  auditTrail,
  completeEntry,
  logInAs,
  startConsole,
} from '../../testing/staff-app.ts'

describe('sending a dead letter again from the console', () => {
  async function setUp() {
    const staff = await startConsole()
    const reference = await completeEntry(staff.applications)
    const [first] = (await everythingIn(staff.database)).outbox
    const id = first?.id ?? ''
    await staff.database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('outbox').set({ state: 'failed', attempts: 9 }))),
    )
    const headers = await logInAs(staff, await addAccount(staff, '花子', 'worker'))
    const resend = (payload: object, name = reference) =>
      staff.app.inject({
        method: 'POST',
        url: `/api/applications/${name}/resend`,
        headers,
        payload,
      })
    const states = async () =>
      (await everythingIn(staff.database)).outbox.map(({ id, state, attempts }) => [
        id,
        state,
        attempts,
      ])
    return { staff, reference, id, headers, resend, states }
  }

  test('makes one delivery due, and is recorded with the person in history and trail', async () => {
    const { staff, reference, id, headers, resend, states } = await setUp()
    expect((await resend({ delivery: id })).statusCode).toBe(200)
    expect(await states()).toEqual([
      [id, 'queued', 9],
      [expect.any(String), 'failed', 9],
    ])
    const record = await staff.app.inject({ url: `/api/applications/${reference}`, headers })
    expect(record.json().history).toMatchObject([{ who: '花子', action: 'resend', detail: '1件' }])
    expect(await auditTrail(staff)).toContainEqual(
      expect.objectContaining({
        who: '花子',
        via: 'console',
        action: 'resend',
        subject: reference,
      }),
    )
  })

  test('of another application, unknown, sent, or without a name is refused with a sentence', async () => {
    const { staff, reference, id, resend, states } = await setUp()
    const other = await completeEntry(staff.applications)
    for (const [payload, name] of [
      [{ delivery: id }, other],
      [{ delivery: 'nothing' }, reference],
      [{ delivery: id }, 'XXXX-XXXX'],
    ] as const) {
      const reply = await resend(payload, name)
      expect([reply.statusCode, reply.json().error.code]).toEqual([409, 'not_resendable'])
    }
    expect((await resend({})).statusCode).toBe(422)
    await staff.database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('outbox').set({ state: 'sent', sent_at: 1 }))),
    )
    expect((await resend({ delivery: id })).statusCode).toBe(409)
    expect(await states()).toContainEqual([id, 'sent', 9])
  })
})
