/** Mail addresses: their format, the mailbox that limits count by, and the domain that delivery goes to. */

// The HTML standard's pattern for <input type=email>, as https://html.spec.whatwg.org states it.
const MAIL_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** The server's verdict on a mail address, and the page's quiet hint (readings 15 and 24). */
export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text)
}

/** Gmail reads no dots in a name, and has a second domain. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * One name for all spellings that reach the same mailbox, for limits; never sent to. Lower case, without a plus tag:
 * `Victim+1@Example.jp` and `victim@example.jp` are one mailbox, and so are `vic.tim@googlemail.com` and `victim@gmail.com`.
 */
export function mailboxOf(address: string): string {
  const { local, domain } = partsOf(address.toLowerCase())
  const plus = local.indexOf('+')
  const user = plus > 0 ? local.slice(0, plus) : local
  if (GMAIL.has(domain)) return `${user.replaceAll('.', '')}@gmail.com`
  return domain === '' ? user : `${user}@${domain}`
}

/** The domain that the mail goes to, in lower case; empty where there is none. */
export function mailDomainOf(address: string): string {
  return partsOf(address.toLowerCase()).domain
}

function partsOf(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return at === -1
    ? { local: address, domain: '' }
    : { local: address.slice(0, at), domain: address.slice(at + 1) }
}
