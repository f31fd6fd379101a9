/**
 * Second factor: time-based one-time passwords (RFC 6238) as authenticator apps make them (SHA-1, six digits, thirty
 * seconds), and codes for one use that a person types: setup codes and recovery codes, 120 random bits each.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps before and after the current one that are taken: clocks differ, and typing takes time. */
const WINDOW = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** What an authenticator app reads from a QR code. */
export function totpUri(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

export function totpStep(now: number): number {
  return Math.floor(now / STEP_MS)
}

/** The code of a step (HOTP, RFC 4226). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to; null where it belongs to none around this instant. */
export function matchTotp(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const typed = Buffer.from(code)
  let matched: number | null = null
  for (let step = totpStep(now) - WINDOW; step <= totpStep(now) + WINDOW; step += 1)
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), typed)) matched = step
  return matched
}

const BYTES = 15
const RECOVERY_CODES = 8

/** e.g. ABCDEF-GHIJKL-MNOPQR-STUVWX. */
export function newOneTimeCode(): string {
  return base32(randomBytes(BYTES)).replace(/(.{6})(?=.)/g, '$1-')
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newOneTimeCode)
}

/** What is stored of a code. With 120 random bits a plain hash cannot be searched; null for what is no code. */
export function hashOneTimeCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  if (!/^[A-Z2-7]{24}$/.test(code)) return null
  return createHash('sha256').update(code).digest('base64url')
}
