/** From a sheet as it was drawn to one upright table: its headings, its lines, and what is left out. */
import { describe, expect, test } from 'vitest'
import type { Sheet } from '../sheet.ts'
import { A, B, C, drawn, HEADS, list } from '../testing/drawn-sheet.ts'
import { readTable } from './structure.ts'

const USES = { facilityName: 'N', facilityNumber: '#', serviceKey: 'S', other: 'x' } as const
const OURS = '事業所名:N|事業所番号:#|サービス種類:S'

/** The headings with what they are; each line behind its number; what is left out behind its reason. */
function tableOf(text: string, more: Omit<Sheet, 'grid'> = {}) {
  const { columns, lines, skipped } = readTable(list, { grid: drawn(text), ...more })
  return {
    columns: columns.map(({ heading, use }) => `${heading}:${use ? USES[use] : '-'}`).join('|'),
    lines: lines.map(({ line, cells }) => `${line} ${cells.join('|')}`),
    skipped: skipped.map(({ line, why }) => `${line} ${why}`),
  }
}
const columnsOf = (text: string, more?: Omit<Sheet, 'grid'>) => tableOf(text, more).columns

describe('headings', () => {
  test('are looked for in the first hundred lines', () => {
    const below = (count: number) => tableOf(`${'東|\n'.repeat(count)}${HEADS}\nあ|${A}|GH`)
    expect(below(19)).toMatchObject({ columns: OURS, lines: [`21 あ|${A}|GH`] })
    expect(below(99)).toMatchObject({ columns: OURS, lines: [`101 あ|${A}|GH`] })
    expect(below(100).columns).toBe(':-|:-|:-')
  })

  test('may stand below lines that are entries, and others that are titles', () => {
    expect(tableOf(`東|${A}|GH\n一覧||\n||\n西|${B}|\n|${B}1|GH\n${HEADS}\nあ|${C}|GH`)).toEqual({
      columns: OURS,
      lines: [`1 東|${A}|GH`, `7 あ|${C}|GH`],
      skipped: ['2 title', '4 title', '5 title', '6 heading'],
    })
  })

  test.each([
    ['the columns of a group', '事業所||種別\n名称|番号|', '事業所 名称:N|番号:#|種別:S'],
    [
      'names of two kinds',
      '法人|事業所||\n名称|名称|番号|サービス',
      '法人 名称:x|事業所 名称:N|番号:#|サービス:S',
    ],
    [
      'how a cell is to be filled',
      '事業所名|番号|種別\n|（10桁）|',
      '事業所名:N|番号 （10桁）:#|種別:S',
    ],
    [
      'how a cell is to be filled, and white space',
      '事業所名|番号|種別\n| （10桁） |',
      '事業所名:N|番号 （10桁）:#|種別:S',
    ],
    ['services beside a number alone', '番号|日中|\n|生介|短期', '番号:#|生介:S|短期:S'],
    [
      'the same again',
      `${HEADS}\n事業所名|事業所番号|サービス種類（略称可）`,
      '事業所名:N|事業所番号:#|サービス種類 サービス種類（略称可）:S',
    ],
    ['services of a group', '事業所名|番号|日中|\n||生介|短期', '事業所名:N|番号:#|生介:S|短期:S'],
    [
      'services beside a heading of their own',
      '事業所名|番号|サービス|\n事業所名|番号|居介|重訪',
      '事業所名:N|番号:#|居介:S|重訪:S',
    ],
    [
      'services of which one heading comes again',
      ' 事業所名|種別||\n事業所名 |居介|重訪|生介',
      '事業所名:N|居介:S|重訪:S|生介:S',
    ],
    [
      'white space around',
      ' 事業所名 |番号 | 日中 |\n （全角） | | 生介 | 短期 ',
      '事業所名 （全角）:N|番号:#|生介:S|短期:S',
    ],
    [
      'a word for several services',
      '事業所名|番号|訪問|\n（全角）||居宅|移動',
      '事業所名 （全角）:N|番号:#|居宅:-|移動:-',
    ],
  ])('go on in the next line: %s', (_, text, columns) => {
    expect(tableOf(`${text}\nあ|${A}|GH`)).toEqual({
      columns,
      lines: [columns.split('|').length > 3 ? `3 あ|${A}|GH|` : `3 あ|${A}|GH`],
      skipped: ['1 heading', '2 heading'],
    })
  })

  test.each([
    ['a remark without brackets', '|１０桁|'],
    ['a service alone', '||生介'],
    ['a service in brackets', '||（生介）'],
    ['an entry without a number', 'あ||GH'],
    ['an entry of a number alone', `|${A}|`],
    ['an entry whose name is that of the heading', `事業所名|${A}|GH`],
    ['a name alone', 'い||'],
    ['nothing', '||'],
  ])('do not go on in %s', (_, line) => {
    expect(tableOf(`事業所名|番号|種別\n${line}\nあ|${A}|GH`)).toMatchObject({
      columns: '事業所名:N|番号:#|種別:S',
      skipped: ['1 heading'],
    })
  })

  test('do not go on below headings that name no facility, nor where digits stand', () => {
    expect(columnsOf(`種別|備考\n生介|短期\nGH|東`)).toBe('種別:S|備考:x')
    expect(columnsOf(`番号|日中|\nA-1|生介|短期\n${A}|○|`)).toBe('番号:#|日中:-|:-')
    expect(columnsOf(`事業所名|番号|日中|\n||生介|131010\nあ|${A}|○|`)).toBe(
      '事業所名:N|番号:#|日中:-|:-',
    )
    expect(columnsOf(`事業所名|番号|日中|\n||生介|１３１０１０\nあ|${A}|○|`)).toContain('日中')
  })

  test('over several columns stand over each of them, and those of two lines over both', () => {
    const merges = [
      { line: 0, column: 0, lines: 1, columns: 2 },
      { line: 0, column: 2, lines: 2, columns: 1 },
    ]
    expect(tableOf(`事業所||種別\n名称|番号|\nあ|${A}|GH`, { merges })).toEqual({
      columns: '事業所 名称:N|事業所 番号:#|種別:S',
      lines: [`3 あ|${A}|GH`],
      skipped: ['1 heading', '2 heading'],
    })
    const tall = [0, 1, 2].map((column) => ({ line: 0, column, lines: 2, columns: 1 }))
    expect(tableOf(`${HEADS}\n||\nあ|${A}|GH`, { merges: tall }).lines).toEqual([`3 あ|${A}|GH`])
  })

  test('at the end of a sheet head nothing', () => {
    expect(tableOf(HEADS)).toEqual({ columns: OURS, lines: [], skipped: ['1 heading'] })
    expect(tableOf('')).toEqual({ columns: '', lines: [], skipped: [] })
  })

  test.each([
    ['of its family', '居宅|重訪', '居宅:-|重訪:S'],
    ['of another', '居宅|生介', '居宅:-|生介:S'],
    ['twice', '居宅|居宅', '居宅:-|居宅:-'],
    ['of a family that has two', '相談|移行|児童', '相談:-|移行:-|児童:-'],
    ['of a column of ours', 'サービス|居宅', 'サービス:S|居宅:-'],
  ])('a word for several services beside one %s', (_, services, columns) => {
    expect(columnsOf(`事業所名|番号|${services}\nあ|${A}|○`)).toBe(`事業所名:N|番号:#|${columns}`)
  })
})

