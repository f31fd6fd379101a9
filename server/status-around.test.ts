/** Around the link: its keys, mails, an older process beside, upgrades, the command, and what an erasure leaves. */
import { existsSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { admin } from './admin/testing.ts'
import { makeFirstKey, readSigningKeys } from './apply/signing-keys.ts'
import { readOperator } from './config/operator-file.ts'
import { claimVersion } from './config/operator-pages.ts'
import { telling } from './delivery/channel.ts'
import { mailDelivery, newsDelivery } from './delivery/mail/notices.ts'
import { keepingTransport } from './delivery/testing.ts'
import { claimLinkKeys, openStatusLinks } from './follow-up/link.ts'
import { summariesOf } from './store/queries/stored-applications.ts'
import { query } from './store/statement.ts'
import { applicationsOn, CORPORATION, NOW, TRIAL } from './testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, temporaryFolder } from './testing/databases.ts'
import { operatorFile } from './testing/operator-file.ts'
import { channelOf, NO_LIMITS, rigOn, start, states, until } from './testing/outbox.ts'
import { rowsOf } from './testing/raw-sql.ts'
import { applicationRow, outboxRow, put, rowsIn } from './testing/rows.ts'
import { codeOf, completeEntry } from './testing/staff-app.ts'
import {
  applyAt,
  handOut,
  KEY,
  LINKS,
  linkIn,
  OLDER_KEY,
  PUBLIC_URL,
  setStatus,
  startDesk,
} from './testing/status.ts'

test('the first key is made once, by whichever process comes first, for its owner alone', () => {
  const file = join(temporaryFolder(), 'deep/link-keys')
  for (let n = 0; n < 3; n += 1) makeFirstKey({ keys: [], file }, NOW)
  expect(readSigningKeys({ keys: [], file })).toHaveLength(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(file))).toEqual(['link-keys'])
  const unused = join(temporaryFolder(), 'link-keys')
  makeFirstKey({ keys: [KEY], file: unused }, NOW)
  expect(existsSync(unused)).toBe(false)
})

test('a name of the first key that leads nowhere is told, and nothing is left beside it', () => {
  const file = join(temporaryFolder(), 'link-keys')
  symlinkSync('nowhere', file)
  expect(() => makeFirstKey({ keys: [], file }, NOW)).toThrow('EEXIST')
  expect(readdirSync(dirname(file))).toEqual(['link-keys'])
})

test.each([
  ['http://localhost:3000', false],
  ['http://127.0.0.9', false],
  ['http://0.0.0.0:8080', false],
  ['http://[::1]:8080', false],
  ['http://[::]:8080', false],
  ['http://desk.localhost', false],
  ['https://apply.example.jp', true],
  ['https://localhost.example.jp', true],
  ['http://10.0.0.5', true],
  ['http://10.127.0.1', true],
])('with PUBLIC_URL %s a link is written: %s', (address, isPublic) => {
  const file = join(temporaryFolder(), 'link-keys')
  const config = { PUBLIC_URL: address, LINK_KEYS: [], LINK_KEYS_FILE: file }
  const written = (keys: { LINK_KEYS?: (typeof KEY)[] }) =>
    openStatusLinks({ ...config, ...keys }, NOW)
      .to({ reference: 'K7F4-9QXT', generation: 1 })
      ?.slice(0, -32) ?? null
  const link = isPublic ? `${address}/status#K7F4-9QXT.1.` : null
  const seen = [written({}), existsSync(file), written({ LINK_KEYS: [KEY] })]
  expect(seen).toEqual([link, isPublic, link])
})

