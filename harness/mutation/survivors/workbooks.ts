/** Mutants of what reads workbooks that may live. */
import type { Survivor } from '../survivor.ts'

const NO_MATCH = 'the first element of a match, its whole text, is looked at nowhere'
const TYPED = 'for the compiler alone'
const ABSENT = 'any text does that is not looked for'
const NO_TAG = `${TYPED}: an end or a text has no attributes, and so says nothing`

export const WORKBOOK_SURVIVORS: readonly Survivor[] = [
  {
    file: 'sheets/read/ods.ts',
    call: "paragraphs.pop() ?? ''",
    mutator: 'StringLiteral',
    why: `${TYPED}: a text stands in a paragraph that was begun`,
  },
  {
    file: 'sheets/read/ods.ts',
    call: "token.kind === 'close' ? '' : token.attributes",
    why: NO_TAG,
  },
  {
    file: 'sheets/read/ods.ts',
    call: 'count < 1',
    mutator: 'EqualityOperator',
    why: 'one is one',
  },
  {
    file: 'sheets/read/ods.ts',
    call: "attributeOf(attributes, name) ?? '1'",
    mutator: 'StringLiteral',
    why: 'what is no number is one',
  },
  {
    file: 'sheets/read/ods.ts',
    call: "attributeOf(attributes, 'table:visibility') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "read('xl/_rels/workbook.xml.rels')) ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "read('xl/sharedStrings.xml')) ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "read('xl/styles.xml')) ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "token.kind === 'close' || token.kind === 'text'",
    why: NO_TAG,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(token.attributes, 'state') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "?? '') const xml",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: 'path === undefined',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: an archive has no file of that name`,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(token.attributes, 'Target') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(token.attributes, 'Id') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "if (token.kind === 'text') continue",
    why: `${TYPED}: a text has no name`,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(token.attributes, 'formatCode') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(token.attributes, 'numFmtId') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: '/^"?[^0#"]*"?(0+)(?:;.*)?$/.exec(code)?.[1]?.length',
    mutator: 'OptionalChaining',
    why: `${TYPED}: a match has its zeros`,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "token.name === 'col' && token.kind !== 'close'",
    why: 'no other element has the first and the last column that are read below',
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "'mergecell' && token.kind !== 'close'",
    why: NO_TAG,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(token.attributes, 'ref') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: "attributeOf(attributes, 'r') ?? ''",
    mutator: 'StringLiteral',
    why: ABSENT,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: 'if (line < 0',
    mutator: 'ConditionalExpression',
    why: 'what stands before the first line is not handed over',
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: 'if (row) row[column]',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: the row was made a line above`,
  },
  {
    file: 'sheets/read/xlsx.ts',
    call: 'exec(reference) ?? []',
    mutator: 'ArrayDeclaration',
    why: NO_MATCH,
  },
]