describe('tables one below the other', () => {
  test('come together under the headings of the first, in any order', () => {
    const second = `種別|備考|番号|名称\nGH|済|${B}|い`
    expect(tableOf(`事業所名|番号|種別|\nあ|${A}|児発|\n||||\n${second}`)).toEqual({
      columns: '事業所名:N|番号:#|種別:S|:-|:-|備考:x',
      lines: [`2 あ|${A}|児発||`, `5 い|${B}|GH|||済`],
      skipped: ['1 heading', '4 heading'],
    })
  })

  test('the texts of one line above the headings are their titles, below the last ones entries', () => {
    expect(tableOf(`${HEADS}\nあ|${A}|GH\n東部||\n \n${HEADS}\nい|${B}|GH\n西部||`)).toEqual({
      columns: OURS,
      lines: [`2 あ|${A}|GH`, `6 い|${B}|GH`, '7 西部||'],
      skipped: ['1 heading', '3 title', '5 heading'],
    })
  })

  test('equal headings go together before equal uses', () => {
    const text = `名称|事業所名|番号\nう|あ|${A}\n事業所名|名称|番号\nい|え|${B}`
    expect(tableOf(text).lines).toEqual([`2 う|あ|${A}`, `4 え|い|${B}`])
    expect(tableOf(`名称|番号\nあ|${A}\n事業所名|施設名|番号\nい|う|${B}`)).toMatchObject({
      columns: '名称:N|番号:#|:-|施設名:N',
      lines: [`2 あ|${A}|`, `4 い|${B}||う`],
    })
  })

  test('columns that come with a further part stand behind the others, not hidden', () => {
    const text = `事業所名||番号\nあ|東|${A}\n事業所名|備考|番号\nい|済|${B}\n事業所名|番号|\nう|${C}|西`
    const grid = drawn(text)
    const { columns } = readTable(list, { grid, hiddenColumns: new Set([0, 1]) })
    expect(columns.map(({ isHidden }) => isHidden)).toEqual([true, true, false, false, false])
    expect(tableOf(text)).toMatchObject({
      columns: '事業所名:N|:-|番号:#|備考:x|:-',
      lines: [`2 あ|東|${A}`, `4 い||${B}|済`, `6 う||${C}||西`],
    })
  })

  test('columns without a heading stay at their place', () => {
    const text = `|事業所名|番号\n東|あ|${A}\n|事業所名|番号\n西|い|${B}`
    expect(tableOf(text)).toMatchObject({
      columns: ':-|事業所名:N|番号:#',
      lines: [`2 東|あ|${A}`, `4 西|い|${B}`],
    })
    expect(tableOf(`No|事業所名|番号\n1|あ|${A}\n|事業所名|番号\n西|い|${B}`)).toMatchObject({
      columns: 'No:x|事業所名:N|番号:#|:-',
      lines: [`2 1|あ|${A}`, `4 |い|${B}|西`],
    })
  })
})

