/**
 * The envelope sender of one sending of one mail (VERP). What stands for `{}` are 44 characters of base 32: outbox id,
 * number of the sending, and a MAC over both and the recipient. A right one proves that somebody saw that mail, and no
 * more.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SigningKey } from '../apply/signing-keys.ts'

export type Sending = {
  /** A UUID: the id of the outbox. */
  delivery: string
  /** The attempt; counted modulo 4096. */
  sending: number
}

export type ReturnAddresses = {
  /** Null where no key is there. */
  of(sending: Sending & { recipient: string }): string | null
}

const PURPOSE = 'moushikomi-returned-mail'
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LENGTH = 44
export const SENDINGS = 4096
/** 128 bits of id, 12 of the number, 80 of the MAC. */
const BITS = { sending: 12n, mac: 80n } as const
const MAC_BYTES = 10

/** The longest local part of RFC 5321 is 64; `template` holds `{}` once. */
export function returnAddress(template: string, token: string): string {
  return template.replace('{}', token)
}

/** What a template is tried with. */
export const LONGEST_TOKEN = 'a'.repeat(TOKEN_LENGTH)

export function createReturnAddresses(
  template: string,
  keys: () => readonly SigningKey[],
): ReturnAddresses {
  return {
    of(sending) {
      const [key] = keys()
      return key ? returnAddress(template, tokenOf(key, sending)) : null
    },
  }
}

/** What a text names as tokens, whatever it is; of many the first few. */
export function tokensIn(text: string): Claim[] {
  return [...text.toLowerCase().matchAll(TOKEN)].slice(0, MOST_TOKENS).map(([token]) => read(token))
}

const TOKEN = /(?<![a-z2-7])[a-z2-7]{44}(?![a-z2-7])/g
const MOST_TOKENS = 8

/** Not yet known to be ours: the recipient, which only the outbox knows, belongs to the MAC. */
export type Claim = Sending & { mac: Buffer }

export function isGenuine(
  { delivery, sending, mac }: Claim,
  recipient: string,
  keys: readonly SigningKey[],
): boolean {
  const verdicts = keys.map((key) =>
    timingSafeEqual(macOf(key, { delivery, sending, recipient }), mac),
  )
  return verdicts.includes(true)
}

function tokenOf(key: SigningKey, sending: Sending & { recipient: string }): string {
  const mac = BigInt(`0x${macOf(key, sending).toString('hex')}`)
  const id = BigInt(`0x${sending.delivery.replaceAll('-', '')}`)
  const number = BigInt(sending.sending % SENDINGS)
  let rest = (((id << BITS.sending) | number) << BITS.mac) | mac
  let token = ''
  for (let i = 0; i < TOKEN_LENGTH; i += 1) {
    token = ALPHABET.charAt(Number(rest & 31n)) + token
    rest >>= 5n
  }
  return token
}

function read(token: string): Claim {
  let bits = 0n
  for (const character of token) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(character))
  const mac = Buffer.from(hexOf(bits & ((1n << BITS.mac) - 1n), MAC_BYTES), 'hex')
  const named = bits >> BITS.mac
  const hex = hexOf(named >> BITS.sending, 16)
  const delivery = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { delivery, sending: Number(named & (BigInt(SENDINGS) - 1n)), mac }
}

const hexOf = (bits: bigint, bytes: number) => bits.toString(16).padStart(bytes * 2, '0')

function macOf(
  { secret }: SigningKey,
  { delivery, sending, recipient }: Sending & { recipient: string },
): Buffer {
  const signed = JSON.stringify([PURPOSE, delivery, sending % SENDINGS, recipient])
  return createHmac('sha256', secret).update(signed).digest().subarray(0, MAC_BYTES)
}
