import { afterEach, describe, expect, test } from 'vitest'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import type { Call, Flow } from '#domain/flows.ts'
import { type Answer, serve } from '../testing.ts'
import { campaignOf, type FormContent, runCalls } from './calls.ts'
import { newKey, type Progress } from './session-storage.ts'

const ENTRY: FormContent = {
  applicant: { ...EMPTY_APPLICANT, companyName: 'あおば会' },
  search: '?utm_source=mail',
  rows: [{ no: 3, facilityName: 'あおば', facilityNumber: '1310100001', serviceKey: 'KYODO' }],
  priceText: '9,980',
}
const EDITED: FormContent = {
  ...ENTRY,
  applicant: { ...EMPTY_APPLICANT, companyName: 'わかば会' },
}
const CUSTOMER = '/public/temp/customers'
const REGISTERED: Answer = { status: 200, body: { username: 'tmp-a/b' } }
const DONE: Answer = { status: 200 }
const BROKEN: Answer = { status: 500 }

let close = () => {}
afterEach(() => close())

/** One tab: it keeps its progress from runCalls to runCalls. */
async function tab(answers: Answer[], flow: Flow = 'entry', customer: string | null = null) {
  const server = await serve(answers)
  close = server.close
  let progress: Progress | undefined
  const references: string[] = []
  const statusLinks: string[] = []
  const calls: Call[] = []
  const go = (content: FormContent) =>
    runCalls({
      flow,
      customer,
      content,
      apiBase: server.base,
      extraHeaders: { 'Form-Signals': 'elapsed=1;trap=0' },
      progress,
      onProgress: (next) => {
        progress = next
      },
      onCall: (call) => calls.push(call),
      onReference: (reference) => references.push(reference),
      onStatusLink: (address) => statusLinks.push(address),
    })
  const keys = () => server.received.map(({ headers }) => headers['idempotency-key'])
  const paths = () => server.received.map(({ path }) => path)
  return { ...server, go, calls, references, statusLinks, keys, paths, progressNow: () => progress }
}

/** The last part of each path. */
const steps = (paths: string[]) => paths.map((path) => path.split('/').at(-1))