describe('tables side by side', () => {
  test('come one below the other, each line twice', () => {
    expect(tableOf(`No|${HEADS}|No|${HEADS}\n1|あ|${A}|GH|2|い|${B}|児発`)).toEqual({
      columns: `No:x|${OURS}`,
      lines: [`2 1|あ|${A}|GH`, `2 2|い|${B}|児発`],
      skipped: ['1 heading'],
    })
    expect(tableOf(`${HEADS}|${HEADS}|備考\nあ|${A}|GH|い|${B}|児発|x`).lines).toEqual([
      `2 あ|${A}|GH`,
      `2 い|${B}|児発|x`,
    ])
  })

  test('have their own columns without a heading', () => {
    expect(tableOf(`${HEADS}|${HEADS}|\nあ|${A}|GH|い|${B}|児発|x`)).toMatchObject({
      columns: `${OURS}|:-`,
      lines: [`2 あ|${A}|GH`, `2 い|${B}|児発|x`],
    })
  })

  test.each([
    ['where the second lacks something', `${HEADS}|事業所名`],
    ['where one alone comes again', '事業所名|No|事業所名|備考'],
    ['in another order', '事業所名|番号|番号|事業所名'],
  ])('are none %s', (_, headings) => {
    expect(tableOf(`${headings}\nあ|1|い|2`).lines).toEqual(['2 あ|1|い|2'])
  })

  test('keep what is merged', () => {
    const merges = [0, 3].map((column) => ({ line: 1, column, lines: 2, columns: 1 }))
    const grid = drawn(`${HEADS}|${HEADS}\nあ|${A}|GH|い|${B}|GH\n||児発|||児発`)
    const { lines } = readTable(list, { grid, merges })
    expect(lines.map(({ line, cells, filled }) => [line, cells[0], [...filled]])).toEqual([
      [2, 'あ', []],
      [3, 'あ', [0]],
      [2, 'い', []],
      [3, 'い', [0]],
    ])
  })
})

