import { expect, test } from 'vitest'
import { startApp, TESTED_BUILD } from '../testing/app.ts'

test('which build answers is told on the machine itself alone', async () => {
  const { app } = await startApp()
  const own = { host: 'localhost:3000', connection: 'keep-alive' }
  const ready = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/readyz', headers, remoteAddress })).json()
  expect(await ready(own)).toEqual({ status: 'ok', build: TESTED_BUILD })
  const others = [
    ready({ ...own, host: 'apply.example.jp' }),
    ready({ ...own, connection: 'close' }),
    ready({ ...own, 'x-forwarded-for': '192.0.2.1' }),
    ready(own, '192.0.2.1'),
  ]
  expect(await Promise.all(others)).toEqual(others.map(() => ({ status: 'ok' })))
})
