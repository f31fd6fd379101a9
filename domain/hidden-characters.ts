/** What nobody sees in a text, or what turns the line around it. */

// Characters that a reader cannot see, or that turn the line around them: controls, direction marks, whatever Unicode
// calls ignorable; and three that have no such property and are drawn as nothing (Braille without a dot, a filler, an
// empty note).
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]/gu

// Of these some belong to the letter before them: variation selectors to a kanji (葛󠄀) or an emoji, the joiner to an emoji.
const VARIATION = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u
const EMOJI_STYLE = /^[\ufe0e\ufe0f]$/
const JOINER = '\u200d'
const KEY = '\u20e3'

function belongsBehind(text: string, index: number, character: string): boolean {
  // One character is two units at the most.
  const before = text.slice(Math.max(0, index - 2), index)
  if (character === JOINER)
    return /(?:\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}])$/u.test(before)
  // A digit alone is no emoji; with the sign that follows (1️⃣) it is one.
  const isBareKey = /[0-9#*]$/.test(before) && text.charAt(index + 1) !== KEY
  if (EMOJI_STYLE.test(character) && /\p{Emoji}$/u.test(before)) return !isBareKey
  return VARIATION.test(character) && /\p{Script=Han}$/u.test(before)
}

/** The text without what a reader cannot see, whatever it belongs to: of numbers and addresses that are letters and digits alone. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '')
}

/** The code of the first such character, `U+202E`; undefined where there is none. */
export function hiddenIn(text: string): string | undefined {
  const [character] = text.match(HIDDEN) ?? []
  return character === undefined ? undefined : codeOf(character)
}

export type TextPart = { text: string; hidden: boolean }

/** The text in parts; a hidden character is a part of its own, written as its code: `U+202E`. */
export function revealHidden(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (belongsBehind(text, index, character)) continue
    if (index > end) parts.push({ text: text.slice(end, index), hidden: false })
    parts.push({ text: codeOf(character), hidden: true })
    end = index + character.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), hidden: false })
  return parts
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
