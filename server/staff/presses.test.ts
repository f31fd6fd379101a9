/** Each press of the console on one application: under a key once, and only about what its person saw. */
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { type FactName, PRESSES, type PressName } from '#domain/presses.ts'
import { applicationIn, begunCorrection, named } from '../testing/corrections.ts'
import { ENGINES } from '../testing/databases.ts'
import { everyRow, rowsIn } from '../testing/rows.ts'
import { addAccount } from '../testing/staff-app.ts'
import {
  type Caller,
  deskAndRoutes,
  examplesOf,
  MARK,
  type Prepared,
  prepare,
  requestOf,
  somebody,
} from '../testing/staff-routes.ts'
import {
  applyAt,
  correctBy,
  type Desk,
  decideOn,
  LINKS,
  linkIn,
  renew,
  STAFF,
  seenNow,
  setStatus,
  startDesk,
  withdrawBy,
  writeBy,
} from '../testing/status.ts'
import { pressOf } from './routes/presses.ts'

/** Every write of a person on one application, as it is registered. */
async function pressesOn(engine: (typeof ENGINES)[number]) {
  const { desk, routes } = await deskAndRoutes({ engine })
  const presses = routes.filter(
    ({ method, url, access }) =>
      access?.caller === 'person' && method === 'POST' && url.includes('/:reference/'),
  )
  expect(presses.length).toBeGreaterThan(8)
  const requestsOf = async (route: (typeof presses)[number], prepared: Prepared, caller: Caller) =>
    Promise.all(
      examplesOf(route).map(async (example) => {
        const { headers, ...request } = requestOf(route, await example(prepared, caller), prepared)
        return { ...request, headers: { ...headers, cookie: caller.cookie } }
      }),
    )
  return { desk, presses, requestsOf }
}

describe.each(ENGINES)('each press on one application, on %s,', (engine) => {
  test('needs a key; another request or another person under it is another', async () => {
    const { desk, presses, requestsOf } = await pressesOn(engine)
    const [caller, other] = [
      await somebody(desk, 'administrator'),
      await somebody(desk, 'administrator'),
    ]
    for (const route of presses) {
      const prepared = await prepare(desk)
      const [request] = await requestsOf(route, prepared, caller)
      if (!request) throw new Error(route.url)
      const ask = async (headers: object) => {
        const reply = await desk.staff.app.inject({
          ...request,
          headers: { ...request.headers, ...headers },
        })
        return [route.url, reply.json().error?.code]
      }
      expect(await ask({ 'idempotency-key': '' })).toEqual([route.url, 'idempotency_key_missing'])
      expect(await ask({})).toEqual([route.url, undefined])
      expect(await ask({})).toEqual([route.url, undefined])
      const taken = await desk.staff.app.inject({
        ...request,
        url: `/api/applications/${prepared.reference}/notes`,
        payload: { note: '別の送信' },
      })
      expect([route.url, taken.json().error.code]).toEqual([route.url, 'idempotency_key_reused'])
      // A key of somebody else is free.
      const theirs = await ask({ cookie: other.cookie })
      expect(theirs[1]).not.toBe('idempotency_key_reused')
    }
  })

  test('again after a lost answer changes nothing, whatever came since, and no answer keeps what was typed', async () => {
    const { desk, presses, requestsOf } = await pressesOn(engine)
    const caller = await somebody(desk, 'administrator')
    for (const route of presses) {
      const count = examplesOf(route).length
      for (let at = 0; at < count; at += 1) {
        const prepared = await prepare(desk)
        const request = (await requestsOf(route, prepared, caller))[at]
        if (!request) throw new Error(route.url)
        const first = await desk.staff.app.inject(request)
        expect([route.url, at, first.statusCode]).toEqual([route.url, at, 200])
        await writeBy(desk, prepared.link, 'あとから', { key: `later-${prepared.key}` })
        const before = [...(await desk.database.read(everyRow))].filter(isWork)
        const again = await desk.staff.app.inject(request)
        expect([again.statusCode, again.body]).toEqual([200, first.body])
        expect([...(await desk.database.read(everyRow))].filter(isWork)).toEqual(before)
      }
    }
    const kept = JSON.stringify(await rowsIn(desk.database, 'api_replies'))
    expect(kept).not.toContain(MARK)
    expect(kept).not.toContain('#')
  })
})