describe.each(ENGINES)('on %s', (engine) => {
  test('other keys than before are told of, a rotation is not', async () => {
    const database = await openEmpty(engine)
    expect(await claimLinkKeys(database, [OLDER_KEY])).toBe(true)
    expect(await claimLinkKeys(database, [KEY, OLDER_KEY])).toBe(true)
    expect(await claimLinkKeys(database, [KEY])).toBe(true)
    expect(await claimLinkKeys(database, [OLDER_KEY])).toBe(false)
    expect(await claimLinkKeys(database, [])).toBe(true)
  })

  test('what happens next changes without a new version of the words', async () => {
    const database = await openEmpty(engine)
    const file = operatorFile()
    const words = () => readOperator(file.path)
    await claimVersion(database, words())
    file.change(['# entry = "3営業日', 'entry = "4営業日'])
    expect(words().words.next).toEqual({
      entry: '4営業日以内に、ご契約の内容をメールでお送りします。',
    })
    await claimVersion(database, words())
  })

  test('closed without an entry in the history, its last step and its link go by when it was closed', async () => {
    const desk = await startDesk({ engine })
    const link = linkIn((await applyAt(desk)).reply)
    const closed = NOW + 5 * DAY_MS
    const row = { staff_status: 'done', closed_at: closed } as const
    await desk.database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('applications').set(row))),
    )
    // A status that this version does not know is no step.
    const [{ id = '' } = {}] = await rowsIn(desk.database, 'applications')
    const unknown = { action: 'status', detail: 'parked', confirmed_by: '' } as const
    await put(desk.database, {
      history: [{ id: 'h', application: id, at: NOW - 1, who: 'a', ...unknown }],
    })
    desk.clock.now = closed + 90 * DAY_MS
    expect((await desk.ask(link)).json().application.steps).toEqual([
      { status: 'received', at: new Date(NOW).toISOString() },
      { status: 'done', at: new Date(closed).toISOString() },
    ])
    desk.clock.now += 1
    expect(codeOf(await desk.ask(link))).toBe('link_unknown')
  })

  test('an acknowledgement has the link on a line of its own, and so has the mail about the status', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database, { clock: () => NOW })
    const reference = await completeEntry(applications)
    await completeEntry(applications, { ...TRIAL.applicant, email: 'b@b.jp' })
    const [row] = await rowsIn(database, 'applications')
    const { mails, transport } = keepingTransport()
    for (const [kind, delivery] of [
      ['mail_applicant', mailDelivery],
      ['mail_status', newsDelivery],
      ['mail_staff', mailDelivery],
    ] as const) {
      const prepare = delivery(transport, 'staff@example.jp', readOperator(''), LINKS)
      const told = await database.read((tx) => prepare(tx, [row?.id ?? '']))
      await told.get(row?.id ?? '')?.(outboxRow(kind, { kind, recipient: CORPORATION.email }), NOW)
    }
    const [first, status, staff] = mails.map(({ text }) => text)
    const link = LINKS.to({ reference: row?.reference ?? '', generation: 1 }) ?? ''
    expect(link.length - PUBLIC_URL.length).toBeLessThanOrEqual(60)
    expect(first).toContain(`ほかの方に知らせないでください。\n${link}\n`)
    expect(status).toContain(`状況　　　：受け付け済み\n`)
    expect(status).toContain(`\n${link}\n`)
    for (const typed of Object.values(CORPORATION))
      if (typed !== '') expect(status).not.toContain(typed)
    expect(staff).not.toContain('status#')
    expect(reference).toBeTypeOf('string')
  })

  test('a mail goes out at the wish of staff, in one transaction with the status', async () => {
    const desk = await startDesk({ engine })
    const { reference } = await applyAt(desk)
    await setStatus(desk, reference, 'received', 'in_progress')
    const kinds = async () => (await rowsIn(desk.database, 'outbox')).map(({ kind }) => kind)
    expect(await kinds()).not.toContain('mail_status')
    await setStatus(desk, reference, 'in_progress', 'done', { notify: true })
    const sent = (await rowsIn(desk.database, 'outbox')).filter(
      ({ kind }) => kind === 'mail_status',
    )
    expect(sent).toMatchObject([{ recipient: CORPORATION.email, state: 'queued' }])
    const refused = await setStatus(desk, reference, 'received', 'done', { notify: true })
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'changed_meanwhile'])
    expect((await kinds()).filter((kind) => kind === 'mail_status')).toHaveLength(1)
  })

  test('mails about the status have a budget of their own beside acknowledgements', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const mail = (id: string, kind: 'mail_status' | 'mail_applicant', source: string) =>
      outboxRow(id, { kind, source, recipient: 'a@b.jp', mailbox: 'a@b.jp', destination: 'b.jp' })
    const own = Array.from({ length: 5 }, (_, n) => mail(`1-${n}`, 'mail_status', 'K7F4-9QXT'))
    await put(rig.database, {
      applications: [applicationRow('a')],
      outbox: [...own, mail('2', 'mail_applicant', 's'), mail('3', 'mail_status', 'other')],
    })
    const sent: string[] = []
    const collect = telling(summariesOf, async ({ id }) => {
      sent.push(id)
      return { status: 'delivered' } as const
    })
    const limits = { ...NO_LIMITS, perAddressPerDay: 3, perHour: 100 }
    start(rig, { limits, channels: [channelOf(['mail_applicant', 'mail_status'], collect)] })
    await until(() => sent.length === 5)
    await until(
      async () => (await states(rig)).filter((text) => text.endsWith('held')).length === 2,
    )
    expect(sent.toSorted()).toEqual(['1-2', '1-3', '1-4', '2', '3'])
  })

  test('an erasure leaves nothing that was typed in any text of any table', async () => {
    const url = await emptyDatabase(engine)
    const desk = await startDesk({ url })
    const { reply, reference } = await applyAt(desk, 'mine')
    await desk.ask(linkIn(reply), '090-1111-2222')
    await desk.ask(linkIn(reply), CORPORATION.tel)
    await handOut(desk, reference, { mail: true })
    await setStatus(desk, reference, 'received', 'done', { note: 'あおぞら様', notify: true })
    await desk.staff.staffApplications.erase({ reference, by: { name: 'a', via: 'command' } })
    const tables = await rowsOf(
      url,
      engine === 'sqlite'
        ? "select name from sqlite_schema where type = 'table'"
        : 'select tablename as name from pg_tables where schemaname = current_schema()',
    )
    const typed = [...Object.values(CORPORATION), 'あおぞら', 'ひだまり', '1310000011', '1111']
    for (const { name } of tables) {
      const rows = JSON.stringify(await rowsOf(url, `select * from ${name}`))
      const found = typed.filter((text) => text !== '' && rows.includes(text))
      expect([name, found]).toEqual([name, []])
    }
  })

  test('the command prints a link or has it mailed, and ends the one before where it is told to', async () => {
    const desk = await startDesk({ engine })
    const { reference } = await applyAt(desk)
    const env = { PUBLIC_URL, LINK_KEYS: `k2:${'B'.repeat(42)}A` }
    const run = (...argv: string[]) =>
      admin(desk.database, ['applications', 'link', ...argv], { env })
    const linkOf = (generation: number) => LINKS.to({ reference, generation })
    expect((await run(reference)).out.trim()).toBe(linkOf(1))
    expect((await run(reference, '--mail', '--by', '花子')).out).toBe('')
    expect(await rowsIn(desk.database, 'applications')).toMatchObject([{ link_generation: 1 }])
    expect((await run(reference, '--end')).out.trim()).toBe(linkOf(2))
    const links = (await rowsIn(desk.database, 'history')).filter(({ action }) => action === 'link')
    expect(links.map(({ detail }) => detail).toSorted()).toEqual([
      'メール',
      '前のリンクを無効にして印刷',
      '印刷',
    ])
    const without = admin(desk.database, ['applications', 'link', reference], { env: {} })
    await expect(without).rejects.toThrow('PUBLIC_URL')
  })
})
