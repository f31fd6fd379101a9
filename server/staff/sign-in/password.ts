/** Password hashing with scrypt. One hash is computed at a time: each takes 32 MiB. */

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../errors.ts'

/** What a hash costs: scrypt's N as a power of two, r and p. */
export type PasswordCost = { log2n: number; r: number; p: number }

/** OWASP's advice for 32 MiB a try: N = 2^15, r = 8, p = 3. */
export const PASSWORD_COST: PasswordCost = { log2n: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt:(1[4-8]):(8|16):([1-9]|1\d):([0-9A-Za-z_-]{22}):([0-9A-Za-z_-]{43})$/

/** The stored form of a password, `scrypt:<log2 N>:<r>:<p>:<salt>:<hash>`. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, cost)
  const { log2n, r, p } = cost
  return ['scrypt', log2n, r, p, salt.toString('base64url'), hash.toString('base64url')].join(':')
}

/** False where there is no hash, after the same time: an unknown name is answered as slowly as a known one. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  usual = PASSWORD_COST,
): Promise<boolean> {
  const [, log2n, r, p, salt, hash] = FORM.exec(stored ?? noPassword(usual)) ?? []
  if (!salt || !hash) throw new RangeError('not a password hash')
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && stored !== null
}

/** Costs what a real one costs. */
const noPassword = ({ log2n, r, p }: PasswordCost) =>
  `scrypt:${log2n}:${r}:${p}:${'A'.repeat(22)}:${'A'.repeat(43)}`

/** Beyond so many that wait, an attempt is refused: an attack must not hold up the process for minutes. */
const MOST_WAITING = 20
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Runs one hash after another. Throws AppError `unavailable` where too many wait. */
function derive(...args: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (waiting >= MOST_WAITING) throw new AppError('unavailable', { retryAfter: 5 })
  waiting += 1
  const own = last
    .then(() => deriveNow(...args))
    .finally(() => {
      waiting -= 1
    })
  last = own.catch(() => {})
  return own
}

function deriveNow(password: string, salt: Buffer, { log2n, r, p }: PasswordCost): Promise<Buffer> {
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

/** Which passwords are taken: long ones that are not in a list of common ones and do not follow from the account. */

/** Characters; no composition of them is asked for. */
export const PASSWORD_LENGTH = { least: 12, most: 256 }
/** Fewer different characters than this repeat themselves. */
const LEAST_DIFFERENT = 5
/** Words of this product, which would be tried first. */
const CONTEXT_WORDS = ['moushikomi', 'mousikomi', 'signup', 'administrator', 'もうしこみ', '申込']

/** Why a password is not taken, as a Japanese sentence; null where it is. */
export async function passwordProblem(password: string, account: string): Promise<string | null> {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.least)
    return `パスワードは${PASSWORD_LENGTH.least}文字以上にしてください。`
  if (length > PASSWORD_LENGTH.most)
    return `パスワードは${PASSWORD_LENGTH.most}文字以内にしてください。`
  const lower = password.toLowerCase()
  const words = [...CONTEXT_WORDS, account.toLowerCase()].filter((word) => word.length >= 2)
  if (words.some((word) => lower.includes(word)))
    return 'パスワードに利用者名やサービス名を含めないでください。'
  if (new Set(lower).size < LEAST_DIFFERENT || (await isCommon(lower)))
    return 'よく使われるパスワードのため、使えません。別のパスワードにしてください。'
  return null
}

/** Digits and signs around a common word make it no less common. */
async function isCommon(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const core = /\p{L}(?:.*\p{L})?/su.exec(password)?.[0] ?? ''
  const half = password.slice(0, password.length / 2)
  return common.has(password) || common.has(core) || (half + half === password && common.has(half))
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** About 49,000, the most frequent ones of several leaks; loaded when a password is first set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return loaded
}
