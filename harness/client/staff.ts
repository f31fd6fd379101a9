/** An account of the staff console as its person has it: the second factor, and a session without a browser. */
import { createHmac } from 'node:crypto'
import { CONSOLE_PATHS } from '#contract/console.ts'

export const PASSWORD = '正しい馬の電池の留め金です'

/** What an authenticator app shows for a secret, `later` steps of thirty seconds from now (RFC 6238). */
export function codeOf(secret: string, later = 0): string {
  const bits = Array.from(secret, (c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Sets an account up with the code that `staff add` printed for it; gives its session's cookie. `url` has no path. */
export async function setUpSession(url: string, name: string, code: string): Promise<string> {
  return (await setUpAccount(url, { name, code, password: PASSWORD })).cookie
}

type NewAccount = { name: string; code: string; password: string }

/** As setUpSession; the secret makes further codes. */
export async function setUpAccount(url: string, account: NewAccount) {
  const { name, code } = account
  const begun = await post(`${url}${CONSOLE_PATHS.setup}`, { name, code })
  const { secret } = (await begun.json()) as { secret: string }
  const end = { ...account, totp: codeOf(secret) }
  const done = await post(`${url}${CONSOLE_PATHS.setupEnd}`, end)
  const [cookie = ''] = String(done.headers.get('set-cookie')).split(';')
  return { cookie, secret }
}

async function post(address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response
}
