/** Whom a console without accounts lets in, and what it says to the others. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIRST_ACCOUNT_COMMAND } from '#contract/console.ts'
import { ENGINES, emptyDatabase, temporaryFolder } from '../testing/databases.ts'
import { addAccount, codeOf, startConsole, type TestConsole } from '../testing/staff-app.ts'

const LIST = '/api/applications'
const CLOSED = [403, 'first_account_missing']

async function listOf({ app }: TestConsole, headers = {}) {
  const reply = await app.inject({ url: LIST, headers })
  return reply.statusCode === 200 ? 200 : [reply.statusCode, codeOf(reply)]
}

const events = (staff: TestConsole) =>
  staff
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe.each(ENGINES)('without an account, on %s', (engine) => {
  test('a new database is open on this machine, and the log says so', async () => {
    const staff = await startConsole({ engine })
    expect(await listOf(staff)).toBe(200)
    expect(events(staff)).toMatchObject([
      { level: 'warn', event: 'console_open', command: FIRST_ACCOUNT_COMMAND },
    ])
  })
})

test('with an account nobody is told of a first one', async () => {
  const url = await emptyDatabase('sqlite')
  const config = { STAFF_KEY_FILE: join(temporaryFolder(), 'staff-key') }
  const first = await startConsole({ url, config })
  await addAccount(first, 'hanako', 'worker')
  const again = await startConsole({ url, config })
  expect(await listOf(again)).toEqual([401, 'login_required'])
  expect(events(again)).toEqual([])
})

test('where an identity provider makes the accounts, nobody is told to make one', async () => {
  const staff = await startConsole({ config: { OIDC_ISSUER: 'https://login.test' } })
  expect(await listOf(staff)).toEqual([401, 'login_required'])
  expect(events(staff)).toEqual([])
})

test.each([
  { STAFF_NAMES: ['desk.test'] },
  { TRUST_PROXY: ['127.0.0.1'] },
  { PUBLIC_URL: 'https://apply.test' },
  { STAFF_URL: 'https://desk.test' },
  { STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['10.0.0.1'] },
])('where %j says that others may reach it, it is closed and says what to do', async (config) => {
  const staff = await startConsole({ config })
  expect(await listOf(staff)).toEqual(CLOSED)
  expect(events(staff)).toMatchObject([{ event: 'first_account_missing' }])
})

test.each([
  ['every browser', '1.1', ['Connection: keep-alive'], '200'],
  ['nginx before 1.29.7', '1.0', ['Connection: close'], '403'],
  ['nginx before 1.29.7, told to speak HTTP/1.1', '1.1', ['Connection: close'], '403'],
  ['nginx from 1.29.7 on', '1.1', [], '403'],
  ['nginx, told to pass upgrades on', '1.1', ['Connection: upgrade'], '403'],
])('what %s sends, HTTP/%s with %j, is answered %s', async (_, version, headers, status) => {
  const { app } = await startConsole()
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  const head = [`GET ${LIST} HTTP/${version}`, `Host: ${url.host}`, ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const answer = String((await once(socket, 'data'))[0])
  socket.destroy()
  expect(answer.split(' ')[1]).toBe(status)
  expect(answer.includes('first_account_missing')).toBe(status === '403')
})
