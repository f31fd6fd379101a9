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
    for (const byte of randomOf(REFERENCE_LENGTH)) {
      // Rejection sampling: avoids modulo bias.
      if (byte < 256 - (256 % SPOKEN.length)) characters.push(SPOKEN.charAt(byte % SPOKEN.length))
    }
  return `${characters.slice(0, 4).join('')}-${characters.slice(4, REFERENCE_LENGTH).join('')}`
}

/** 128 bits, five a character; the last one has the three that are left. */
function randomBase32(): string {
  let text = ''
  let bits = 0
  let count = 0
  for (const byte of randomOf(16)) {
    bits |= byte << count
    for (count += 8; count >= 5; count -= 5) {
      text += BASE_32.charAt(bits & 31)
      bits >>= 5
    }
  }
  return text + BASE_32.charAt(bits)
}

/** Random bytes are asked for in such portions: each question costs as much as hundreds of bytes. */
const PORTION = 4096
let portion = Buffer.alloc(0)

/** Bytes that are given to nobody else, and not kept. */
function randomOf(count: number): Uint8Array {
  if (portion.length < count) portion = randomBytes(PORTION)
  const bytes = Uint8Array.from(portion.subarray(0, count))
  portion.fill(0, 0, count)
  portion = portion.subarray(count)
  return bytes
}
