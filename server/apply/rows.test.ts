import { expect, test } from 'vitest'
import { newNotices } from './new-rows.ts'

test('a mail’s source tells senders apart, and mailboxes, and is no longer than that needs', () => {
  const sourceOf = (email: string, sender: string) =>
    newNotices({ id: 'a', email }, { staffMail: 's@x.test', webhookUrl: '' }, { at: 0, sender })[0]
      ?.source
  const one = sourceOf('a@x.test', '192.0.2.1')
  expect(one).toMatch(/^[\da-f]{4}$/)
  expect(sourceOf('A@x.test', '192.0.2.1')).toBe(one)
  expect(sourceOf('a@x.test', '192.0.2.2')).not.toBe(one)
  expect(sourceOf('b@x.test', '192.0.2.1')).not.toBe(one)
})