describe('the calls of a flow', () => {
  test('entry: register, consent, facilities, all under one key, the customer encoded', async () => {
    const { go, received, calls, keys, paths } = await tab([REGISTERED, DONE, DONE])
    await go(ENTRY)
    expect(calls).toEqual(['register', 'consent', 'facilities'])
    expect(paths()).toEqual([
      `${CUSTOMER}/regist-renewal`,
      `${CUSTOMER}/tmp-a%2Fb/consent`,
      `${CUSTOMER}/tmp-a%2Fb/facilities`,
    ])
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(received[1]?.body).toBe('{"kind":1,"priceText":"9,980"}')
    expect(received[2]?.body).toBe(
      '{"facilities":[{"facilityName":"あおば","facilityNumber":"1310100001","serviceKey":"KYODO"}]}',
    )
    expect(received[0]?.headers['form-signals']).toBe('elapsed=1;trap=0')
  })

  test('the receipt number is told wherever a reply has one, and the customer at the end', async () => {
    const headers = { 'Application-Reference': '7F3K-9QXM' }
    const { go, references } = await tab([REGISTERED, DONE, { ...DONE, headers }])
    expect(await go(ENTRY)).toBe('tmp-a/b')
    expect(references).toEqual(['7F3K-9QXM'])
  })

  test('the address of the status page is told where the completing call is answered with one', async () => {
    const statusLink = 'https://apply.example.jp/status#a.1.b'
    const { go, statusLinks } = await tab([REGISTERED, DONE, { status: 200, body: { statusLink } }])
    await go(ENTRY)
    expect(statusLinks).toEqual([statusLink])
  })

  test('only the trial sends campaign values', async () => {
    const entry = await tab([REGISTERED, DONE])
    await entry.go(ENTRY)
    expect(new URLSearchParams(entry.received[0]?.body).has('utm_source')).toBe(false)
    entry.close()
    const trial = await tab([REGISTERED, DONE], 'trial')
    await trial.go(ENTRY)
    const sent = new URLSearchParams(trial.received[0]?.body)
    expect([sent.get('utm_source'), sent.get('lead_id'), sent.get('appform')]).toEqual([
      'mail',
      '',
      '4',
    ])
  })

  test('suspension: one consent without a price, for the number of the page', async () => {
    const { go, received, paths } = await tab([DONE], 'suspension', 'AB-1')
    await go({ applicant: null, search: '', rows: [] })
    expect(paths()).toEqual([`${CUSTOMER}/AB-1/consent`])
    expect(received[0]?.body).toBe('{"kind":3}')
  })

  test.each([
    ['nothing', ''],
    ['no object', '5'],
    ['null', 'null'],
    ['an object without it', {}],
    ['an empty one', { username: '' }],
    ['one that is no text', { username: true }],
  ])('a registration answered without a username is a failure: %s', async (_, body) => {
    const { go, received } = await tab([{ status: 200, body }])
    await expect(go(ENTRY)).rejects.toThrow(/without a username|not from the server/)
    expect(received).toHaveLength(1)
  })

  test('without a customer nothing is sent', async () => {
    const { go, received } = await tab([DONE], 'migration')
    await expect(go({ ...ENTRY, applicant: null })).rejects.toThrow(
      new RangeError('no customer to send this call for'),
    )
    expect(received).toEqual([])
  })

  test('a numeric username is used as text', async () => {
    const { go, received } = await tab([{ status: 200, body: { username: 12045 } }, DONE])
    await expect(go(ENTRY)).resolves.toBe('12045')
    expect(received[1]?.path).toContain('/12045/consent')
  })

  test('no extra header is sent to a server that may refuse it', async () => {
    const headers = { 'Application-Reference': '7F3K-9QXM' }
    const server = await serve([REGISTERED, { ...DONE, headers }])
    close = server.close
    const references: string[] = []
    await runCalls({
      flow: 'entry',
      customer: null,
      content: ENTRY,
      apiBase: server.base,
      extraHeaders: null,
      progress: { key: 'k2', supersedes: 'k1' },
      onProgress: () => {},
      onCall: () => {},
      onReference: (reference) => references.push(reference),
      onStatusLink: () => {},
    })
    const names = server.received.flatMap(({ headers }) => Object.keys(headers))
    expect(names).not.toContain('idempotency-key')
    expect(names).not.toContain('application-supersedes')
    expect(new Set(references)).toEqual(new Set(['7F3K-9QXM']))
  })

  test('a lost answer is asked for again by itself, under the same key', async () => {
    const { go, keys, paths } = await tab([REGISTERED, DONE, { cut: true }, DONE])
    await go(ENTRY)
    expect(steps(paths())).toEqual(['regist-renewal', 'consent', 'facilities', 'facilities'])
    expect(new Set(keys()).size).toBe(1)
  })

  test('the last call is not done where something in between has answered it', async () => {
    const { go } = await tab([REGISTERED, DONE, { status: 200, body: 'OK' }])
    await expect(go(ENTRY)).rejects.toMatchObject({ isIntercepted: true })
  })
})

