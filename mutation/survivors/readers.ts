/** Mutants of what reads pasted and chosen files that may live. */
import type { Survivor } from '../survivor.ts'

const NO_MATCH = 'the first element of a match, its whole text, is looked at nowhere'

export const READER_SURVIVORS: readonly Survivor[] = [
  {
    file: 'web/table/readers/markup.ts',
    call: 'at < markup.length',
    mutator: 'EqualityOperator',
    why: 'at the end nothing is found',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: 'pattern.exec(attributes) ?? []',
    mutator: 'ArrayDeclaration',
    why: NO_MATCH,
  },
  {
    file: 'web/table/readers/markup.ts',
    call: 'found < 0',
    mutator: 'EqualityOperator',
    why: 'a < stands before it',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: "markup[at] ?? ''",
    mutator: 'StringLiteral',
    why: 'the loop ends with the text; the compiler cannot know it',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: 'end < 0',
    mutator: 'EqualityOperator',
    why: 'a < stands before it',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: "slash = '', prefixed",
    mutator: 'StringLiteral',
    why: 'what is no tag has no name, which is looked at first',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: "rest = ''",
    mutator: 'StringLiteral',
    why: 'what is no tag has no name, which is looked at first',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: 'exec(inside) ?? []',
    mutator: 'ArrayDeclaration',
    why: NO_MATCH,
  },
  {
    file: 'web/table/readers/markup.ts',
    call: "if (!text.includes('&')) return text",
    why: 'a text without entities is the same when it has been searched for them',
  },
  {
    file: 'web/table/readers/markup.ts',
    call: "hexadecimal ?? ''",
    mutator: 'StringLiteral',
    why: 'an entity without name and decimal digits has others; the compiler cannot know it',
  },
  {
    file: 'web/table/readers/separated.ts',
    call: String.raw`/["\r\n]|^\s|\s$|^\ufeff/`,
    mutator: 'Regex',
    why: 'a cell that stands in quotes without need comes back as it was',
  },
  {
    file: 'web/table/readers/separated.ts',
    call: 'quote < 0',
    mutator: 'EqualityOperator',
    why: 'a quote stands before it',
  },
  {
    file: 'web/table/readers/separated.ts',
    call: 'end < text.length',
    mutator: 'EqualityOperator',
    why: 'a cell that ends behind the text has the same text, and is the last',
  },
]
