/** The words that pages are rendered with; the browser reads them from the page instead. */
import { DEFAULT_WORDS, type PageWords } from '#domain/operator-words.ts'

export const toRender: { words: PageWords } = { words: DEFAULT_WORDS }
