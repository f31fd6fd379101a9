import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PageWords } from '#domain/operator-words.ts'
import { openPage, renderHook } from '../testing-page.ts'

/** As the pages of a server with this setting: they take their words as they are loaded. */
async function load(words: Partial<PageWords>) {
  vi.resetModules()
  const { toRender } = await import('../words-to-render.ts')
  toRender.words = { ...toRender.words, ...words }
  return import('./invitation.ts')
}

// Other files share the modules.
afterAll(() => void vi.resetModules())

const { currentInvitation, invitationOf, uninvitedBy, useUninvited } = await load({
  needsInvitation: true,
})

const END = 1_800_000_000
const TOKEN = `v1.k1.${END}.${'i'.repeat(22)}.${'m'.repeat(43)}`

test.each([
  ['inv=v1.k.1.id.mac', 'v1.k.1.id.mac'],
  [null, null],
  ['', null],
  ['inv=', null],
  ['inv=%E3%81%82', null],
  ['inv=a%0Ab', null],
  [`inv=${'a'.repeat(512)}`, 'a'.repeat(512)],
  [`inv=${'a'.repeat(513)}`, null],
  ['main', null],
])('the invitation of %j is %j', (fragment, token) => {
  expect(invitationOf(fragment)).toBe(token)
})

test.each([
  [null, 0, 'missing'],
  ['x=1', 0, 'missing'],
  [`inv=${TOKEN}`, 0, null],
  // As long as the server takes it.
  [`inv=${TOKEN}`, (END + 60) * 1000, null],
  [`inv=${TOKEN}`, (END + 60) * 1000 + 1, 'unusable'],
  // Cut by a mail program.
  [`inv=${TOKEN.slice(0, -1)}`, 0, 'unusable'],
  ['inv=v1.token', 0, 'unusable'],
] as const)('by %j at %d nothing is begun: %j', (fragment, now, uninvited) => {
  expect(uninvitedBy(fragment, now)).toBe(uninvited)
})

describe('a page that wants an invitation', () => {
  const ADDRESS = 'http://localhost/teishi/input?customerNumber=A-1'
  const go = (hash: string) => {
    location.hash = hash
    dispatchEvent(new Event('hashchange'))
  }

  test('takes nothing away when one ends while it is open', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(END * 1000)
    onTestFinished(() => clock.mockRestore())
    await openPage('<main id="main"></main>', `${ADDRESS}#inv=${TOKEN}`)
    const hook = await renderHook(useUninvited, {})
    expect(hook.result).toBeNull()
    clock.mockReturnValue((END + 3600) * 1000)
    await hook.render({})
    expect(hook.result).toBeNull()
    await hook.act(() => go(`#inv=v1.k2${TOKEN.slice(5)}`))
    expect(hook.result).toBe('unusable')
  })

  test('keeps it over a step to a place within the page, in its address too', async () => {
    await openPage('<main id="main"></main>', `${ADDRESS}#inv=${TOKEN}`)
    const hook = await renderHook(useUninvited, {})
    await hook.act(() => go('#main'))
    expect([currentInvitation(), location.hash]).toEqual([TOKEN, `#inv=${TOKEN}`])
  })

  test('is closed without one, until its link is opened', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(END * 1000)
    onTestFinished(() => clock.mockRestore())
    await openPage('', ADDRESS)
    const hook = await renderHook(useUninvited, {})
    expect([hook.result, currentInvitation()]).toEqual(['missing', null])
    await hook.act(() => go(`#inv=${TOKEN}`))
    expect([hook.result, currentInvitation()]).toEqual([null, TOKEN])
  })
})

test('no other page asks for one', async () => {
  const { useUninvited } = await load({})
  await openPage('')
  expect((await renderHook(useUninvited, {})).result).toBeNull()
})
