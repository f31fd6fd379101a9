import { describe, expect, test } from 'vitest'
import { messages } from '#domain/messages.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  FACILITIES,
  NO_CAMPAIGN,
  NOW,
  PRICE,
  register,
  suspension,
} from './testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from './testing/databases.ts'

const TRIAL = {
  flow: 'trial' as const,
  applicant: {
    ...CORPORATION,
    chance: '6',
    otherFacility: 'となりの事業所',
    nowsoft: '2',
    nowsoftname: 'らくらく請求',
  },
  campaign: { ...NO_CAMPAIGN, utm_source: 'メルマガ' },
}

describe.each(ENGINES)('applications on %s', (engine) => {
  test('an entry is stored exactly as sent, complete, with its notices', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database, {
      notices: { staffMail: 'staff@example.jp', webhookUrl: 'https://billing.example.jp/hook' },
    })
    const applicant = { ...CORPORATION, companyName: '葛󠄀飾　髙﨑福祉会 ', person: '𠮷田👨‍👩‍👧' }
    const { username } = await applications.register(register({ key: 'k1', applicant }))
    expect(username).toMatch(/^tmp-[a-z2-7]{26}$/)
    await applications.consent(consent({ key: 'k1', customer: username, kind: 1 }))
    const answer = await applications.addFacilities(addition({ key: 'k1', customer: username }))
    expect(answer.replayed).toBe(false)
    expect(answer.reference).toMatch(/^[2-9B-DF-HJ-NP-TV-Y]{4}-[2-9B-DF-HJ-NP-TV-Y]{4}$/)

    const stored = await everythingIn(database)
    expect(stored.applications).toMatchObject([
      {
        id: username,
        customer: username,
        reference: answer.reference,
        flow: 'entry',
        application_key: 'k1',
        state: 'complete',
        staff_status: 'received',
        assurance: 'none',
        company_name: '葛󠄀飾　髙﨑福祉会 ',
        zipcode: '1310032',
        address: '東京都墨田区東向島1-2-3',
        tel: '03-1234-5678',
        email: 'tanaka@aozora.example.jp',
        person: '𠮷田👨‍👩‍👧',
        chance: '',
        utm_source: '',
        search_tel: '0312345678',
        consent_seq: 1,
        consent_price: PRICE,
        agreed_price: 19960,
        price_list: 'contract-1',
        created_at: NOW,
        completed_at: NOW,
      },
    ])
    expect(stored.consents).toEqual([
      {
        application: username,
        seq: 1,
        kind: 1,
        price_text: PRICE,
        at: NOW,
        terms_version: '2022-04-01',
        button: '規約に同意して登録する',
        price_list: 'contract-1',
      },
    ])
    expect(stored.facilities).toEqual(
      FACILITIES.map((row, index) => ({
        application: username,
        no: index + 1,
        facility_name: row.facilityName,
        facility_number: row.facilityNumber,
        service_key: row.serviceKey,
      })),
    )
    expect(stored.outbox.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual([
      ['mail_applicant', 'tanaka@aozora.example.jp', 'queued'],
      ['mail_staff', 'staff@example.jp', 'queued'],
      ['webhook', 'https://billing.example.jp/hook', 'queued'],
    ])
    expect(stored.flags).toEqual([])
  })

  test('a trial keeps what it asks besides; an entry stores nothing of it', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    await applications.register(register({ ...TRIAL, key: 'trial' }))
    await applications.register(register({ ...TRIAL, flow: 'entry', key: 'entry' }))
    const { applications: rows } = await everythingIn(database)
    const kept = rows.map(({ flow, chance, other_facility, nowsoft, nowsoftname, utm_source }) => [
      flow,
      [chance, other_facility, nowsoft, nowsoftname, utm_source],
    ])
    expect(Object.fromEntries(kept)).toEqual({
      trial: ['6', 'となりの事業所', '2', 'らくらく請求', 'メルマガ'],
      entry: ['', '', '', '', ''],
    })
  })

  test('the same key and body is the first answer again; another body, or another flow, is refused', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const first = await applications.register(register({ key: 'k' }))
    expect(await applications.register(register({ key: 'k' }))).toEqual({
      ...first,
      replayed: true,
    })
    const other = register({ key: 'k', applicant: { ...CORPORATION, person: '別人' } })
    await expect(applications.register(other)).rejects.toMatchObject({
      code: 'key_reused',
      status: 422,
    })
    await expect(applications.register(register({ ...TRIAL, key: 'k' }))).rejects.toMatchObject({
      code: 'key_reused',
    })
    expect((await everythingIn(database)).applications).toHaveLength(1)
  })

  test('a refused body binds nothing: the key may come with a corrected one', async () => {
    const applications = applicationsOn(await openEmpty(engine))
    const wrong = register({ key: 'k', applicant: { ...CORPORATION, zipcode: '131-0032' } })
    await expect(applications.register(wrong)).rejects.toMatchObject({ code: 'validation_failed' })
    expect((await applications.register(register({ key: 'k' }))).replayed).toBe(false)
  })

  test('without a key every registration is one of its own', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const names = [
      await applications.register(register()),
      await applications.register(register()),
    ].map(({ username }) => username)
    expect(new Set(names).size).toBe(2)
    expect((await everythingIn(database)).applications).toHaveLength(2)
  })

  test('fifty at once under one key are one application', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => applications.register(register({ key: 'k' }))),
    )
    expect(new Set(answers.map(({ username }) => username)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    const [{ username } = { username: '' }] = answers
    await Promise.all(
      answers.map(() => applications.consent(consent({ key: 'k', customer: username, kind: 1 }))),
    )
    await Promise.all(
      answers.map(() => applications.addFacilities(addition({ key: 'k', customer: username }))),
    )
    const stored = await everythingIn(database)
    expect(stored.applications).toHaveLength(1)
    expect(stored.consents).toHaveLength(1)
    expect(stored.facilities).toHaveLength(3)
    expect(stored.outbox).toHaveLength(2)
  })

  test('two processes that race for the same keys behave as one', async () => {
    const url = await emptyDatabase(engine)
    const databases = [await openForTest(url), await openForTest(url)]
    const desks = databases.map((database) => applicationsOn(database))
    const keys = Array.from({ length: 60 }, (_, i) => `key-${i}`)
    const whole = async (key: string, turn: number) => {
      const desk = (call: number) => {
        const chosen = desks[(turn + call) % 2]
        if (!chosen) throw new Error('no desk')
        return chosen
      }
      const { username } = await desk(0).register(register({ key }))
      await desk(1).consent(consent({ key, customer: username, kind: 1 }))
      await desk(0).addFacilities(addition({ key, customer: username }))
      return username
    }
    const both = await Promise.all([
      Promise.all(keys.map((key) => whole(key, 0))),
      // The other way round, so that they meet in the middle.
      Promise.all(keys.toReversed().map((key) => whole(key, 1))).then((names) => names.reverse()),
    ])
    expect(both[0]).toEqual(both[1])
    const [database] = databases
    if (!database) throw new Error('no database')
    const stored = await everythingIn(database)
    expect(stored.applications.map(({ state }) => state)).toEqual(keys.map(() => 'complete'))
    expect(stored.consents).toHaveLength(60)
    expect(stored.facilities).toHaveLength(180)
    expect(stored.outbox).toHaveLength(120)
  })

  test('an edited corporation supersedes its pending predecessor, never one that is complete', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const old = await applications.register(register({ key: 'old' }))
    const edited = { ...CORPORATION, person: '佐藤 次郎' }
    const fresh = await applications.register(
      register({ key: 'new', applicant: edited, supersedes: 'old' }),
    )
    for (const call of [
      applications.consent(consent({ customer: old.username, kind: 1 })),
      applications.addFacilities(addition({ customer: old.username })),
    ])
      await expect(call).rejects.toMatchObject({ code: 'superseded', status: 409 })

    await applications.consent(consent({ customer: fresh.username, kind: 1 }))
    await applications.addFacilities(addition({ customer: fresh.username }))
    await applications.register(register({ key: 'third', supersedes: 'new' }))
    await applications.register(register({ ...TRIAL, key: 'fourth', supersedes: 'third' }))
    const states = (await everythingIn(database)).applications.map(
      ({ application_key, state, superseded_by }) => [application_key, [state, superseded_by]],
    )
    expect(Object.fromEntries(states)).toEqual({
      old: ['superseded', fresh.username],
      new: ['complete', null],
      third: ['pending', null],
      fourth: ['pending', null],
    })
  })

  test('a consent comes again with another price until the facilities are in; the last counts', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register({ key: 'k' }))
    const agree = (priceText: string) =>
      applications.consent(consent({ key: 'k', customer, kind: 1, priceText }))
    expect((await agree('9,980')).replayed).toBe(false)
    expect((await agree('9,980')).replayed).toBe(true)
    expect((await agree(PRICE)).replayed).toBe(false)
    expect((await agree('9,980')).replayed).toBe(false)
    await expect(
      applications.addFacilities(addition({ key: 'k', customer })),
    ).rejects.toMatchObject({ code: 'price_mismatch', status: 422 })
    expect((await agree(PRICE)).replayed).toBe(false)
    await applications.addFacilities(addition({ key: 'k', customer }))
    expect((await agree(PRICE)).replayed).toBe(true)
    await expect(agree('9,980')).rejects.toMatchObject({ code: 'already_completed', status: 409 })
    const { consents } = await everythingIn(database)
    expect(consents.map(({ seq, price_text }) => [seq, price_text])).toEqual([
      [1, '9,980'],
      [2, PRICE],
      [3, '9,980'],
      [4, PRICE],
    ])
  })

  test('facilities complete once: the same again is a replay, others are refused', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register())
    await expect(applications.addFacilities(addition({ customer }))).rejects.toMatchObject({
      code: 'consent_missing',
      status: 409,
    })
    await applications.consent(consent({ customer, kind: 1 }))
    expect((await applications.addFacilities(addition({ customer }))).replayed).toBe(false)
    expect((await applications.addFacilities(addition({ customer }))).replayed).toBe(true)
    for (const facilities of [FACILITIES.toReversed(), FACILITIES.slice(1), []])
      await expect(
        applications.addFacilities(addition({ customer, facilities })),
      ).rejects.toMatchObject({ code: 'already_completed', status: 409 })
    expect((await everythingIn(database)).outbox).toHaveLength(2)
  })

  test('a price of another published list is taken and flagged, any other refused and nothing completed', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const facilities = FACILITIES.slice(0, 2)
    const trialOf = async (key: string, priceText: string) => {
      const { username } = await applications.register(register({ ...TRIAL, key }))
      await applications.consent(consent({ key, customer: username, kind: 4, priceText }))
      return applications.addFacilities(addition({ key, customer: username, facilities }))
    }
    await trialOf('now', '10,980')
    await trialOf('before', '9,980')
    await expect(trialOf('never', '9,981')).rejects.toMatchObject({ code: 'price_mismatch' })
    const { applications: rows, flags, facilities: stored } = await everythingIn(database)
    const results = rows.map(({ application_key, state, agreed_price, price_list }) => [
      application_key,
      [state, agreed_price, price_list],
    ])
    expect(Object.fromEntries(results)).toEqual({
      now: ['complete', 10980, 'trial-2025-02'],
      before: ['complete', 9980, 'trial-1'],
      never: ['pending', null, null],
    })
    expect(flags.filter(({ flag }) => flag === 'other_price_list')).toMatchObject([
      { detail: 'trial-1', at: NOW },
    ])
    expect(stored).toHaveLength(4)
  })

  test('the list in force is the one of the server clock, to the second of midnight in Tokyo', async () => {
    const database = await openEmpty(engine)
    const turn = Date.parse('2025-02-01T00:00:00+09:00')
    for (const [at, flagged] of [
      [turn - 1, false],
      [turn, true],
    ] as const) {
      const applications = applicationsOn(database, { clock: () => at })
      const { username: customer } = await applications.register(register(TRIAL))
      const facilities = FACILITIES.slice(2)
      await applications.consent(consent({ customer, kind: 4, priceText: '9,980' }))
      await applications.addFacilities(addition({ customer, facilities }))
      const { flags, consents } = await everythingIn(database)
      expect(
        flags.some((row) => row.application === customer && row.flag === 'other_price_list'),
      ).toBe(flagged)
      expect(consents.find(({ application }) => application === customer)?.price_list).toBe(
        flagged ? 'trial-2025-02' : 'trial-1',
      )
    }
  })

  test('a key that names one application never names another', async () => {
    const applications = applicationsOn(await openEmpty(engine))
    const a = await applications.register(register({ key: 'a' }))
    const b = await applications.register(register({ key: 'b' }))
    await expect(
      applications.consent(consent({ key: 'b', customer: a.username, kind: 1 })),
    ).rejects.toMatchObject({ code: 'key_reused' })
    await applications.consent(consent({ key: 'b', customer: b.username, kind: 1 }))
    await expect(
      applications.addFacilities(addition({ key: 'a', customer: b.username })),
    ).rejects.toMatchObject({ code: 'key_reused' })
    await expect(
      applications.consent(consent({ key: 'a', customer: 'C-1', kind: 2 })),
    ).rejects.toMatchObject({ code: 'key_reused' })
    await expect(applications.consent(suspension('C-1', { key: 'a' }))).rejects.toMatchObject({
      code: 'key_reused',
    })
  })

  test('a key may come late, and then names the application', async () => {
    const applications = applicationsOn(await openEmpty(engine))
    const { username: customer } = await applications.register(register())
    await applications.consent(consent({ key: 'late', customer, kind: 1 }))
    expect((await applications.addFacilities(addition({ customer }))).replayed).toBe(false)
    expect(await applications.register(register({ key: 'late' }))).toMatchObject({
      username: customer,
      replayed: true,
    })
    const { username: other } = await applications.register(register({ key: 'o' }))
    await expect(
      applications.consent(consent({ key: 'late', customer: other, kind: 1 })),
    ).rejects.toMatchObject({ code: 'key_reused' })
  })

  test('kinds go with the customers they are meant for', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username } = await applications.register(register())
    const stranger = `tmp-${'a'.repeat(26)}`
    for (const [customer, kind, code] of [
      [username, 2, 'unknown_customer'],
      [username, 3, 'unknown_customer'],
      [username, 4, 'validation_failed'],
      ['C-1', 1, 'unknown_customer'],
      ['C-1', 4, 'unknown_customer'],
      [stranger, 1, 'unknown_customer'],
      ['tmp-abc', 2, 'unknown_customer'],
      ['a b', 2, 'unknown_customer'],
      ['x'.repeat(65), 3, 'unknown_customer'],
    ] as const)
      await expect(applications.consent(consent({ customer, kind }))).rejects.toMatchObject({
        code,
      })
    for (const customer of [stranger, 'tmp-abc', 'a/b'])
      await expect(applications.addFacilities(addition({ customer }))).rejects.toMatchObject({
        code: 'unknown_customer',
        status: 404,
      })
    expect((await everythingIn(database)).consents).toEqual([])
  })

  test('a price that is no price, or none where there must be one, is refused', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register())
    for (const priceText of ['9980', '09,980', '9,98', '1,0000', '-9,980', '９,980', '', ' 9,980'])
      await expect(
        applications.consent(consent({ customer, kind: 1, priceText })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { priceText: [messages.priceMalformed] },
      })
    await expect(
      applications.consent(consent({ customer: 'C-1', kind: 2, priceText: undefined })),
    ).rejects.toMatchObject({ fields: { priceText: [messages.priceMissing] } })
    expect((await everythingIn(database)).consents).toEqual([])
  })

  test('what is wrong is told by wire names, and nothing is stored', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const applicant = {
      ...TRIAL.applicant,
      companyName: '',
      zipcode: '131-003',
      email: 'tanaka@',
      chance: '1',
      nowsoftname: 'あ'.repeat(256),
    }
    await expect(applications.register(register({ ...TRIAL, applicant }))).rejects.toMatchObject({
      code: 'validation_failed',
      status: 422,
      fields: {
        jigyousha: ['法人名を入力してください。'],
        zipcode: ['郵便番号は半角数値7文字で入力してください。'],
        mailaddress: [messages.mailFormat],
        from: ['当ソフトを何でお知りになりましたかは選択肢の中から選んでください。'],
        nowsoftname: ['ご利用中のソフト名は255文字以内で入力してください。'],
      },
    })
    const { username: customer } = await applications.register(register(TRIAL))
    await applications.consent(consent({ customer, kind: 4, priceText: '10,980' }))
    const facilities = [
      { facilityName: '', facilityNumber: '1310000011', serviceKey: '' },
      { facilityName: 'い', facilityNumber: '13100', serviceKey: 'SYUKEI_B' },
      { facilityName: 'う\u0000', facilityNumber: '1310000011', serviceKey: 'KYODO' },
    ]
    const refusal = (rows: typeof facilities) =>
      expect(applications.addFacilities(addition({ customer, facilities: rows }))).rejects
    await refusal(facilities.slice(0, 2)).toMatchObject({
      code: 'validation_failed',
      fields: {
        'facilities.1.facilityName': [`1行目：${messages.halfRow}`],
        'facilities.1.serviceKey': [`1行目：${messages.halfRow}`],
        'facilities.2.facilityNumber': ['2行目：事業所番号は10文字で入力してください。'],
      },
    })
    await refusal(facilities).toMatchObject({
      fields: { 'facilities.3.facilityName': [`3行目：${messages.unstorable('事業所名')}`] },
    })
    await refusal(
      Array.from({ length: 31 }, () => ({
        facilityName: 'あ',
        facilityNumber: '1310000011',
        serviceKey: 'KYODO',
      })),
    ).toMatchObject({
      fields: { facilities: ['事業所は30件以内で入力してください。'] },
    })
    await refusal([]).toMatchObject({ fields: { 'facilities.1.facilityName': [messages.noRow] } })
    const stored = await everythingIn(database)
    expect(stored.facilities).toEqual([])
    expect(stored.outbox).toEqual([])
  })

  test('text that could not be stored as typed is refused, whichever field it is in', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    for (const bad of ['a\u0000b', 'a\nb', 'a\u0085b', 'a\ud800b']) {
      await expect(
        applications.register(register({ applicant: { ...CORPORATION, address: bad } })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { address: [messages.unstorable('住所')] },
      })
      await expect(
        applications.register(register({ ...TRIAL, campaign: { ...NO_CAMPAIGN, lead_id: bad } })),
      ).rejects.toMatchObject({ fields: { lead_id: [messages.unstorable('lead_id')] } })
    }
    expect((await everythingIn(database)).applications).toEqual([])
  })

  test('a wholly empty row is nothing; the rest keep their numbers', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register())
    await applications.consent(consent({ customer, kind: 1 }))
    const blank = { facilityName: ' ', facilityNumber: '', serviceKey: '' }
    const facilities = [blank, ...FACILITIES, blank]
    await applications.addFacilities(addition({ customer, facilities }))
    expect((await applications.addFacilities(addition({ customer, facilities }))).replayed).toBe(
      true,
    )
    expect((await everythingIn(database)).facilities.map(({ no }) => no)).toEqual([2, 3, 4])
  })

  test('a migration with a key goes on where it stopped', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const agree = (priceText: string) =>
      applications.consent(consent({ key: 'm', customer: 'C-1', kind: 2, priceText }))
    await expect(
      applications.addFacilities(addition({ key: 'm', customer: 'C-1' })),
    ).rejects.toMatchObject({ code: 'consent_missing' })
    expect((await agree('9,980')).replayed).toBe(false)
    expect((await agree(PRICE)).replayed).toBe(false)
    expect((await agree(PRICE)).replayed).toBe(true)
    await expect(
      applications.consent(consent({ key: 'm', customer: 'C-2', kind: 2 })),
    ).rejects.toMatchObject({ code: 'key_reused' })
    await applications.addFacilities(addition({ key: 'm', customer: 'C-1' }))
    expect(
      (await applications.addFacilities(addition({ key: 'm', customer: 'C-1' }))).replayed,
    ).toBe(true)
    const stored = await everythingIn(database)
    expect(stored.applications).toMatchObject([
      { customer: 'C-1', flow: 'migration', state: 'complete', assurance: 'unverified', email: '' },
    ])
    expect(stored.outbox.map(({ kind }) => kind)).toEqual(['mail_staff'])
  })

  test('every migration of a number is stored; later ones are flagged and name the one before', async () => {
    const database = await openEmpty(engine)
    const references: string[] = []
    for (const [index, key] of ['x', 'y', 'z'].entries()) {
      const applications = applicationsOn(database, { clock: () => NOW + index })
      await applications.consent(consent({ key, customer: 'C-1', kind: 2 }))
      const { reference } = await applications.addFacilities(addition({ key, customer: 'C-1' }))
      references.push(reference)
    }
    const { applications: rows, flags } = await everythingIn(database)
    expect(rows.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete'])
    const later = flags.map(({ application, flag, detail }) => [
      rows.find(({ id }) => id === application)?.reference,
      flag,
      detail,
    ])
    expect(new Set(later)).toEqual(
      new Set([
        [references[1], 'later_request', references[0]],
        [references[2], 'later_request', references[1]],
      ]),
    )
  })

  test('without a key, facilities go to the newest pending keyless request of the number', async () => {
    const database = await openEmpty(engine)
    const at = (offset: number) => applicationsOn(database, { clock: () => NOW + offset })
    const keyless = { customer: 'C-1', kind: 2 } as const
    await at(0).consent(consent({ ...keyless, key: 'keyed' }))
    await expect(at(1).addFacilities(addition({ customer: 'C-1' }))).rejects.toMatchObject({
      code: 'consent_missing',
    })
    await at(2).consent(consent({ ...keyless, priceText: '9,980' }))
    await at(3).consent(consent(keyless))
    expect((await at(4).addFacilities(addition({ customer: 'C-1' }))).replayed).toBe(false)
    // The older one is still pending: the same call again is a lost reply, another one is meant for it.
    expect((await at(5).addFacilities(addition({ customer: 'C-1' }))).replayed).toBe(true)
    await expect(
      at(5).addFacilities(addition({ customer: 'C-1', facilities: FACILITIES.slice(1) })),
    ).rejects.toMatchObject({ code: 'price_mismatch' })
    const facilities = FACILITIES.slice(2)
    await at(6).addFacilities(addition({ customer: 'C-1', facilities }))
    expect((await at(7).addFacilities(addition({ customer: 'C-1', facilities }))).replayed).toBe(
      true,
    )
    const { applications: rows } = await everythingIn(database)
    expect(rows.map(({ application_key, state }) => [application_key, state])).toEqual([
      ['keyed', 'pending'],
      [null, 'complete'],
      [null, 'complete'],
    ])
  })

  test('a suspension is complete with its consent; repeats are counted and answered alike', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const first = await applications.consent(suspension('C-1', { key: 's' }))
    expect(await applications.consent(suspension('C-1', { key: 's' }))).toEqual({
      reference: first.reference,
      replayed: true,
    })
    const repeats = await Promise.all(
      ['t', null, null].map((key) => applications.consent(suspension('C-1', { key }))),
    )
    expect(repeats).toEqual(repeats.map(() => first))
    await applications.consent(suspension('C-2'))
    const stored = await everythingIn(database)
    const rows = stored.applications.map((row) => [row.customer, row.state, row.repeat_count])
    expect(new Set(rows)).toEqual(
      new Set([
        ['C-1', 'complete', 3],
        ['C-2', 'complete', 0],
      ]),
    )
    expect(stored.outbox.map(({ kind }) => kind)).toEqual(['mail_staff', 'mail_staff'])
    expect(stored.consents).toMatchObject([
      { kind: 3, price_text: null, price_list: null, button: '規約に同意して利用停止手続きを行う' },
      { kind: 3 },
    ])
  })

  test('an invitation counts once; a bad one is flagged and answered like none', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const valid = { status: 'valid', id: 'inv-1', key: 'k1' } as const
    await applications.consent(suspension('C-1'))
    await applications.consent(suspension('C-1', { invitation: valid }))
    await applications.consent(suspension('C-2', { invitation: { status: 'forged' } }))
    const again = { key: 'm', customer: 'C-1', kind: 2, invitation: valid } as const
    await applications.consent(consent(again))
    const { applications: rows, flags } = await everythingIn(database)
    const assurances = rows.map(({ flow, customer, assurance }) => [flow, customer, assurance])
    expect(new Set(assurances)).toEqual(
      new Set([
        ['suspension', 'C-1', 'invited'],
        ['suspension', 'C-2', 'unverified'],
        ['migration', 'C-1', 'unverified'],
      ]),
    )
    const first = rows.find(({ assurance }) => assurance === 'invited')
    expect(new Set(flags.map(({ flag, detail }) => [flag, detail]))).toEqual(
      new Set([
        ['bad_invitation', 'forged'],
        ['invitation_reused', first?.reference],
      ]),
    )
  })

  test('where invitations are required nothing is stored without one', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database, { invitations: 'required' })
    const invitation = { status: 'valid', id: 'inv-1', key: 'k1' } as const
    for (const call of [
      suspension('C-1'),
      suspension('C-1', { invitation: { status: 'expired' } }),
      consent({ customer: 'C-1', kind: 2, key: 'm' }),
    ])
      await expect(applications.consent(call)).rejects.toMatchObject({
        code: 'invitation_required',
        status: 403,
      })
    await applications.consent(suspension('C-1', { key: 's', invitation }))
    // The invitation was spent on this very request: its replay needs none.
    expect((await applications.consent(suspension('C-1', { key: 's' }))).replayed).toBe(true)
    await expect(applications.consent(suspension('C-2', { invitation }))).rejects.toMatchObject({
      code: 'invitation_required',
    })
    await applications.register(register())
    const { applications: rows } = await everythingIn(database)
    expect(rows.map(({ flow }) => flow).sort()).toEqual(['entry', 'suspension'])
  })

  test('likely duplicates of the last 30 days are flagged with the reference of the other', async () => {
    const database = await openEmpty(engine)
    const day = 86_400_000
    const whole = async (at: number, changes: Partial<typeof CORPORATION>) => {
      const applications = applicationsOn(database, { clock: () => at })
      const applicant = { ...CORPORATION, ...changes }
      const { username: customer } = await applications.register(register({ applicant }))
      await applications.consent(consent({ customer, kind: 1 }))
      return { customer, ...(await applications.addFacilities(addition({ customer }))) }
    }
    const others = { companyName: '別会社', tel: '06-1111-2222', email: 'x@other.example.jp' }
    const first = await whole(NOW, {})
    const sameTel = await whole(NOW + day, { ...others, tel: '０３（１２３４）５６７８' })
    const sameMail = await whole(NOW + 2 * day, {
      ...others,
      tel: '1',
      companyName: '甲',
      email: 'Tanaka@Aozora.example.jp',
    })
    const sameName = await whole(NOW + 3 * day, {
      ...others,
      tel: '2',
      email: 'y@y.jp',
      companyName: 'あおぞら',
    })
    await whole(NOW + 4 * day, { companyName: '乙', tel: '3', email: 'z@z.jp' })
    await whole(NOW + 34 * day, {
      ...others,
      tel: '4',
      email: 'q@q.jp',
      companyName: '社会福祉法人　あおぞら',
    })
    const { flags } = await everythingIn(database)
    expect(new Set(flags.map(({ application, detail }) => [application, detail]))).toEqual(
      new Set([
        [sameTel.customer, first.reference],
        [sameMail.customer, first.reference],
        [sameName.customer, first.reference],
      ]),
    )
  })

  test('marks become flags and change nothing else', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const marks = [{ flag: 'robot', detail: 'trap' }] as const
    const { username: customer } = await applications.register(register({ marks }))
    await applications.consent(consent({ customer, kind: 1, marks }))
    await applications.addFacilities(addition({ customer, marks }))
    const stored = await everythingIn(database)
    expect(stored.flags).toEqual([
      { application: customer, flag: 'robot', detail: 'trap', at: NOW },
    ])
    expect(stored.outbox).toHaveLength(2)
  })
})
