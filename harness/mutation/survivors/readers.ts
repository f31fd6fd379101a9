/** Mutants of what reads pasted and chosen files that may live, but for those of workbooks (workbooks.ts). */
import type { Survivor } from '../survivor.ts'

const NO_MATCH = 'the first element of a match, its whole text, is looked at nowhere'
const TYPED = 'for the compiler alone'
const ABSENT = 'any text does that is not looked for'

export const READER_SURVIVORS: readonly Survivor[] = [
  {
    file: 'sheets/read/markup.ts',
    call: 'at < markup.length',
    mutator: 'EqualityOperator',
    why: 'at the end nothing is found',
  },

  {
    file: 'sheets/read/markup.ts',
    call: 'found < 0',
    mutator: 'EqualityOperator',
    why: 'a < stands before it',
  },
  {
    file: 'sheets/read/markup.ts',
    call: "markup[at] ?? ''",
    mutator: 'StringLiteral',
    why: 'the loop ends with the text; the compiler cannot know it',
  },
  {
    file: 'sheets/read/markup.ts',
    call: 'end < 0',
    mutator: 'EqualityOperator',
    why: 'a < stands before it',
  },
  {
    file: 'sheets/read/markup.ts',
    call: "slash = '', prefixed",
    mutator: 'StringLiteral',
    why: 'what is no tag has no name, which is looked at first',
  },
  {
    file: 'sheets/read/markup.ts',
    call: "rest = ''",
    mutator: 'StringLiteral',
    why: 'what is no tag has no name, which is looked at first',
  },
  {
    file: 'sheets/read/markup.ts',
    call: 'exec(inside) ?? []',
    mutator: 'ArrayDeclaration',
    why: NO_MATCH,
  },
  {
    file: 'sheets/read/markup.ts',
    call: "if (!text.includes('&')) return text",
    why: 'a text without entities is the same when it has been searched for them',
  },
  {
    file: 'sheets/read/markup.ts',
    call: "hexadecimal ?? ''",
    mutator: 'StringLiteral',
    why: 'an entity without name and decimal digits has others; the compiler cannot know it',
  },
  {
    file: 'sheets/read/csv.ts',
    call: String.raw`/["\r\n]|^\s|\s$|^\ufeff/`,
    mutator: 'Regex',
    why: 'a cell that stands in quotes without need comes back as it was',
  },
  {
    file: 'sheets/read/csv.ts',
    call: 'quote < 0',
    mutator: 'EqualityOperator',
    why: 'a quote stands before it',
  },
  {
    file: 'sheets/read/csv.ts',
    call: 'end < text.length',
    mutator: 'EqualityOperator',
    why: 'a cell that ends behind the text has the same text, and is the last',
  },
  {
    file: 'sheets/read/csv.ts',
    call: "?? ','",
    mutator: 'StringLiteral',
    why: `${TYPED}: the largest of three numbers is one of them`,
  },
  {
    file: 'sheets/read/csv.ts',
    call: String.raw`lines.replace(/\n$/, '')`,
    mutator: 'StringLiteral',
    why: 'only tabs and line breaks are looked for in it',
  },
  {
    file: 'sheets/read/csv.ts',
    call: String.raw`join('\n')`,
    mutator: 'StringLiteral',
    why: 'what stands between two lines is no separator',
  },
  {
    file: 'sheets/read/file.ts',
    call: '!(error instanceof ZipError)',
    mutator: 'ConditionalExpression',
    why: 'anything else is a fault of this program, which no file is known to bring about',
  },
  {
    file: 'sheets/read/file.ts',
    call: "(await read('content.xml')) ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/html.ts',
    call: 'if (!/<table/i.test(html)) return null',
    why: 'a text without a table has none when it has been read either',
  },
  {
    file: 'sheets/read/html.ts',
    call: String.raw`/[ \t\n\r\f]+/g`,
    mutator: 'Regex',
    why: 'several spaces become one when the cell ends',
  },
  {
    file: 'sheets/read/html.ts',
    call: "cell.skips += token.kind === 'open' ? 1 : isStart ? 0 : -1",
    mutator: 'AssignmentOperator',
    why: 'a text is skipped while the count is not 0, be it above or below',
  },
  {
    file: 'sheets/read/html.ts',
    call: 'this.#cells.pop()',
    why: 'the table around another one is left out, and with it the cell that would be taken for the last',
  },
  {
    file: 'sheets/read/html.ts',
    call: "this.#openRow('')",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/html.ts',
    call: 'this.#cells.length - 1',
    mutator: 'ArithmeticOperator',
    why: 'only the last cell is looked at, and the table around another one is left out',
  },
  {
    file: 'sheets/read/html.ts',
    call: 'if (!row) return',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: a cell opens a row where there is none`,
  },
  {
    file: 'sheets/read/html.ts',
    call: 'line > merge.line',
    why: 'what a merged cell covers in its own line is filled as it is placed',
  },
  {
    file: 'sheets/read/html.ts',
    call: "?? '') ?? []",
    why: 'neither the whole match nor an absent attribute is looked at',
  },
  {
    file: 'sheets/read/html.ts',
    call: 'number !== undefined',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: undefined has no digits`,
  },
  {
    file: 'sheets/read/html.ts',
    call: "attributeOf(attributes, name) ?? '1'",
    mutator: 'StringLiteral',
    why: 'what is no number is one',
  },
  {
    file: 'sheets/read/html.ts',
    call: "attributeOf(attributes, 'style') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/html.ts',
    call: 'tables[0]?.hiddenColumns',
    mutator: 'OptionalChaining',
    why: `${TYPED}: one of one is there`,
  },
  {
    file: 'sheets/read/zip.ts',
    call: 'entry.unpacked > left',
    mutator: 'ConditionalExpression',
    why: 'what is unpacked is counted as well: this spares the unpacking',
  },
  {
    file: 'sheets/read/zip.ts',
    call: 'last - end > LONGEST_COMMENT',
    mutator: 'EqualityOperator',
    why: 'looked at only where no record stands, which then is too far away with the next byte',
  },
  {
    file: 'sheets/read/zip.ts',
    call: 'at + 46 > bytes.length',
    mutator: 'EqualityOperator',
    why: 'the end of the directory, of 22 bytes, stands behind every entry',
  },
  {
    file: 'web/table/row-edits.ts',
    call: 'rows.slice(-1).every(isBlankRow)',
    mutator: 'MethodExpression',
    why: 'of one row, every and some are the same',
  },
  {
    file: 'web/table/row-edits.ts',
    call: 'row.no > no',
    mutator: 'EqualityOperator',
    why: 'a row without a service would be given its own',
  },
]
