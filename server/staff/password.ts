/** The console's password: kept as a scrypt hash, which a leaked configuration does not turn back into it. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's advice for 32 MiB a try: N = 2^15, r = 8, p = 3. */
const COST = { log2n: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** No more of the shell's special characters than a colon, so that it may stand in any environment file. */
const FORM = /^scrypt:(1[4-8]):(8|16):([1-9]|1\d):([0-9A-Za-z_-]{22}):([0-9A-Za-z_-]{43})$/

/** A setting's text for a password, `scrypt:<log2 N>:<r>:<p>:<salt>:<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  const { log2n, r, p } = COST
  return ['scrypt', log2n, r, p, salt.toString('base64url'), hash.toString('base64url')].join(':')
}

export function isPasswordHash(text: string): boolean {
  return FORM.test(text)
}

/** Throws RangeError for what is no hash of hashPassword's form. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, log2n, r, p, salt, hash] = FORM.exec(stored) ?? []
  if (!salt || !hash) throw new RangeError('not a password hash')
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
}

function derive(password: string, salt: Buffer, { log2n, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** log2n
  // Twice what the algorithm itself needs; Node's own limit is just too low for it.
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    // The same letters typed on another keyboard are the same password.
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
