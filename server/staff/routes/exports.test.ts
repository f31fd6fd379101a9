import { expect, test } from 'vitest'
import { auditTrail, completeEntry, startConsole } from '../../testing/staff-app.ts'

test('each export is in the trail with its format and its conditions, a search without its words', async () => {
  const staff = await startConsole()
  await completeEntry(staff.applications)
  for (const url of ['/api/exports/csv?flow=entry&search=tanaka', '/api/exports/json'])
    expect((await staff.app.inject(url)).statusCode).toBe(200)
  const told = (await auditTrail(staff)).map(({ via, action, detail }) => [via, action, detail])
  expect(told).toEqual([
    ['console', 'export', 'csv flow=entry search'],
    ['console', 'export', 'json'],
  ])
})

test.each(['/api/exports/csv', '/api/audit.jsonl'])(
  'HEAD makes nothing of %s: no work, no entry in the trail',
  async (url) => {
    const staff = await startConsole()
    const reply = await staff.app.inject({ method: 'HEAD', url })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET'])
    expect(await auditTrail(staff)).toEqual([])
  },
)
