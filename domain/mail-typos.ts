/** What was meant by a mail address that cannot be right, or whose domain is one letter away from a well-known one. */
import { isMailAddress } from './mail-address.ts'
import { HYPHENS, withoutEnd, withoutStart } from './text.ts'

/** Where people of Japan have their mail; and domains that are real although they are one letter from such a one. */
const WELL_KNOWN = [
  ...['gmail.com', 'googlemail.com', 'yahoo.co.jp', 'yahoo.ne.jp', 'yahoo.com', 'ybb.ne.jp'],
  ...['icloud.com', 'me.com', 'mac.com', 'outlook.jp', 'outlook.com', 'hotmail.co.jp'],
  ...['hotmail.com', 'live.jp', 'live.com', 'msn.com', 'aol.com', 'aol.jp', 'proton.me'],
  ...['protonmail.com', 'zoho.com', 'gmx.com', 'mail.com', 'docomo.ne.jp', 'ezweb.ne.jp', 'au.com'],
  ...['softbank.ne.jp', 'i.softbank.jp', 'vodafone.ne.jp', 'ymobile.ne.jp', 'uqmobile.jp'],
  ...['rakuten.jp', 'nifty.com', 'nifty.ne.jp', 'biglobe.ne.jp', 'ocn.ne.jp', 'so-net.ne.jp'],
  ...[
    'plala.or.jp',
    'dion.ne.jp',
    'infoweb.ne.jp',
    'infoseek.jp',
    'asahi-net.or.jp',
    'eonet.ne.jp',
  ],
  ...['jcom.home.ne.jp', 'jcom.zaq.ne.jp', 'bbexcite.jp', 'excite.co.jp', 'goo.jp', 'wakwak.com'],
  ...[
    'auone.jp',
    'auone-net.jp',
    'tiki.ne.jp',
    'commufa.jp',
    'ctc.ad.jp',
    'hi-ho.ne.jp',
    'sakura.ne.jp',
  ],
  ...['ymail.com', 'email.com', 'qmail.com', 'mail.ru'],
] as const

export type MailDoubt =
  /** White space inside; `meant` is the address without it. */
  | { kind: 'blank'; meant: string }
  | { kind: 'other'; meant: string }
  /** No mail address, and nobody knows which was meant. */
  | { kind: 'format' }

/** What is doubtful about an address as it would be sent; null where nothing is. */
export function mailDoubt(address: string): MailDoubt | null {
  const bare = unwrapped(address)
  const solid = bare.replace(/\s/g, '')
  const isOne = solid.split('@').length === 2
  if (isOne && bare === address && solid !== bare) return { kind: 'blank', meant: solid }
  const meant = wellKnown(withMarksMended(solid))
  if (isOne && meant !== address && isMailAddress(meant)) return { kind: 'other', meant }
  return isMailAddress(address) ? null : { kind: 'format' }
}

/** Out of a link, or out of what mail programs copy: `山田 <taro@example.jp>`. */
function unwrapped(text: string): string {
  const [, inside = text] = /^[^<>]*<([^<>]*)>[^<>]*$/.exec(text) ?? []
  return inside.replace(/^\s*mailto:/i, '').replace(/\?.*$/s, '')
}

const ANY_HYPHEN = new RegExp(`[${HYPHENS}]`, 'g')

/** A comma for the dot of the domain, a sign twice or at an end, signs as an input method has them. */
function withMarksMended(address: string): string {
  const plain = address.replace(/[。｡・]/g, '.').replace(ANY_HYPHEN, '-')
  const [local = '', domain = ''] = plain.split('@')
  const mended = domain.replace(/[,、;]/g, '.').replace(/\.{2,}/g, '.')
  return `${withoutStart(local, /[<(]/)}@${withoutEnd(withoutStart(mended, /\./), /[.:>)]/)}`
}

/** With the well-known domain from which this one is a letter away. */
function wellKnown(address: string): string {
  const [local = '', typed = ''] = address.split('@')
  const domain = typed.toLowerCase()
  if (WELL_KNOWN.some((known) => known === domain)) return address
  const meant = WELL_KNOWN.find((known) => isSlipOf(domain, known))
  return meant === undefined ? address : `${local}@${meant}`
}

/** Of a shorter name every letter makes another one that may be somebody's own: there only what follows it can be a slip. */
const SHORTEST_NAME = 5

function isSlipOf(domain: string, known: string): boolean {
  const name = known.slice(0, known.indexOf('.'))
  return (name.length >= SHORTEST_NAME || domain.startsWith(`${name}.`)) && isOneEdit(domain, known)
}

/** A letter too many, too few or another one, or two neighbours exchanged. */
function isOneEdit(one: string, other: string): boolean {
  if (one === other) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)
}
