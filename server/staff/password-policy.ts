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
    return 'よく使われるパスワードのため、使用できません。別のパスワードにしてください。'
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
