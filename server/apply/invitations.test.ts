import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  invitationLink,
  isProcedure,
  newInvitationId,
  signInvitation,
  verifyInvitation,
} from './invitations.ts'
import { newSigningKey, parseSigningKeys } from './signing-keys.ts'

const NOW = Date.parse('2026-11-20T09:00:00+09:00')
const EXPIRES = NOW / 1000 + 3600
const [newest, older] = parseSigningKeys(`${newSigningKey(NOW)}\n${newSigningKey(NOW)}\n`)
if (!newest || !older) throw new Error('two keys were expected')

const invitation = {
  procedure: 'suspension',
  customerNumber: 'C123',
  expires: EXPIRES,
  id: newInvitationId(),
} as const
const token = signInvitation(newest, invitation)
const expected = { procedure: 'suspension', customerNumber: 'C123', now: NOW } as const

describe('an invitation', () => {
  it('is made for the flows that act on an existing number, and for nothing else', () => {
    const names = ['entry', 'migration', 'suspension', 'trial', 'toString', '']
    expect(names.filter(isProcedure)).toEqual(['migration', 'suspension'])
  })

  it('is worth something for its own procedure and number', () => {
    expect(verifyInvitation([newest], token, expected)).toEqual({
      status: 'valid',
      id: invitation.id,
      key: newest.id,
    })
  })

  it('is worth nothing for another procedure or number', () => {
    const other = { ...expected, procedure: 'migration' } as const
    expect(verifyInvitation([newest], token, other).status).toBe('forged')
    const number = { ...expected, customerNumber: 'C124' }
    expect(verifyInvitation([newest], token, number).status).toBe('forged')
  })

  it('ends a minute after its time, and its time cannot be moved', () => {
    const at = (seconds: number) => ({ ...expected, now: (EXPIRES + seconds) * 1000 })
    expect(verifyInvitation([newest], token, at(60)).status).toBe('valid')
    expect(verifyInvitation([newest], token, at(61)).status).toBe('expired')
    const later = token.replace(String(EXPIRES), String(EXPIRES + 9999))
    expect(verifyInvitation([newest], later, expected).status).toBe('forged')
  })

  it('outlives a rotation and ends with its key', () => {
    const old = signInvitation(older, invitation)
    expect(verifyInvitation([newest, older], old, expected)).toMatchObject({ key: older.id })
    expect(verifyInvitation([newest], old, expected).status).toBe('unknown_key')
  })

  it.each(['', 'v1', 'v2.k.1.a.b', `${token}x`, token.slice(0, -1), `${token}\n`, '💥'])(
    'is malformed as %j',
    (text) => {
      expect(verifyInvitation([newest], text, expected).status).toBe('malformed')
    },
  )

  it('is the HMAC that the decision record describes', () => {
    const signed = ['moushikomi-invitation', 'v1', 'suspension', 'C123', EXPIRES, invitation.id]
    const mac = createHmac('sha256', newest.secret)
      .update(JSON.stringify(signed))
      .digest('base64url')
    expect(token).toBe(`v1.${newest.id}.${EXPIRES}.${invitation.id}.${mac}`)
  })

  it('travels in the fragment of a link to the procedure', () => {
    expect(invitationLink('https://apply.example.jp', invitation, token)).toBe(
      `https://apply.example.jp/teishi/input?customerNumber=C123#inv=${token}`,
    )
  })
})

describe('keys', () => {
  it('are read from lines or commas, in order', () => {
    const lines = [newSigningKey(NOW), newSigningKey(NOW)]
    const ids = lines.map((line) => line.split(':')[0])
    expect(parseSigningKeys(lines.join(',')).map(({ id }) => id)).toEqual(ids)
    expect(parseSigningKeys(`\n${lines.join('\r\n')}\n`).map(({ id }) => id)).toEqual(ids)
    expect(ids[0]).toMatch(/^k20261120-[0-9a-f]{6}$/)
  })

  it('that are none are refused without being repeated', () => {
    expect(() => parseSigningKeys('k1:too-short')).toThrow(/^key 1 is not "id:secret"$/)
  })
})
