/** Town names as they may stand in an address: Japan Post's notes are for its own staff (reading 26). */

export type Town = { town: string; kana: string }

const NOT_LISTED = '以下に掲載がない場合'
/** A note that names the place above the towns: its kanji and its kana. */
const GENERAL = [
  [/^((?:(?!の次に).)+)の次に(?:(?!番地).)*番地.*がくる場合$/, /ﾉﾂｷﾞﾆ.*$/s],
  [/^(.+)一円$/, /ｲﾁｴﾝ$/],
] as const
/** A range of Iwate's numbered lots (地割): belongs to the street number. */
const LOTS = [/(?:第|(?<![０-９]))[０-９]+地割.*$/s, /(?:ﾀﾞｲ|(?<![0-9]))[0-9]+ﾁﾜﾘ.*$/s] as const

/**
 * The towns that one row names, none of them with a note: `甲、乙（大木戸）` is 甲 and 乙, `以下に掲載がない場合`
 * is the city itself (''). 一円 alone is a real town. Kana is half-width, '' where its parts do not match.
 */
export function townsOf(written: string, writtenKana: string, city: string): Town[] {
  const name = general({ town: withoutBrackets(written), kana: withoutBrackets(writtenKana) }, city)
  const towns = name.town.split('、').map((town) => town.replace(LOTS[0], ''))
  const kana = name.kana.split('､').map((part) => part.replace(LOTS[1], ''))
  const paired = towns.length === kana.length
  const listed = towns.map((town, i) => ({
    town,
    kana: paired && town !== '' ? (kana[i] ?? '') : '',
  }))
  return listed.filter(({ town }, i) => towns.indexOf(town) === i)
}

function general({ town, kana }: Town, city: string): Town {
  if (town === NOT_LISTED) return { town: '', kana: '' }
  for (const [note, kanaNote] of GENERAL) {
    const place = note.exec(town)?.[1]
    if (place === undefined) continue
    return city.endsWith(place)
      ? { town: '', kana: '' }
      : { town: place, kana: kana.replace(kanaNote, '') }
  }
  return { town, kana }
}

const INNERMOST = /[（(][^（）()]*[）)]/g
const UNMATCHED = /[（(].*$|[）)]/gs

/** Without bracketed notes, nested and unclosed ones too; dashes as Windows and zipcloud write them. */
export function withoutBrackets(text: string): string {
  const rest = text.replace(INNERMOST, '')
  if (rest !== text) return withoutBrackets(rest)
  return rest.replace(UNMATCHED, '').replaceAll('−', '－').replaceAll('〜', '～')
}
