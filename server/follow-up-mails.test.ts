/** What mails say after a correction, to whom; and the terms that it was agreed under: over the real app and console on both databases. */
import { describe, expect, test } from 'vitest'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { dueRows } from './store/queries/outbox.ts'
import { CORPORATION, PRICE } from './testing/calls.ts'
import { begunCorrection, named, ROWS } from './testing/corrections.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import {
  acknowledgementsOf,
  correctBy,
  mailsOf,
  STAFF,
  STAFF_MAIL,
  seenNow,
  staffDo,
  writeBy,
} from './testing/status.ts'

describe.each(ENGINES)('with %s, after a correction', (engine) => {
  test('a mail that still waits for the former address has no link: a stranger may read it', async () => {
    const { desk, link, reference, decide } = await begunCorrection({ engine })
    const fields = { mailaddress: 'right@aozora.example.jp' }
    expect((await acknowledgementsOf(desk))[0]?.text).toContain(`/status#${reference}.1.`)
    await correctBy(desk, link, { fields })
    expect((await decide(true)).statusCode).toBe(200)
    const [acknowledgement, ...others] = await acknowledgementsOf(desk)
    expect(others).toEqual([])
    expect(acknowledgement?.to).toBe(CORPORATION.email)
    expect(acknowledgement?.text).toContain(reference)
    expect(acknowledgement?.text).not.toContain('/status#')
    const news = new Map((await mailsOf(desk)).map(({ to, text }) => [to, text]))
    expect(news.get(CORPORATION.email)).toContain('メールアドレスが変更されました')
    expect(news.get(CORPORATION.email)).not.toContain('/status#')
    expect(news.get(fields.mailaddress)).toContain(`/status#${reference}.2.`)
  })

  test('the former address is told once, whatever still waited for it', async () => {
    const { desk, link, reference, decide } = await begunCorrection({ engine })
    const fields = { mailaddress: 'right@aozora.example.jp' }
    for (const text of ['問い', 'もう一つ'])
      await staffDo(desk, reference, 'questions', {
        ...{ text, wantsAnswer: false },
        seen: await seenNow(desk, reference, 'question'),
      })
    await correctBy(desk, link, { fields })
    expect((await decide(true)).statusCode).toBe(200)
    const due = await desk.database.atomic((tx) =>
      dueRows(tx, { kind: 'mail_status', now: desk.clock.now, limit: 9, blocked: [] }),
    )
    expect(due.map(({ recipient }) => recipient).toSorted()).toEqual(
      [CORPORATION.email, fields.mailaddress].toSorted(),
    )
    const url = '/api/deliveries'
    const { count } = (await desk.staff.app.inject({ url, headers: STAFF })).json()
    expect(count).toBe(0)
  })

  test('the evidence of its consent names the terms, words and time that it was sent under', async () => {
    const version = '2027-01-01'
    const { desk, link, reference, decide } = await begunCorrection({ engine, words: { version } })
    desk.clock.now += 86_400_000
    const at = new Date(desk.clock.now).toISOString()
    const another = { name: 'あらた', number: '1330000033', service: 'KYODO' }
    const sent = { rows: [...ROWS, another], priceText: '29,940' }
    expect((await correctBy(desk, link, sent)).statusCode).toBe(200)
    desk.clock.now += 60_000
    expect((await decide(true)).statusCode).toBe(200)
    const url = `/api/applications/${reference}`
    const { consents, correction } = (await desk.staff.app.inject({ url, headers: STAFF })).json()
    expect(correction).toMatchObject({ termsVersion: version })
    expect(consents).toMatchObject([
      { no: 1, priceText: PRICE, termsVersion: DEFAULT_WORDS.version },
      { no: 2, priceText: '29,940', termsVersion: version, words: correction.words, at },
    ])
    expect(consents[1].words).not.toBe(consents[0].words)
    expect(
      (await rowsIn(desk.database, 'revisions'))
        .map((row) => [row.state, row.terms_version])
        .toSorted(),
    ).toEqual([
      ['accepted', version],
      ['first', DEFAULT_WORDS.version],
    ])
  })

  test('staff are mailed a name that no mail program makes a link of, and that hides nothing', async () => {
    const { desk, link, decide } = await begunCorrection({ engine })
    const name =
      '社会福祉法人あおぞら http://evil.example/支払い\u202egpj.exe\u200b support@evil.example'
    await correctBy(desk, link, named(name))
    await decide(true)
    await writeBy(desk, link, 'ご確認ください')
    const toStaff = (await mailsOf(desk)).filter(({ to }) => to === STAFF_MAIL)
    expect(toStaff.length).toBeGreaterThan(1)
    for (const { subject, text } of toStaff) {
      expect(text).toContain(
        '法人名　　：社会福祉法人あおぞら http：//evil．example/支払い gpj．exe support＠',
      )
      expect(`${subject}${text}`).not.toMatch(/evil\.example|[\u200b\u202e]/)
    }
  })
})
