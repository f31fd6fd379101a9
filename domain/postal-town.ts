/** Names of towns in postal data, without Japan Post's notes for its own staff: they never reach an address (reading 26). */

const NOT_LISTED = '以下に掲載がない場合'
/** A note that names the place above the towns. */
const PLACE_ABOVE = [/^((?:(?!の次に).)+)の次に(?:(?!番地).)*番地.*がくる場合$/, /^(.+)一円$/]

/** A town without brackets as an address has it: '' where the note means the city itself. 一円 alone is a real town. */
export function placeNamed(town: string, city: string): string {
  if (town === NOT_LISTED) return ''
  const [place] = PLACE_ABOVE.flatMap((note) => note.exec(town)?.[1] ?? [])
  if (place === undefined) return town
  return city.endsWith(place) ? '' : place
}

const INNERMOST = /[（(][^（）()]*[）)]/g
const UNMATCHED = /[（(].*$|[）)]/gs

/** Without bracketed notes, nested and unclosed ones too; dashes as Windows and zipcloud write them. */
export function withoutBrackets(text: string): string {
  const rest = text.replace(INNERMOST, '')
  if (rest !== text) return withoutBrackets(rest)
  return rest.replace(UNMATCHED, '').replaceAll('−', '－').replaceAll('〜', '～')
}