describe('going on after a failure', () => {
  test('at the call that failed, with the same customer and key', async () => {
    const { go, keys, paths } = await tab([REGISTERED, BROKEN, DONE])
    await expect(go(ENTRY)).rejects.toThrow('500')
    await go(ENTRY)
    expect(steps(paths())).toEqual(['regist-renewal', 'consent', 'consent', 'facilities'])
    expect(new Set(keys()).size).toBe(1)
  })

  test('what was consented to is not consented to again', async () => {
    const { go, paths } = await tab([REGISTERED, DONE, BROKEN, DONE])
    await expect(go(ENTRY)).rejects.toThrow('500')
    await go(ENTRY)
    expect(steps(paths())).toEqual(['regist-renewal', 'consent', 'facilities', 'facilities'])
  })

  test('under the key of the first press, where no registration comes before', async () => {
    const { go, progressNow, keys } = await tab([BROKEN, DONE], 'suspension', 'AB-1')
    const suspension = { applicant: null, search: '', rows: [] }
    await expect(go(suspension)).rejects.toThrow('500')
    expect(progressNow()).toEqual({ key: keys()[0] })
    await go(suspension)
    expect(keys()[1]).toBe(keys()[0])
  })

  test('a suspension that was taken is asked for once more under its key: its answer has what is shown', async () => {
    const statusLink = 'https://apply.example.jp/status#a.1.b'
    const answer: Answer = { status: 200, body: { statusLink } }
    const { go, keys, statusLinks } = await tab([DONE, answer], 'suspension', 'AB-1')
    const suspension = { applicant: null, search: '', rows: [] }
    await go(suspension)
    await go(suspension)
    expect(keys()[1]).toBe(keys()[0])
    expect(statusLinks).toEqual([statusLink])
  })

  test('another price is consented to again, under the same key', async () => {
    const { go, received, keys } = await tab([REGISTERED, DONE, BROKEN, DONE])
    await expect(go(ENTRY)).rejects.toThrow('500')
    await go({ ...ENTRY, priceText: '14,960' })
    expect(received.map(({ body }) => body).filter((body) => body.includes('kind'))).toEqual([
      '{"kind":1,"priceText":"9,980"}',
      '{"kind":1,"priceText":"14,960"}',
    ])
    expect(new Set(keys()).size).toBe(1)
  })

  test('edited after it was registered, a new key names the earlier one', async () => {
    const { go, received, keys } = await tab([REGISTERED, BROKEN, REGISTERED, DONE])
    await expect(go(ENTRY)).rejects.toThrow('500')
    await go(EDITED)
    expect(keys()[2]).not.toBe(keys()[0])
    expect(received[2]?.headers['application-supersedes']).toBe(keys()[0])
    expect(received[0]?.headers['application-supersedes']).toBeUndefined()
    expect(new URLSearchParams(received[2]?.body).get('jigyousha')).toBe('わかば会')
  })

  test('a key that a duplicated tab has used for another corporation is changed, once', async () => {
    const taken: Answer = { status: 422, body: { error: { code: 'key_reused', message: '別' } } }
    const { go, keys, paths, received } = await tab([taken, REGISTERED, DONE])
    await go(ENTRY)
    expect(steps(paths())).toEqual(['regist-renewal', 'regist-renewal', 'consent', 'facilities'])
    const [first, ...later] = keys()
    expect(new Set(later).size).toBe(1)
    expect(later).not.toContain(first)
    expect(received[1]?.headers['application-supersedes']).toBeUndefined()

    const stubborn = await tab([taken])
    await expect(stubborn.go(ENTRY)).rejects.toThrow('422')
    expect(stubborn.received).toHaveLength(2)
    stubborn.close()
  })

  test('a refused registration bound nothing: the corrected one keeps the key', async () => {
    const { go, received, keys } = await tab([{ status: 422 }, REGISTERED, DONE])
    await expect(go(ENTRY)).rejects.toThrow('422')
    await go(EDITED)
    expect(new Set(keys()).size).toBe(1)
    expect(received[1]?.headers['application-supersedes']).toBeUndefined()
  })

  test('a registration of unknown outcome is superseded when it was edited', async () => {
    const { go, keys, received } = await tab([BROKEN, REGISTERED, DONE])
    await expect(go(ENTRY)).rejects.toThrow('500')
    await go(EDITED)
    expect(received[1]?.headers['application-supersedes']).toBe(keys()[0])
  })

  test('and repeated as it was when it was not', async () => {
    const { go, keys, received } = await tab([BROKEN, REGISTERED, DONE])
    await expect(go(ENTRY)).rejects.toThrow('500')
    await go(ENTRY)
    expect(received[1]?.body).toBe(received[0]?.body)
    expect(keys()[1]).toBe(keys()[0])
  })

  test('what is kept is written before the first byte is sent', async () => {
    const { go, progressNow } = await tab([BROKEN])
    await expect(go(ENTRY)).rejects.toThrow('500')
    expect(progressNow()?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(progressNow()?.registration).toContain('appform=3')
    expect(progressNow()?.username).toBeUndefined()
  })
})

describe('a refusal that the page can mend by the same press', () => {
  const refusal = (code: string): Answer => ({
    status: 409,
    body: { error: { code, message: 'x' } },
  })
  const ALL = ['regist-renewal', 'consent', 'facilities']

  test('a consent that never arrived is sent again, under the same key', async () => {
    const { go, paths, keys } = await tab([REGISTERED, DONE, refusal('consent_missing'), DONE])
    await go(ENTRY)
    expect(steps(paths())).toEqual([...ALL, 'consent', 'facilities'])
    expect(new Set(keys()).size).toBe(1)
  })

  test('once: then the next press begins at the consent', async () => {
    const missing = refusal('consent_missing')
    const { go, paths, progressNow } = await tab([REGISTERED, DONE, missing, DONE, missing, DONE])
    await expect(go(ENTRY)).rejects.toMatchObject({ code: 'consent_missing' })
    expect(steps(paths())).toEqual([...ALL, 'consent', 'facilities'])
    expect(progressNow()).toMatchObject({ username: 'tmp-a/b' })
    expect(progressNow()?.consent).toBeUndefined()
    await go(ENTRY)
    expect(steps(paths()).slice(5)).toEqual(['consent', 'facilities'])
  })

  test.each(['unknown_customer', 'superseded', 'key_reused'])(
    '%s begins anew under a new key that supersedes nothing, once',
    async (code) => {
      const { go, paths, keys, received } = await tab([REGISTERED, refusal(code), REGISTERED, DONE])
      await go(ENTRY)
      expect(steps(paths())).toEqual(['regist-renewal', 'consent', ...ALL])
      expect(new Set(keys()).size).toBe(2)
      expect(new Set(keys().slice(2)).size).toBe(1)
      expect(received[2]?.headers['application-supersedes']).toBeUndefined()

      const stubborn = await tab([REGISTERED, refusal(code), REGISTERED, refusal(code)])
      await expect(stubborn.go(ENTRY)).rejects.toMatchObject({ code })
      expect(stubborn.received).toHaveLength(4)
      expect(stubborn.keys().join()).toMatch(/^(?:[0-9a-f]{32},?){4}$/)
      expect(stubborn.keys()).not.toContain(stubborn.progressNow()?.key)
      expect(stubborn.progressNow()?.username).toBeUndefined()
      stubborn.close()
    },
  )

  test('a price is not sent again, but where its consent is of an earlier press', async () => {
    const mismatch = refusal('price_mismatch')
    const first = await tab([REGISTERED, DONE, mismatch])
    await expect(first.go(ENTRY)).rejects.toMatchObject({ code: 'price_mismatch' })
    expect(steps(first.paths())).toEqual(ALL)
    expect(first.progressNow()?.consent).toBeUndefined()
    first.close()
    const later = await tab([REGISTERED, DONE, BROKEN, mismatch, DONE])
    await expect(later.go(ENTRY)).rejects.toThrow('500')
    await later.go(ENTRY)
    expect(steps(later.paths())).toEqual([...ALL, 'facilities', 'consent', 'facilities'])
    later.close()
    const atOnce = await tab([REGISTERED, mismatch])
    await expect(atOnce.go(ENTRY)).rejects.toMatchObject({ code: 'price_mismatch' })
    expect(steps(atOnce.paths())).toEqual(['regist-renewal', 'consent'])
    atOnce.close()
    const another = await tab([REGISTERED, DONE, BROKEN, DONE, mismatch])
    await expect(another.go(ENTRY)).rejects.toThrow('500')
    await expect(another.go({ ...ENTRY, priceText: '14,960' })).rejects.toThrow('409')
    expect(steps(another.paths())).toEqual([...ALL, 'consent', 'facilities'])
  })

  test('nothing else is tried again by itself', async () => {
    const { go, received } = await tab([REGISTERED, refusal('already_completed')])
    await expect(go(ENTRY)).rejects.toMatchObject({ code: 'already_completed' })
    expect(received).toHaveLength(2)
  })
})

test('keys do not repeat', () => {
  expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000)
})

test('campaign values are read by their names, cut to 255 units, without control characters and halves of pairs', () => {
  const search = `?lead_id=L1&utm_source=${encodeURIComponent('広告')}&content=%00x%0A&utm_term=${'a'.repeat(300)}&utm_campaign=${'b'.repeat(254)}${encodeURIComponent('𠮷')}&other=1`
  expect(campaignOf(search)).toEqual({
    lead_id: 'L1',
    contact_id: '',
    service: '',
    utm_source: '広告',
    lp_category: '',
    content: 'x',
    utm_campaign: 'b'.repeat(254),
    utm_term: 'a'.repeat(255),
  })
})
