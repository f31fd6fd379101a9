/** One form for the many ways in which the name of a corporation or a facility is typed: what is searched by. */
import { LEGAL_FORMS } from './legal-forms.ts'
import { toModernCharacters } from './old-characters.ts'

export type FoldedName = {
  /** Everything that was written, spelled-out legal forms untouched. */
  plain: string
  /** The legal form in full, in front or behind as written. */
  whole: string
  /** Without any legal form; all of the name where it is nothing else. */
  core: string
}

/** Empty texts where nothing but spaces and signs was written. */
export function foldName(text: string): FoldedName {
  const folded = foldCharacters(text)
  const whole = lettersOf(folded.replace(LEGAL_FORM, (form) => FULL_FORMS.get(form) ?? form))
  const core = lettersOf(folded.replace(LEGAL_FORM, ''))
  return { plain: lettersOf(folded), whole, core: core || whole }
}

/** Letters and digits of any other text (an address) in the same form. */
export function foldText(text: string): string {
  return lettersOf(foldCharacters(text))
}

/** NFKC, lower case, hiragana for katakana, large kana for small, new characters for old, no spaces. */
function foldCharacters(text: string): string {
  return toModernCharacters(text.normalize('NFKC').toLowerCase())
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_OFFSET))
    .replace(/[ぁぃぅぇぉっゃゅょゎゕゖ]/g, (small) => LARGE_KANA[small] ?? small)
    .replace(/\s/g, '')
}

const KANA_OFFSET = 0x60
const LARGE_KANA: Readonly<Record<string, string>> = {
  ぁ: 'あ',
  ぃ: 'い',
  ぅ: 'う',
  ぇ: 'え',
  ぉ: 'お',
  っ: 'つ',
  ゃ: 'や',
  ゅ: 'ゆ',
  ょ: 'よ',
  ゎ: 'わ',
  ゕ: 'か',
  ゖ: 'け',
}

/** Letters and digits; the long vowel mark goes with the dashes that it is often typed as. */
function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]|ー/gu, '')
}

const FULL_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(LEGAL_FORMS).flatMap(([full, spellings]) =>
    [full, ...spellings].map((spelling) => [foldCharacters(spelling), foldCharacters(full)]),
  ),
)

/** Longer spellings first: 一般社団法人 before 社団法人. */
const LEGAL_FORM = new RegExp(
  [...FULL_FORMS.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[()]/g, String.raw`\$&`))
    .join('|'),
  'g',
)
