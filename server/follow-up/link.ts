/**
 * The link with which an applicant sees how an application stands: receipt number, generation, MAC. It names no key, so
 * that it stays short: of each key of a rotation a MAC is made.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { STATUS_LINK } from '#contract/status.ts'
import { STATUS_PAGE } from '#contract/status-pages.ts'
import {
  linkKeysOf,
  makeFirstKey,
  type SigningKey,
  watchSigningKeys,
} from '../apply/signing-keys.ts'
import type { Config } from '../config/settings.ts'
import type { Database } from '../store/database.ts'
import { findValue, setValue } from '../store/queries/installation-values.ts'

export type Linked = { reference: string; generation: number }

export type StatusLinks = {
  /** The whole address; null where the pages have no public address. */
  to(linked: Linked): string | null
  /** What it names, and whether we signed that; undefined for what is no link. */
  read(link: string): (Linked & { isGenuine: boolean }) | undefined
}

const PURPOSE = 'moushikomi-status'
/** 128 bits of the HMAC. */
const MAC_BYTES = 16

export function createStatusLinks({
  keys,
  origin,
}: {
  /** The first signs, all verify. */
  keys: () => readonly SigningKey[]
  /** Null where no applicant could follow a link. */
  origin: string | null
}): StatusLinks {
  return {
    to(linked) {
      const [key] = keys()
      if (origin === null || !key) return null
      const { reference, generation } = linked
      return `${origin}${STATUS_PAGE}#${reference}.${generation}.${macOf(key, linked).toString('hex')}`
    },
    read(link) {
      const [, reference = '', digits = '', hex = ''] = STATUS_LINK.exec(link) ?? []
      if (reference === '') return undefined
      const linked = { reference, generation: Number(digits) }
      const mac = Buffer.from(hex, 'hex')
      const verdicts = keys().map((key) => timingSafeEqual(macOf(key, linked), mac))
      return { ...linked, isGenuine: verdicts.includes(true) }
    },
  }
}

type LinkConfig = PublicConfig & Pick<Config, 'LINK_KEYS' | 'LINK_KEYS_FILE'>
type PublicConfig = Pick<Config, 'PUBLIC_URL'> & Partial<Pick<Config, 'DEMO'>>

/** As the settings want it; the first key is made in passing. */
export function openStatusLinks(config: LinkConfig, now: number): StatusLinks {
  const origin = publicOrigin(config)
  if (origin !== null) makeFirstKey(linkKeysOf(config), now)
  return createStatusLinks({ keys: watchSigningKeys(linkKeysOf(config)), origin })
}

/** Null where PUBLIC_URL names this machine alone, as it does by default; whoever uses a demo sits at it. */
export function publicOrigin({ PUBLIC_URL, DEMO = 'off' }: PublicConfig): string | null {
  const { hostname } = new URL(PUBLIC_URL)
  return DEMO === 'off' &&
    /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(hostname)
    ? null
    : PUBLIC_URL
}

const FACT = 'status_link_key'

/** False where the keys hold none of those that signed here before: links that were sent do not open any more. */
export async function claimLinkKeys(
  database: Database,
  keys: readonly SigningKey[],
): Promise<boolean> {
  const [first, ...older] = keys.map(({ secret }) =>
    createHash('sha256').update(secret).digest('base64url'),
  )
  if (first === undefined) return true
  return database.atomic(async (tx) => {
    const before = (await findValue(tx, { name: FACT }))?.value
    if (before !== first) await setValue(tx, { name: FACT, value: first })
    return before === undefined || before === first || older.includes(before)
  })
}

// Signed as a JSON array: unambiguous where one part ends and the next begins.
function macOf({ secret }: SigningKey, { reference, generation }: Linked): Buffer {
  const signed = JSON.stringify([PURPOSE, reference, generation])
  return createHmac('sha256', secret).update(signed).digest().subarray(0, MAC_BYTES)
}
