/** Mails that did not arrive, from the notice to the right address; and what the billing system says of a number. */
import { describe, expect, test } from 'vitest'
import { sendAllAgain } from '../delivery/send-again.ts'
import type { Database } from '../store/database.ts'
import { countFailed } from '../store/queries/outbox.ts'
import { query } from '../store/statement.ts'
import { CORPORATION } from '../testing/calls.ts'
import { named } from '../testing/corrections.ts'
import { ENGINES } from '../testing/databases.ts'
import { statusBody } from '../testing/presses.ts'
import { outboxRow, put, rowsIn } from '../testing/rows.ts'
import { applyAt, correctBy, decideOn, LINKS, linkIn, STAFF, startDesk } from '../testing/status.ts'

const RIGHT = 'tanaka@aozora.example.ne.jp'

const failedIn = async (database: Database) =>
  (await rowsIn(database, 'outbox')).filter(({ state }) => state === 'failed').map(({ id }) => id)

describe.each(ENGINES)('on %s', (engine) => {
  async function start() {
    const webhook = {
      WEBHOOK_URL: 'https://billing.example.jp/hook',
      WEBHOOK_EVENTS: ['application.corrected' as const],
    }
    const desk = await startDesk({ engine, webhook })
    const { reference, reply } = await applyAt(desk, 'key-1')
    const { database, staff } = desk
    await database.atomic((tx) =>
      tx.run(
        query((db) => db.updateTable('outbox').set({ state: 'sent', attempts: 1, sent_at: 1 })),
      ),
    )
    const [mail] = (await rowsIn(database, 'outbox')).filter(
      ({ kind }) => kind === 'mail_applicant',
    )
    if (!mail) throw new Error('no mail')
    const post = (path: string, payload: object) =>
      staff.app.inject({
        method: 'POST',
        url: `/api/applications/${reference}/${path}`,
        headers: STAFF,
        payload,
      })
    const contacted = (note = '', deliveries = [mail.id]) => post('contacted', { deliveries, note })
    const get = async (path: string) =>
      (await staff.app.inject({ url: `/api/${path}`, headers: STAFF })).json()
    const comesBack = (code = '5.1.1') =>
      put(database, {
        returned_mails: [
          {
            ...{ delivery: mail.id, sending: 1, application: mail.application, at: 7, code },
            ...{ state: 'open', settled_at: null, settled_by: null },
          },
        ],
      })
    const outbox = async (kind: string) =>
      (await rowsIn(database, 'outbox'))
        .filter((row) => row.kind === kind)
        .map((row) => row.recipient)
    return {
      ...desk,
      desk,
      reference,
      link: linkIn(reply),
      post,
      contacted,
      get,
      comesBack,
      outbox,
      id: mail.application,
      mail,
    }
  }

  test('what came back is seen in the application, in the list and in 未達, until staff have called', async () => {
    const { get, contacted, comesBack, reference, database } = await start()
    await comesBack()
    const { deliveries } = await get(`applications/${reference}`)
    const mail = deliveries.find(({ kind }: { kind: string }) => kind === 'mail_applicant')
    const returned = { code: '5.1.1', sentence: '宛先が存在しません。', state: 'open' }
    expect(mail.returned).toMatchObject(returned)
    const list = await get('applications?waiting=returned')
    expect(list.applications.map((row: { reference: string }) => row.reference)).toEqual([
      reference,
    ])
    expect(list.waiting.returned.count).toBe(1)
    expect(list.undelivered).toBe(1)
    const { deliveries: undelivered, count } = await get('deliveries')
    expect([count, undelivered[0].tel]).toEqual([1, CORPORATION.tel])
    expect((await contacted('留守番電話に残した')).statusCode).toBe(200)
    expect((await get('deliveries')).count).toBe(0)
    expect((await get('applications')).waiting.returned.count).toBe(0)
    const { history } = await get(`applications/${reference}`)
    expect(history.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['contacted', 'note']),
    )
    expect((await contacted()).json().error.code).toBe('action_refused')
    expect((await rowsIn(database, 'audit')).map(({ detail }) => detail).join()).not.toContain(
      '留守番',
    )
  })

  test('of a closed application it is folded, and waits for nobody', async () => {
    const { get, post, comesBack } = await start()
    await comesBack('5.2.2')
    const closing = statusBody('received', 'rejected')
    expect((await post('status', closing)).statusCode).toBe(200)
    expect(await get('deliveries')).toMatchObject({ deliveries: [], count: 0, closed: 1 })
    const { deliveries } = await get('deliveries?closed=true')
    expect(deliveries[0].returned.sentence).toBe('受信箱がいっぱいです。')
    expect((await get('applications')).waiting.returned.count).toBe(0)
  })

  test('the right address is a revision: the new one is told, the link is renewed, and billing hears of it', async () => {
    const { get, post, comesBack, reference, link, outbox, desk, database, id } = await start()
    await comesBack()
    // A stranger at the mistyped address has used up the tries of the hour.
    for (let n = 0; n < 5; n++) await desk.ask(link, `0${n}`)
    const before = await get(`applications/${reference}`)
    const done = await post('address', {
      to: RIGHT,
      note: '電話で確認',
      seen: { address: CORPORATION.email },
    })
    expect(done.statusCode).toBe(200)
    const after = await get(`applications/${reference}`)
    expect([after.mailaddress, after.tel]).toEqual([RIGHT, before.tel])
    expect(after.version).toBe(before.version + 1)
    expect(after.consents).toEqual(before.consents)
    expect(after.correction).toBeNull()
    // The former one is 不達: nobody reads a farewell there.
    expect(await outbox('mail_status')).toEqual([RIGHT])
    expect(await outbox('webhook_corrected')).toHaveLength(1)
    expect((await desk.ask(link)).statusCode).toBe(404)
    const renewed = LINKS.to({ reference, generation: 2 }) ?? ''
    const opened = await desk.ask(renewed.split('#')[1] ?? '', CORPORATION.tel)
    expect(opened.json()).toHaveProperty('details')
    expect((await get('deliveries')).count).toBe(0)
    const revisions = (await rowsIn(database, 'revisions')).filter((row) => row.application === id)
    expect(revisions.map(({ number, email }) => [number, email])).toEqual([
      [1, CORPORATION.email],
      [2, RIGHT],
    ])
    const audit = await rowsIn(database, 'audit')
    expect(audit.map(({ action }) => action)).toContain('address')
    expect(JSON.stringify(audit)).not.toContain(RIGHT)
  })

  test('a former address that is 不達 is told nothing, also where staff have noted the call before', async () => {
    const { post, contacted, comesBack, outbox } = await start()
    await comesBack()
    expect((await contacted()).statusCode).toBe(200)
    const done = await post('address', {
      to: RIGHT,
      note: '',
      seen: { address: CORPORATION.email },
    })
    expect(done.statusCode).toBe(200)
    expect(await outbox('mail_status')).toEqual([RIGHT])
    // The next one is another address, of which nothing came back.
    const to = 'suzuki@aozora.example.ne.jp'
    const again = { to, note: '', seen: { address: RIGHT } }
    expect((await post('address', again)).statusCode).toBe(200)
    expect((await outbox('mail_status')).filter((to) => to === RIGHT)).toHaveLength(2)
  })

  test('the call is about the mails that were drawn: what came back meanwhile waits', async () => {
    const { get, contacted, comesBack, database, id, mail } = await start()
    await comesBack()
    const later = outboxRow('later', { application: id, kind: 'mail_status', state: 'failed' })
    const back = outboxRow('back', { application: id, kind: 'mail_status', state: 'sent' })
    await put(database, {
      outbox: [later, back],
      returned_mails: [
        {
          ...{ delivery: 'back', sending: 1, application: id, at: 8, code: '5.1.1' },
          ...{ state: 'open', settled_at: null, settled_by: null },
        },
      ],
    })
    expect((await get('deliveries')).count).toBe(3)
    expect((await contacted()).statusCode).toBe(200)
    const left = { count: 2, deliveries: [{ id: 'back' }, { id: 'later' }] }
    expect(await get('deliveries')).toMatchObject(left)
    // Of another application nothing is settled by it.
    expect((await contacted('', ['of another'])).json().error.code).toBe('action_refused')
    expect((await contacted('', [mail.id, 'later', 'back'])).statusCode).toBe(200)
    expect((await get('deliveries')).count).toBe(0)
  })

  test.each(['by staff', 'by the applicant'])(
    'with another address, %s, nobody waits for what went to the former one',
    async (way) => {
      const { get, post, comesBack, database, id, mail, desk, link, reference, outbox } =
        await start()
      await comesBack()
      // The relay refused one at once, and one is tried again; one to staff does not go out either.
      const of = { application: id, recipient: CORPORATION.email, kind: 'mail_status' } as const
      await put(database, {
        outbox: [
          outboxRow('refused', { ...of, state: 'failed', last_error: '550 5.1.1' }),
          outboxRow('tried', { ...of, last_error: '451 4.7.1' }),
          outboxRow('to staff', {
            ...of,
            kind: 'mail_staff',
            recipient: 'x@y.jp',
            state: 'failed',
          }),
        ],
      })
      expect((await get('deliveries')).count).toBe(4)
      if (way === 'by staff')
        await post('address', { to: RIGHT, note: '', seen: { address: CORPORATION.email } })
      else {
        await correctBy(desk, link, { fields: { mailaddress: RIGHT } })
        const decided = await decideOn(desk, reference, { of: 'correction', seen: '2' })
        expect(decided.statusCode).toBe(200)
      }
      expect(await get('deliveries')).toMatchObject({ count: 1, deliveries: [{ id: 'to staff' }] })
      expect((await get('applications')).waiting.returned.count).toBe(0)
      const { deliveries } = await get(`applications/${reference}`)
      const undelivered = deliveries.filter((row: { isUndelivered: boolean }) => row.isUndelivered)
      expect(undelivered.map((row: { id: string }) => row.id)).toEqual(['to staff'])
      const former = (await outbox('mail_status')).filter((to) => to === CORPORATION.email)
      expect(former).toHaveLength(2)
      expect(mail.recipient).toBe(CORPORATION.email)
      // After an outage all dead letters go out again, but for those that a stranger may read.
      expect(await sendAllAgain(database, () => desk.clock.now)).toBe(1)
      expect(await failedIn(database)).toEqual(['refused'])
      expect(await sendAllAgain(database, () => desk.clock.now, 'refused')).toBe(1)
    },
  )

  test('what was refused goes to a former address by no bulk retry, also after a call about it, until it is on file again', async () => {
    const { post, contacted, database, id, desk } = await start()
    const of = { application: id, kind: 'mail_status', recipient: CORPORATION.email } as const
    await put(database, { outbox: [outboxRow('refused', { ...of, state: 'failed' })] })
    expect((await contacted('', ['refused'])).statusCode).toBe(200)
    const correct = (to: string, address: string) =>
      post('address', { to, note: '', seen: { address } })
    const again = () => sendAllAgain(database, () => desk.clock.now)
    expect(await database.read(countFailed)).toBe(1)
    expect((await correct(RIGHT, CORPORATION.email)).statusCode).toBe(200)
    expect([await database.read(countFailed), await again()]).toEqual([0, 0])
    expect((await correct(CORPORATION.email, RIGHT)).statusCode).toBe(200)
    expect([await database.read(countFailed), await again()]).toEqual([1, 1])
  })

  test('a former address that the relay refuses is told nothing', async () => {
    const { post, outbox, database, id } = await start()
    const refused = { application: id, kind: 'mail_status', state: 'failed' } as const
    await put(database, {
      outbox: [outboxRow('refused', { ...refused, recipient: CORPORATION.email })],
    })
    await post('address', { to: RIGHT, note: '', seen: { address: CORPORATION.email } })
    expect(await outbox('mail_status')).toEqual(expect.arrayContaining([CORPORATION.email, RIGHT]))
    expect(await outbox('mail_status')).toHaveLength(2)
  })

  test('a former address that works is told, and nothing is set beside what has changed meanwhile', async () => {
    const { post, outbox, desk, link } = await start()
    const set = (given: object) =>
      post('address', { to: RIGHT, note: '', seen: { address: CORPORATION.email }, ...given })
    expect((await set({ seen: { address: 'x@example.jp' } })).json().error.code).toBe(
      'changed_meanwhile',
    )
    expect((await set({ to: 'no address' })).json().error.code).toBe('validation_failed')
    // As the form of the applicant reads it: with what is pasted from a mail it is the same.
    expect(
      (await set({ to: ` ${CORPORATION.email.replace('t', 'ｔ')}\u200b` })).json().error.code,
    ).toBe('action_refused')
    await correctBy(desk, link, named('合同会社そら'))
    expect((await set({})).json().error.code).toBe('correction_waiting')
    expect(await outbox('mail_status')).toEqual([])
    const decline = {
      of: 'correction',
      seen: { asked: '2' },
      accept: false,
      reason: '番号が違います',
    }
    expect((await post('decision', decline)).statusCode).toBe(200)
    expect((await set({})).statusCode).toBe(200)
    expect((await outbox('mail_status')).toSorted()).toEqual(
      [CORPORATION.email, CORPORATION.email, RIGHT].toSorted(),
    )
  })
})
