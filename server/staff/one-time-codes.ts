/** Codes for one use that a person types: setup codes and recovery codes, 120 random bits each. */
import { createHash, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

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
