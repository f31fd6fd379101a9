/** Identifiers of an application: the secret username or request id, and the receipt number for people. */
import { randomBytes } from 'node:crypto'
import { TEMPORARY_CUSTOMER_MARK } from '#domain/customer-number.ts'

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** What {customer} is after a registration: 128 random bits, the only key to the calls that follow (reading 18). */
export function newUsername(): string {
  return TEMPORARY_CUSTOMER_MARK + randomBase32()
}

/** The id of a request of an existing customer; never seen outside. */
export function newRequestId(): string {
  return `req-${randomBase32()}`
}

// No vowels, so that no words appear, and no characters that look alike.
const SPOKEN = '23456789BCDFGHJKMNPQRTVWXY'
const REFERENCE_LENGTH = 8

/** A receipt number to read aloud, such as `K7F4-9QXT`; chance alone makes it unique, the database sees to it. */
export function newReference(): string {
  const characters: string[] = []
  while (characters.length < REFERENCE_LENGTH)
    for (const byte of randomBytes(REFERENCE_LENGTH)) {
      // Rejection sampling: avoids modulo bias.
      if (byte < 256 - (256 % SPOKEN.length)) characters.push(SPOKEN.charAt(byte % SPOKEN.length))
    }
  return `${characters.slice(0, 4).join('')}-${characters.slice(4, REFERENCE_LENGTH).join('')}`
}

function randomBase32(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text += BASE_32.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return text
}
