import { expect, test, vi } from 'vitest'
import { suspension } from '../../testing/calls.ts'
import { auditTrail, completeEntry, startConsole } from '../../testing/staff-app.ts'

test('each export is in the trail with its format and its conditions, a search without its words', async () => {
  const staff = await startConsole()
  await completeEntry(staff.applications)
  for (const url of ['/api/exports/csv?flow=entry&search=tanaka', '/api/exports/json'])
    expect((await staff.app.inject(url)).statusCode).toBe(200)
  const entries = (await auditTrail(staff)).map(({ via, action, detail }) => [via, action, detail])
  expect(entries).toEqual([
    ['console', 'export', 'csv flow=entry search applications=1'],
    ['console', 'export', 'json applications=1'],
  ])
})

test('the trail is a file of JSON lines up to this very instant, and its export is in it', async () => {
  const staff = await startConsole()
  await staff.app.inject('/api/applications')
  const reply = await staff.app.inject('/api/audit.jsonl')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'application/jsonl; charset=utf-8',
  ])
  expect(reply.headers['content-disposition']).toBe('attachment; filename="audit.jsonl"')
  const lines = reply.body.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(await auditTrail(staff))
  expect((await auditTrail(staff)).map(({ action }) => action)).toEqual(['list', 'audit'])
})

test.each([
  ['/api/exports/csv', 'GET'],
  ['/api/exports/size', 'GET'],
  [`/api/exports/runs/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`, 'DELETE, GET'],
  ['/api/audit.jsonl', 'GET'],
])('HEAD makes nothing of %s: no work, no entry in the trail', async (url, allowed) => {
  const staff = await startConsole()
  const reply = await staff.app.inject({ method: 'HEAD', url })
  expect([reply.statusCode, reply.headers.allow]).toEqual([405, allowed])
  expect(await auditTrail(staff)).toEqual([])
})

test('of nothing an export is one sheet', async () => {
  const staff = await startConsole()
  const size = (await staff.app.inject('/api/exports/size')).json()
  expect(size).toEqual({ applications: 0, rows: 0, sheets: 1 })
})

test('an export tells how far it is as long as it goes on, and what it came to until fifty others are known', async () => {
  const staff = await startConsole()
  await staff.applications.consent(suspension('C-1'))
  // More than is sent ahead of whoever reads it.
  for (let i = 0; i < 60; i += 1)
    await completeEntry(staff.applications, { person: 'あ'.repeat(250) })
  const slow = 'ffffffff-0000-4000-8000-000000000000'
  const read = await staff.app.inject({
    url: `/api/exports/csv?run=${slow}`,
    payloadAsStream: true,
  })
  const runs = Array.from(
    { length: 51 },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  )
  for (const run of runs) await staff.app.inject(`/api/exports/csv?flow=suspension&run=${run}`)
  const told = await Promise.all(
    [1, 2, 50].map((n) => staff.app.inject(`/api/exports/runs/${runs[n]}`)),
  )
  expect(told.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200])
  for (const reply of told.slice(1))
    expect(reply.json()).toMatchObject({ state: 'complete', total: 1, done: 1 })
  const progress = async () => (await staff.app.inject(`/api/exports/runs/${slow}`)).json()
  expect(await progress()).toMatchObject({ state: 'running', total: 61 })
  read.stream().resume()
  const isOver = async () => expect(await progress()).toMatchObject({ state: 'complete' })
  await vi.waitFor(isOver, 5000)
})
