/** What somebody typed as a name, where others read it under our name: a mail, a link that anybody can make. */

import { revealHidden } from './hidden-characters.ts'

/** Letters of a name in a mail. */
const NAME_LIMIT = 60

/**
 * A name as a mail may carry it: one line, no character that hides or turns text, and nothing that a mail program would
 * make a link of. What is longer than the limit ends with 「…」 in place of the rest.
 */
export function safeName(name: string, limit = NAME_LIMIT): string {
  const seen = revealHidden(name).map(({ text, hidden }) => (hidden ? ' ' : text))
  const oneLine = seen
    .join('')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  const linkless = oneLine.replace(/[.:@]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  const characters = Array.from(linkless)
  return characters.length <= limit ? linkless : `${characters.slice(0, limit).join('')}…`
}
