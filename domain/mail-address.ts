/** The format of a mail address. */

// The HTML standard's pattern for <input type=email>, as https://html.spec.whatwg.org states it.
const MAIL_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** The server's verdict on a mail address, and the page's quiet hint (readings 15 and 24). */
export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text)
}