describe('what the source hides or strikes through', () => {
  test('lines are left out and listed at their place', () => {
    const text = `一覧||\n${HEADS}\nあ|${A}|GH\nい|${B}|GH`
    expect(tableOf(text, { hiddenLines: new Set([2]) })).toEqual({
      columns: OURS,
      lines: [`4 い|${B}|GH`],
      skipped: ['1 title', '2 heading', '3 hidden'],
    })
    const struck = { hiddenLines: new Set([3]), struckLines: new Set([2, 3]) }
    expect(tableOf(text, struck)).toEqual({
      columns: OURS,
      lines: [],
      skipped: ['1 title', '2 heading', '4 hidden', '3 struck'],
    })
  })

  test('columns are marked', () => {
    const grid = drawn(`${HEADS}\nあ|${A}|GH`)
    const { columns } = readTable(list, { grid, hiddenColumns: new Set([1]) })
    expect(columns.map(({ isHidden }) => isHidden)).toEqual([false, true, false])
  })
})

describe('tables whose headings stand in their first column', () => {
  test('are turned; a column of them is a line', () => {
    const text = `種別|GH|児発\n事業所名|あ|い\n番号|${A}|${B}`
    expect(tableOf(text)).toEqual({
      columns: '種別:S|事業所名:N|番号:#',
      lines: [`2 GH|あ|${A}`, `3 児発|い|${B}`],
      skipped: ['1 heading'],
    })
    const columns = { hiddenColumns: new Set([1]) }
    expect(tableOf(text, columns)).toMatchObject({
      lines: [`3 児発|い|${B}`],
      skipped: ['1 heading', '2 hidden'],
    })
  })

  test('or in their second, behind a column that says something else', () => {
    expect(tableOf(`1|事業所名|あ||い\n|番号|${A}||\n|備考|||`)).toEqual({
      columns: '事業所名:N|番号:#|備考:x',
      lines: [`3 あ|${A}|`, '5 い||'],
      skipped: ['1 heading'],
    })
  })

  test('cards begin wherever the first label comes again that comes as often as ours', () => {
    const text = `様式|1\n事業所名|あ\n番号|${A}\n|\n様式|2\n 事業所名|い\n住所|東京`
    expect(tableOf(text)).toEqual({
      columns: '様式:-|事業所名:N|番号:#|住所:x',
      lines: [`2 1|あ|${A}|`, '2 2|い||東京'],
      skipped: ['1 heading'],
    })
  })

  test('hidden lines are no labels', () => {
    const hidden = { hiddenLines: new Set([1]) }
    expect(columnsOf(`事業所名|あ\n備考|済\n番号|${A}`, hidden)).toBe('事業所名:N|番号:#')
  })

  test.each([
    ['one alone', `事業所名|あ\n東|い`, '事業所名:N|あ:-'],
    ['one that comes twice', `事業所名|あ\n事業所名|い`, '事業所名:N|あ い:-'],
    ['two in the third column', `東|西|事業所名|あ\n東|西|番号|${A}`, ':-|:-|:-|:-'],
    ['a row of headings', `事業所名|番号\n種別|${A}`, '事業所名:N|番号:#'],
    ['below thirty lines', `${'東|\n'.repeat(29)}事業所名|あ\n番号|${A}`, ':-|:-'],
  ])('%s are no such table', (_, text, columns) => {
    expect(columnsOf(text)).toBe(columns)
  })
})
