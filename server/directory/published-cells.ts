/** Cells of the published tables as they are shown: what facilities typed into the disclosure system, tidied. */

/** Without control characters (tabs occur in names) and outer spaces. */
export function publishedText(cell: string): string {
  return cell.replace(/\p{Cc}+/gu, ' ').trim()
}

/** Half-width, with hyphens: （０１２）３４５−６７８９ is 012-345-6789. */
export function publishedTelephone(cell: string): string {
  return cell
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−ー]/g, '-')
    .replace(/^\(?(\d+)\)-?/, '$1-')
    .replace(/\((\d+)\)/, '-$1-')
    .replace(/\s/g, '')
}

/** City and street in one. The street often begins with the city once more, or holds the whole address twice. */
export function publishedAddress(city: string, street: string): string {
  const district = city.replace(PREFECTURE, '')
  const rest = withoutStart(withoutStart(street, city), district)
  const again = district === '' ? -1 : rest.indexOf(district)
  const repeats =
    again > 0 && rest.startsWith(rest.slice(again + district.length, again + district.length + 2))
  if (!repeats) return city + rest
  const prefecture = city.slice(0, city.length - district.length)
  return city + withoutEnd(rest.slice(0, again), prefecture)
}

const PREFECTURE = /^(?:北海道|東京都|(?:大阪|京都)府|.{2,3}県)/

function withoutStart(text: string, start: string): string {
  return start !== '' && text.startsWith(start) ? text.slice(start.length) : text
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
}
