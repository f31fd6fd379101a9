import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { keep } from '../sending/session-storage.ts'
import { openPage } from '../testing-page.ts'
import { forgetHandOver, handedOver, handOver, takeBack } from './hand-over.ts'

const LINK = 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef'
const OTHER = 'K7F4-9QXT.2.0123456789abcdef0123456789abcdef'

beforeEach(forgetHandOver)

test('link and number stay until they are taken back', () => {
  expect(handedOver()).toBeNull()
  handOver({ link: LINK, answer: '03-1234-5678' })
  expect(handedOver()).toEqual({ link: LINK, answer: '03-1234-5678', isSent: false })
  handOver({ link: LINK, answer: '03-1234-5678', isSent: true })
  expect(takeBack(LINK)).toEqual({ link: LINK, answer: '03-1234-5678', isSent: true })
  expect([handedOver(), takeBack(LINK)]).toEqual([null, null])
})

test('another link takes nothing, and leaves nothing', () => {
  handOver({ link: LINK, answer: '1' })
  expect(takeBack(OTHER)).toBeNull()
  expect(handedOver()).toBeNull()
})

test.each([null, 'x', {}, { link: LINK }, { link: 'x', answer: '1' }, { link: LINK, answer: 1 }])(
  '%j hands over nothing',
  (kept) => {
    keep('correction', kept)
    expect(handedOver()).toBeNull()
  },
)

describe('in another document of the tab', () => {
  const given = { link: LINK, answer: '1', isSent: false }

  /** As the browser opens one. */
  async function nextDocument(type: string) {
    vi.resetModules()
    const entries = vi.spyOn(performance, 'getEntriesByType')
    entries.mockReturnValue([{ type } as never])
    onTestFinished(() => entries.mockRestore())
    return import('./hand-over.ts')
  }

  test.each(['navigate', 'back_forward', 'reload'])(
    'what is under way is taken once (%s)',
    async (type) => {
      await openPage('')
      handOver(given)
      const { handedOver: taken } = await nextDocument(type)
      expect([taken(), taken()]).toEqual([given, given])
    },
  )

  test.each([
    ['reload', given],
    ['navigate', null],
    ['back_forward', null],
  ])('what was taken opens a page that is reloaded, and no other (%s)', async (type, opened) => {
    await openPage('')
    handOver(given)
    handedOver()
    const { handedOver: taken } = await nextDocument(type)
    expect([taken(), taken()]).toEqual([opened, opened])
    // Neither does it later.
    const { takeBack: takenBack } = await nextDocument('reload')
    expect(takenBack(LINK)).toEqual(opened)
  })
})
