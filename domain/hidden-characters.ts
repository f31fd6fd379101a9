/** Characters that a reader cannot see, or that turn the line around them: staff are shown where they stand. */

// Controls, soft hyphen, direction marks, zero-width and invisible signs, tags. The joiners of emoji and the
// variation selectors of name kanji (葛󠄀) belong to the letters around them and stay.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

export type TextPart = { text: string; hidden: boolean }

/** The text in parts; a hidden character is a part of its own, written as its code: `U+202E`. */
export function revealHidden(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
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
