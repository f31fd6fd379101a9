/** Mutants of the paste and its readers that may live, by file. */
import type { Survivor } from '../survivor.ts'

type Entry = readonly [call: string, why: string, mutator?: string]

const BLANK = 'a blank text becomes the same in every cell'
const NAME = 'every cell that is neither service nor number is read as a name'
const compiler = (why: string) => `${why}; the compiler cannot know it`
const MEMORY = 'a memory: without it the same is read again'

const BY_FILE: Readonly<Record<string, readonly Entry[]>> = {
  'sheets/recognise/cells.ts': [
    ["match?.kind === 'similar'", compiler('what has candidates was matched'), 'OptionalChaining'],
  ],
  'sheets/recognise/columns.ts': [
    [
      "const [stem = '']",
      'without a value there is no stem, and nothing is told apart',
      'StringLiteral',
    ],
    [
      "read.kind === 'number' && (hasValidCheckDigit(read.value) || lostZero(read.value) !== null)",
      compiler('only what is a number has a value with a check digit'),
      'ConditionalExpression',
    ],
    [
      'strongest - strength < CLOSE',
      'what lies on the bound may be asked or not',
      'EqualityOperator',
    ],
    [
      'if (uses[rest] === null && missing) uses[rest] = missing',
      'what is written at -1 is read by nobody',
    ],
  ],
  'sheets/recognise/combined-columns.ts': [
    [
      '.exec(text.trim()) ?? []',
      'a list without a second part is as good as an empty one',
      'ArrayDeclaration',
    ],
  ],
  'sheets/recognise/lines.ts': [
    [
      "const [text = '', heading = '']",
      compiler('a line and the headings are as long as the columns'),
      'StringLiteral',
    ],
    [
      'if (!/[廃休閉消散]/.test(text)) return false',
      'a shortcut: each pattern below holds one of these characters',
    ],
    [
      'above.entry?.facilityNumber',
      compiler('what has a name from above has a line above'),
      'OptionalChaining',
    ],
    ['only.column < column', 'a column has one use', 'EqualityOperator'],
    [
      'name.every(({ column }) => only && only.column < column)',
      'one column has the names',
      'MethodExpression',
    ],
    [
      "(cells[at] ?? '')",
      compiler('a line that is left out as a section has a text'),
      'StringLiteral',
    ],
    [
      "const base = { column: -1, heading: '', origin: null }",
      'no column has this place, and no service is called so',
    ],
    [
      "const [only = ''] = filled",
      compiler('a line that is looked at has a text'),
      'StringLiteral',
    ],
  ],
  'sheets/recognise/structure.ts': [
    ["cells[column] ?? ''", 'any text that is no heading would do', 'StringLiteral'],
    ['lines[0]?.cells.keys() ?? []', compiler('a sheet that has labels has lines')],
    ['cards.at(-1)?.push(line)', compiler('a card was begun before'), 'OptionalChaining'],
    ["line.cells[labels]?.trim() ?? ''", compiler('lines are equally wide')],
    ['[first = { columns: [], lines: [] }]', compiler('a sheet has one part at least')],

    ['if (top) {', compiler('there is a part at the first headings'), 'ConditionalExpression'],
  ],

  'sheets/recognise/rows.ts': [
    ["pastedCell(rules, 'serviceKey', '')", BLANK, 'StringLiteral'],
    ["pastedCell(rules, 'facilityNumber', '')", BLANK, 'StringLiteral'],
    ["withOrigin(rules, 'facilityName', text)", NAME, 'StringLiteral'],
    ["service?.value ?? ''", 'any text that is no service would do', 'StringLiteral'],
    ['if (!isServiceKey(key)) return []', 'no digit is this kind', 'ArrayDeclaration'],
    ["if (group === 'community') return []", 'no digit is this kind', 'ArrayDeclaration'],
  ],
  'sheets/plan.ts': [
    [
      "use === 'serviceKey' ? codeTableOf(texts) : null",
      'nobody asks for the codes of another column',
      'ConditionalExpression',
    ],
    [
      'texts.get(entry.line) ?? []',
      'any text that is no published name would do',
      'ArrayDeclaration',
    ],
  ],
  'sheets/published.ts': [
    ["states[index] ?? 'new'", compiler('each facility has its state'), 'StringLiteral'],
    [
      "facility.branch ?? ''",
      'the one sentence that names a branch is of facilities that have one',
      'StringLiteral',
    ],
    [
      "numbered.facilityNumber?.value ?? ''",
      'any text that is no number would do',
      'StringLiteral',
    ],
    ["name?.value ?? ''", 'any text that is no published name would do', 'StringLiteral'],
    ["pastedCell(rules, 'facilityName', elsewhere)", NAME, 'StringLiteral'],
    ["pastedCell(rules, 'facilityName', '')", BLANK, 'StringLiteral'],
    ["pastedCell(rules, 'serviceKey', '')", BLANK, 'StringLiteral'],
  ],

  'sheets/recognise/services.ts': [
    ['READ.set(list, read)', MEMORY],
    ['Math.min(LONGEST_WORD, left.length)', 'a longer slice is the whole text once more'],
    ['key === undefined', compiler('what is sure has a service'), 'ConditionalExpression'],
    ['end < start', 'a bracket does not open and close in the same place', 'EqualityOperator'],
    ["'ステイ'", '「ショート」 alone is the same service', 'StringLiteral'],
    [
      '/^(?:指定|基準該当|共生型|多機能型|障害福祉サービス(?:事業)?[(:・]?)+(?=.)/',
      'inside a name these words change nothing either',
      'Regex',
    ],
    [
      'const whole = MEANINGS.get(foldServiceName(part)) if (whole)',
      'a shortcut: its words say the same',
      'ConditionalExpression',
    ],
    ['if (dead.has(left)) return null', MEMORY],
    ['if (rest === null) dead.add(left)', MEMORY],
  ],
  'sheets/recognise/numbers.ts': [
    ["const [mantissa = '', exponent]", 'a split has a first part', 'StringLiteral'],
    ["const { shown = '', length }", compiler('what has a length has digits'), 'StringLiteral'],
  ],
  'sheets/read/plain-text.ts': [
    ["const [label = '', value = ''] = pair", compiler('a pair has both'), 'StringLiteral'],
    ['entries.at(-1)?.[column]', compiler('an entry was begun before'), 'OptionalChaining'],
    [
      'if (entry) entry[column] = value',
      compiler('an entry was begun before'),
      'ConditionalExpression',
    ],
    [
      "orphan !== undefined ? (lines[orphan]?.trim() ?? '')",
      compiler('a line that lacks a service is known only beside one that is alone'),
    ],
    ["const [first = '', ...words]", 'a split has a first part', 'StringLiteral'],
    [
      'orphans.length === 1 && lacking.length === 1 ? [orphans[0], lacking[0]] : []',
      'no line has such a place',
      'ArrayDeclaration',
    ],
  ],
  'sheets/recognise/marks.ts': [
    ['text.match(BOX) ?? []', compiler('it begins with a box'), 'ArrayDeclaration'],
  ],
  'sheets/sheet.ts': [
    ['merges = []', 'a text has no place in a sheet: it merges nothing', 'ArrayDeclaration'],
    ['text === undefined ||', compiler('what is undefined is blank'), 'ConditionalExpression'],
  ],
}

export const PASTE_SURVIVORS: readonly Survivor[] = Object.entries(BY_FILE).flatMap(
  ([file, entries]) =>
    entries.map(([call, why, mutator]) => ({ file, call, why, ...(mutator && { mutator }) })),
)