/** What a session notes of itself is no work. */
function isWork([place]: [string, unknown]): boolean {
  return !/session|limits|throttle/.test(place)
}

const TARO = { ...STAFF, 'x-user': 'taro' }

/** What somebody else may do between the look and the press, by what it changes. */
const CHANGES: Record<FactName, (on: On) => Promise<unknown>> = {
  status: ({ desk, reference }) => setStatus(desk, reference, 'in_progress', 'received'),
  correction: ({ desk, link }) => correctBy(desk, link, named('あおぞら二')),
  withdrawal: ({ desk, link }) => withdrawBy(desk, link),
  message: ({ desk, link }) => writeBy(desk, link, '読まれていません'),
  assignee: ({ desk, reference }) =>
    press(desk, reference, 'assignee', { to: 'taro', seen: { assignee: 'hanako' } }, TARO),
  address: ({ desk, reference }) =>
    press(
      desk,
      reference,
      'address',
      { to: 'first@aozora.example.jp', note: '', seen: { address: 'tanaka@aozora.example.jp' } },
      TARO,
    ),
  link: ({ desk, reference }) => renew(desk, reference),
}

type On = Awaited<ReturnType<typeof begunCorrection>>

const BODIES: Record<Exclude<PressName, 'decision'>, [path: string, body: object]> = {
  status: ['status', { to: 'received', note: '' }],
  closing: ['status', { to: 'rejected', note: '' }],
  assignee: ['assignee', { to: '' }],
  note: ['notes', { note: 'メモ' }],
  question: ['questions', { text: '問い', wantsAnswer: true }],
  resend: ['resend', {}],
  contacted: ['contacted', {}],
  withdrawing: ['decision', { of: 'withdrawal', accept: true, reason: '' }],
  address: ['address', { to: 'right@aozora.example.jp', note: '' }],
  link: ['link', { mail: false, end: true }],
  erasure: ['erasure', { password: '' }],
}

function press({ staff }: Desk, reference: string, path: string, body: object, headers = STAFF) {
  const url = `/api/applications/${reference}/${path}`
  return staff.app.inject({ method: 'POST', url, headers, payload: body })
}

const DEPENDING = Object.entries(PRESSES).flatMap(([name, seen]) =>
  seen.flatMap((each) => (each === 'asked' ? [] : [[name as keyof typeof BODIES, each] as const])),
)

test.each(DEPENDING)('%s is refused after another %s: who, what and when', async (name, seen) => {
  const on = await begunCorrection({ config: { STAFF_USER_HEADER: 'x-user' } })
  const { desk, reference } = on
  await addAccount(desk.staff, 'taro', 'administrator')
  await setStatus(desk, reference, 'received', 'in_progress')
  const [path, body] = BODIES[name]
  const drawn = await seenNow(desk, reference, name)
  desk.clock.now += 60_000
  const reply = (await CHANGES[seen](on)) as { statusCode: number }
  expect(reply.statusCode).toBe(200)
  if (name === 'erasure') {
    // The console asks for a password that these people do not have: the operation itself.
    const by = { name: 'hanako', via: 'console' } as const
    const wanted = { key: 'erasure-1', request: '', seen: drawn }
    const late = desk.staff.staffApplications.erase({ reference, by, press: wanted })
    await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile', sides: { field: seen } })
    return
  }
  const asked = name === 'withdrawing' && { asked: 'the request' }
  const late = await press(desk, reference, path, { ...body, seen: { ...drawn, ...asked } })
  const { code, sides } = late.json().error
  expect([late.statusCode, code, sides.field]).toEqual([409, 'changed_meanwhile', seen])
  expect(sides.yours.from).toBe(drawn[seen])
  expect(sides.theirs.value).not.toBe(drawn[seen])
  expect(sides.theirs.at).toMatch(/^2026/)
  const isByApplicant = ['correction', 'withdrawal', 'message'].includes(seen)
  expect(sides.theirs.who).toBe(
    isByApplicant ? null : seen === 'link' || seen === 'status' ? 'hanako' : 'taro',
  )
})

