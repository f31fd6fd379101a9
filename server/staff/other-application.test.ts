/** What belongs to one application is not touched by a call to another's address: every write that is registered. */
import { expect, test } from 'vitest'
import { bearer, newToken } from '../testing/billing.ts'
import { difference, everyRow, isOfApplication } from '../testing/rows.ts'
import { deskAndRoutes, examplesOf, prepare, requestOf, somebody } from '../testing/staff-routes.ts'

test('ids of one application do nothing at another’s address', async () => {
  const { desk, routes } = await deskAndRoutes()
  const caller = await somebody(desk, 'administrator')
  const token = await newToken(desk.staff)
  const writes = routes.filter(
    ({ method, url, access }) => access && method !== 'GET' && url.includes(':reference'),
  )
  for (const route of writes)
    for (const example of examplesOf(route)) {
      const [named, other] = [await prepare(desk), await prepare(desk)]
      const credential =
        route.access?.caller === 'token' ? bearer(token) : { cookie: caller.cookie }
      const { headers, ...request } = requestOf(route, await example(named, caller), other)
      const before = await desk.database.read(everyRow)
      await desk.staff.app.inject({ ...request, headers: { ...headers, ...credential } })
      const after = await desk.database.read(everyRow)
      const touched = Object.keys(difference(before, after)).filter((key) =>
        isOfApplication(named.id, key, after.get(key) ?? before.get(key) ?? {}),
      )
      expect.soft([route.url, touched]).toEqual([route.url, []])
    }
})
