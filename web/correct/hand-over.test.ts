import { beforeEach, expect, test } from 'vitest'
import { forget, keep } from '../sending/session-storage.ts'
import { handedOver, handOver, takeBack } from './hand-over.ts'

const LINK = 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef'
const OTHER = 'K7F4-9QXT.2.0123456789abcdef0123456789abcdef'

beforeEach(() => forget('correction'))

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