test('whoever changed the address or the link is named, and not who has sent the same link again', async () => {
  const desk = await startDesk({ config: { STAFF_USER_HEADER: 'x-user' } })
  await addAccount(desk.staff, 'taro', 'administrator')
  const { reference, reply } = await applyAt(desk, 'mine')
  const seen = {
    address: await seenNow(desk, reference, 'address'),
    link: await seenNow(desk, reference, 'link'),
  }
  const conflict = async (path: 'address' | 'link') => {
    const body = { ...BODIES[path][1], to: 'third@aozora.example.jp', seen: seen[path] }
    const { to: _, ...link } = body
    const late = await press(desk, reference, path, path === 'link' ? link : body)
    return late.json().error?.sides.theirs
  }
  const later = () => {
    desk.clock.now += 60_000
    return new Date(desk.clock.now).toISOString()
  }
  // Hanako sends the link again; the applicant corrects the address, which Taro accepts; Hanako accepts a name.
  later()
  await press(desk, reference, 'link', { mail: true, end: false, seen: seen.link })
  const accept = async (fields: Record<string, string>, number: string, headers: typeof STAFF) => {
    const { link_generation: generation } = await applicationIn(desk)
    const link = LINKS.to({ reference, generation })?.split('#')[1] ?? linkIn(reply)
    await correctBy(desk, link, { fields }, { key: `c-${number}` })
    const decided = await decideOn(desk, reference, { of: 'correction', seen: number }, headers)
    expect(decided.statusCode).toBe(200)
  }
  const at = later()
  await accept({ mailaddress: 'second@aozora.example.jp' }, '2', TARO)
  later()
  await accept({ person: '鈴木' }, '3', STAFF)
  for (const path of ['address', 'link'] as const)
    expect(await conflict(path)).toMatchObject({ who: 'taro', at })
  const ended = later()
  await renew(desk, reference)
  later()
  const { link: drawn } = await seenNow(desk, reference, 'link')
  const again = { mail: false, end: false, seen: { link: drawn } }
  expect((await press(desk, reference, 'link', again, TARO)).statusCode).toBe(200)
  expect(await conflict('link')).toMatchObject({ who: 'hanako', at: ended })
  expect(await conflict('address')).toMatchObject({ who: 'taro', at })
})

test('a close names each thing that waits, and an open status none', async () => {
  const { desk, reference } = await begunCorrection({})
  const seen = await seenNow(desk, reference, 'closing')
  const close = (body: object) => press(desk, reference, 'status', { note: '', ...body })
  const short = await close({ to: 'done', seen: { status: 'received' } })
  expect([short.statusCode, short.json().error.code]).toEqual([422, 'validation_failed'])
  const long = await close({ to: 'in_progress', seen })
  expect([long.statusCode, long.json().error.code]).toEqual([422, 'validation_failed'])
  expect((await close({ to: 'done', seen })).statusCode).toBe(200)
})

test('what is asked for under a key holds no password', () => {
  const headers = { 'idempotency-key': 'one-press-of-hanako' }
  const body = { reference: 'K7F4-9QXT', password: 'himitsu', seen: {} }
  const request = { headers, url: '/', body } as unknown as FastifyRequest
  expect(pressOf(request).request).toBe('["/",{"reference":"K7F4-9QXT","seen":{}}]')
})

test('a correction is passed over by its own number alone', async () => {
  const { desk, reference, link } = await begunCorrection({})
  await correctBy(desk, link, named('あおぞら二'))
  const close = async (despite: string) =>
    (await setStatus(desk, reference, 'received', 'rejected', { despite })).json().error?.code
  expect(await close('1')).toBe('correction_waiting')
  expect(await close('2')).toBeUndefined()
})

test('a question without an answer is passed over by its own id alone, and holds no withdrawal up', async () => {
  const { desk, reference } = await begunCorrection({})
  const question = { text: '問い', wantsAnswer: true }
  await press(desk, reference, 'questions', { ...question, seen: { message: '' } })
  const [asked] = await rowsIn(desk.database, 'messages')
  const close = async (to: 'done' | 'withdrawn', despiteQuestion: string) =>
    (await setStatus(desk, reference, 'received', to, { despiteQuestion })).json().error?.code
  expect(await close('done', 'another')).toBe('question_open')
  expect(await close('done', asked?.id ?? '')).toBeUndefined()
  await setStatus(desk, reference, 'done', 'in_progress')
  expect((await setStatus(desk, reference, 'in_progress', 'withdrawn')).statusCode).toBe(200)
})
