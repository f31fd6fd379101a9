/** What was erased stays erased: every write of staff, of the billing system and of the applicant, after an erasure; at the same time: pairs.test.ts. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scrubErased } from '../store/queries/retention.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import { deskAndActions } from '../testing/actions.ts'
import { CORPORATION } from '../testing/calls.ts'
import { ENGINES } from '../testing/databases.ts'
import { ended } from '../testing/presses.ts'
import { difference, everyRow, isOfApplication, rowsIn, type Stored } from '../testing/rows.ts'
import { PASSWORD } from '../testing/staff-app.ts'
import { MARK, prepare, somebody } from '../testing/staff-routes.ts'
import { type Desk, erase } from '../testing/status.ts'

const LIMIT_MS = 300_000

/** They are about what was erased, and write nothing into it. */
const OF_ERASED = [
  'POST /api/applications/:reference/erasure 1',
  'POST /api/staff/v1/applications/:reference/acknowledgement 1',
]

async function begun(wanted: Parameters<typeof deskAndActions>[0]) {
  const actions = await deskAndActions(wanted)
  return { ...actions, caller: await somebody(actions.desk, 'administrator') }
}

/** Typed texts that stand in rows of the application. */
function leftIn(stored: Stored, id: string): string[] {
  const texts = [MARK, ...Object.values(CORPORATION)].filter((text) => text.length > 1)
  return [...stored].flatMap(([key, row]) =>
    isOfApplication(id, key, row) && texts.some((text) => JSON.stringify(row).includes(text))
      ? [`${key} ${JSON.stringify(row)}`]
      : [],
  )
}

const stored = ({ database }: Desk) => database.read(everyRow)

describe.each(ENGINES)('what was erased, on %s,', (engine) => {
  test(
    'is written to by no call of staff or of the billing system that is registered',
    async () => {
      const { desk, staff, caller } = await begun({ engine })
      for (const { name, callOf } of staff) {
        if (OF_ERASED.includes(name)) continue
        const prepared = await prepare(desk)
        const call = await callOf(prepared, caller)
        await erase(desk, prepared.reference)
        const before = await stored(desk)
        const reply = await call()
        const told = JSON.stringify(reply.json())
        expect.soft([name, told]).toEqual([name, expect.stringContaining('個人情報を消去し')])
        const isBulk = name.includes('bulk')
        expect.soft([name, reply.statusCode]).toEqual([name, isBulk ? 200 : 409])
        const changed = Object.keys(difference(before, await stored(desk)))
        expect
          .soft([name, changed.filter((key) => !/^(api_replies|api_tokens|audit) /.test(key))])
          .toEqual([name, []])
        expect.soft([name, leftIn(await stored(desk), prepared.id)]).toEqual([name, []])
      }
    },
    LIMIT_MS,
  )

  test('is written to by no call of an applicant that is registered', async () => {
    const { desk, applicant, others, caller } = await begun({ engine })
    for (const { name, callOf } of applicant) {
      const prepared = await prepare(desk)
      const { id } = prepared
      const call = await callOf(prepared, caller)
      await erase(desk, prepared.reference)
      const before = await stored(desk)
      await call()
      const changed = Object.keys(difference(before, await stored(desk)))
      // A call that is repeated may be counted there.
      expect.soft([name, changed.filter((key) => key !== `applications ${id}`)]).toEqual([name, []])
      expect.soft([name, leftIn(await stored(desk), id)]).toEqual([name, []])
    }
    // A page: its address with another method, or the pattern of one, is no call.
    for (const { url } of others) {
      const reply = await desk.app.inject({ method: 'POST', url, payload: {} })
      expect.soft([404, 405], url).toContain(reply.statusCode)
    }
  })

  test('is erased again by staff and by the command, with what is there again', async () => {
    const { desk } = await begun({ engine })
    const { id, reference } = await prepare(desk)
    await erase(desk, reference)
    const { database, clock } = desk
    const [first] = await rowsIn(database, 'applications')
    // As a process wrote it that did not look at the erasure.
    const leave = () =>
      database.atomic((tx) =>
        addHistory(tx, {
          ...{ id: randomUUID(), application: id, at: clock.now, who: '花子' },
          ...{ action: 'note', detail: MARK },
        }),
      )
    const { cookie } = await somebody(desk, 'administrator')
    const url = `/api/applications/${reference}/erasure`
    const payload = { reference, password: PASSWORD, seen: ended('in_progress') }
    const ways = {
      console: () => desk.staff.app.inject({ method: 'POST', url, headers: { cookie }, payload }),
      command: () => erase(desk, reference),
    }
    for (const [name, again] of Object.entries(ways)) {
      clock.now += 60_000
      await leave()
      expect([name, leftIn(await stored(desk), id).length]).toEqual([name, 1])
      await scrubErased(database)
      const reply = await again()
      if ('statusCode' in reply) expect(reply.statusCode).toBe(200)
      expect([name, leftIn(await stored(desk), id)]).toEqual([name, []])
      expect([name, await scrubErased(database)]).toEqual([name, 'done'])
    }
    const [last] = await rowsIn(database, 'applications')
    expect(last?.erased_at).toBe(first?.erased_at)
  })
})
