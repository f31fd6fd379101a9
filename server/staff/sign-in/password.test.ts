import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('password', () => {
  test('a hash takes its own password and no other', async () => {
    const hash = await hashPassword('正しい馬の電池')
    expect(hash).toMatch(/^scrypt:15:8:3:[\w-]{22}:[\w-]{43}$/)
    expect(await verifyPassword('正しい馬の電池', hash)).toBe(true)
    expect(await verifyPassword('正しい馬の電池 ', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  test('the same password never hashes the same twice', async () => {
    expect(await hashPassword('a')).not.toBe(await hashPassword('a'))
  })

  test('が typed as one character or as two is one password', async () => {
    expect(await verifyPassword('か\u3099', await hashPassword('が'))).toBe(true)
  })

  test('a hash made with another cost is still understood', async () => {
    // scrypt of 'pass' with N = 2^14, r = 8, p = 1 and a salt of sixteen zero bytes, by OpenSSL.
    const stored =
      'scrypt:14:8:1:AAAAAAAAAAAAAAAAAAAAAA:WYmX6Y9GWSJ6fnbhLm3SyDmQhyZe4kn2McFL5R42sgY'
    expect(await verifyPassword('pass', stored)).toBe(true)
    expect(await verifyPassword('Pass', stored)).toBe(false)
  })

  test('where no hash is stored every password is wrong, as slowly as with one', async () => {
    expect(await verifyPassword('', null)).toBe(false)
    expect(await verifyPassword('A', null)).toBe(false)
  })

  test('of many attempts at once some are refused instead of holding up the others', async () => {
    const attempts = Array.from({ length: 30 }, () => verifyPassword('pass', CHEAP))
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    for (const one of settled)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'unavailable', retryAfter: 5 })
    expect(await verifyPassword('pass', CHEAP)).toBe(true)
  })

  test.each(['', 'secret', 'scrypt:30:8:1:AAAAAAAAAAAAAAAAAAAAAA:A', '$2b$12$abc'])(
    '%j is no hash',
    async (text) => {
      await expect(verifyPassword('secret', text)).rejects.toThrow(RangeError)
    },
  )
})

/** scrypt of 'pass' with N = 2^14, r = 8, p = 1 and a salt of sixteen zero bytes, by OpenSSL. */
const CHEAP = 'scrypt:14:8:1:AAAAAAAAAAAAAAAAAAAAAA:WYmX6Y9GWSJ6fnbhLm3SyDmQhyZe4kn2McFL5R42sgY'
