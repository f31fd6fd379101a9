/** A signed note of who logged in and until when: the cookie is the session, nothing is kept beside it. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A working day; whoever stays longer logs in again. */
export const SESSION_SECONDS = 12 * 3600

export type Sessions = {
  /** A cookie's value for this person; `now` is epoch milliseconds. */
  issue(who: string, now: number): string
  /** The person a cookie's value was issued for; null when it is forged, cut or too old. */
  whoOf(value: string, now: number): string | null
}

/** The key lives as long as the process: a restart, and so a new password, ends every session. */
export function createSessions(key: Buffer = randomBytes(32)): Sessions {
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url')
  return {
    issue(who, now) {
      const payload = Buffer.from(JSON.stringify([who, now + SESSION_SECONDS * 1000]))
      const encoded = payload.toString('base64url')
      return `${encoded}.${sign(encoded)}`
    },
    whoOf(value, now) {
      const [, payload, mac] = /^([\w-]+)\.([\w-]{43})$/.exec(value) ?? []
      if (!payload || !mac) return null
      if (!timingSafeEqual(Buffer.from(sign(payload)), Buffer.from(mac))) return null
      const [who, expires] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload
      return now < expires ? who : null
    },
  }
}

type Payload = [who: string, expires: number]
