import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from '../testing/app.ts'
import { addition, applicationsOn, consent, NOW, register } from '../testing/calls.ts'
import { ENGINES, openEmpty, temporaryFolder } from '../testing/databases.ts'
import { admin } from './testing.ts'

async function completed(engine: (typeof ENGINES)[number]) {
  const database = await openEmpty(engine)
  const applications = applicationsOn(database)
  const { username } = await applications.register(register())
  await applications.consent(consent({ customer: username, kind: 1 }))
  const { reference } = await applications.addFacilities(addition({ customer: username }))
  return { database, reference }
}

function logFile(...lines: object[]): string {
  const file = join(temporaryFolder(), 'log')
  const texts = lines.map((line) => `<6>${JSON.stringify(line)}`)
  writeFileSync(file, ['moushikomi started', ...texts, '{broken', '<6>{"time":1}'].join('\n'))
  return file
}

describe.each(ENGINES)('explain on %s', (engine) => {
  test('tells what happened to an application in order, and nothing that was typed', async () => {
    const { database, reference } = await completed(engine)
    const later = { now: NOW + 60_000 }
    await admin(database, ['applications', 'status', reference, 'in_progress'], later)
    const { out } = await admin(database, ['explain', reference], later)
    const whats = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/).slice(2, 3).join())
    expect(whats.slice(0, 3)).toEqual(['受付', '同意', '完了'])
    // The mails are queued in one moment, and so in no order.
    expect(whats.slice(3, 7).toSorted()).toEqual([
      '受付メール',
      '受付メール',
      '担当者へのメール',
      '担当者へのメール',
    ])
    expect(whats.slice(7)).toEqual(['対応状況'])
    expect(out).toContain('規約の版 2022-04-01、月額19,960円（税抜）')
    expect(out).not.toMatch(/あおぞら|aozora|東向島|03-1234/)
    const trail = await admin(database, ['audit', 'export'], later)
    expect(trail.out).toMatch(new RegExp(`"action":"view","subject":"${reference}"`))
  })

  test('by a time it tells of every application around it', async () => {
    const { database, reference } = await completed(engine)
    const at = (text: string) => admin(database, ['explain', text], { now: NOW })
    expect((await at('2026-11-20T09:04')).out).toContain(reference)
    expect((await at('08:56')).out).toContain(reference)
    expect(await at('09:06')).toMatchObject({ code: 1, out: '' })
    for (const none of [
      '25:00',
      '09:60',
      '2026-13-01T09:00',
      '2026-11-32T09:00',
      '2026-02-29 09:00',
    ])
      await expect(at(none)).rejects.toThrow('暦にあるものを指定してください。')
  })
})

test('the log’s lines stand between, and lead from a request to its application', async () => {
  const { database, reference } = await completed('sqlite')
  const line = { time: new Date(NOW + 5).toISOString(), level: 'info', event: 'request' }
  const log = logFile(
    { ...line, reqId: 'req-1', status: 200, reference },
    { ...line, reqId: 'req-2', status: 422, code: 'validation_failed' },
    { ...line, reqId: 'req-3', time: new Date(NOW + 3_600_000).toISOString() },
  )
  const run = async (name: string) =>
    (await admin(database, ['explain', name, '--log', log], { now: NOW })).out
  expect(await run(reference)).toMatch(/ログ request +reqId=req-1 status=200\n/)
  expect(await run(reference)).not.toContain('req-2')
  expect(await run('req-1')).toContain('受付')
  expect(await run('req-2')).toMatch(/code=validation_failed\n$/)
  const around = await run('09:00')
  expect(around).toContain('req-2')
  expect(around).not.toContain('req-3')
  const unknown = await admin(database, ['explain', 'req-1'], { now: NOW })
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('--log') })
})

test('what the server really logs is understood', async () => {
  const { app, database, logged } = await startApp()
  const body = new URLSearchParams({ kind: '3' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/public/temp/customers/C123/consent',
    headers: { 'content-type': 'application/json' },
    payload: { kind: 3 },
  })
  const refused = await app.inject({
    method: 'POST',
    url: '/api/public/temp/customers/regist-renewal',
    headers,
    payload: body,
  })
  const log = join(temporaryFolder(), 'log')
  writeFileSync(log, logged())
  const explain = (id: unknown) => admin(database, ['explain', String(id), '--log', log])
  expect((await explain(answer.headers['x-request-id'])).out).toContain('利用停止手続き')
  expect((await explain(refused.headers['x-request-id'])).out).toMatch(/status=4\d\d code=\w+/)
})
