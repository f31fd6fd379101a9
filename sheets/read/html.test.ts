import { describe, expect, test } from 'vitest'
import { sheetOfHtml } from './html.ts'

const grid = (html: string) => sheetOfHtml(html)?.grid

test.each([
  ['<p>表のない文</p>', undefined],
  ['<table></table>', undefined],
  ['<table><tr><td>a<td>b<tr><td>c</table>', [['a', 'b'], ['c']]],
  ['<table><tr><td>a<br>b</td><td><p>c</p>\n <p>d</p></td></tr></table>', [['a\nb', 'c\nd']]],
  ['<table><tr><td><ul><li>a</li><li>b</li></ul></td></tr></table>', [['a\nb']]],
  [
    '<table><tr><td>&#20107;&#x696d;&amp;&lt;b&gt;&nbsp;x&unknown;</td></tr></table>',
    [['事業&<b> x&unknown;']],
  ],
  [
    '<table><tr><td><ruby>向日葵<rp>(</rp><rt>ひまわり</rt><rp>)</rp></ruby></td></tr></table>',
    [['向日葵']],
  ],
  ['<table><tr><td>全角　空白  と\n改行</td></tr></table>', [['全角　空白 と 改行']]],
  [
    '<style>td::before{content:"<table><tr><td>x"}</style><table><tr><td>a</td></tr></table>',
    [['a']],
  ],
  ['<!-- <table><tr><td>x</td></tr></table> --><table><tr><td>a</td></tr></table>', [['a']]],
  ['<table><tr><td title="a > b">a</td></tr></table>', [['a']]],
  ['<table><tr><td>外<table><tr><td>中</td></tr></table></td></tr></table>', [['中']]],
  ['<table><tr><td>一</td></tr></table><table><tr><td>二</td></tr></table>', [['一'], [], ['二']]],
  ['<table><tr><td sdval="1310205016">1.31E+09</td></tr></table>', [['1310205016']]],
  ['<table><tr><td x:num="1310205016">########</td></tr></table>', [['1310205016']]],
  [
    `<table><tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1310205016}">1.31E+09</td></tr></table>`,
    [['1310205016']],
  ],
  [
    '<table><tr><td sdval="110100013" sdnum="1041;0;0000000000">0110100013</td></tr></table>',
    [['0110100013']],
  ],
  // What is noted is taken only where digits were lost, and only if it has them all.
  ['<table><tr><td sdval="1310.5">1.31E+03</td></tr></table>', [['1.31E+03']]],
  ['<table><tr><td sdval="1310205016.0">1.31E+09</td></tr></table>', [['1310205016.0']]],
  ['<table><tr><td sdval="1310205016.00">1.31E+09</td></tr></table>', [['1310205016.00']]],
  ['<col style="display:none"><table><tr><td>a <b> b</b></td></tr></table>', [['a b']]],
  ['<table><tr><td sdval="">1.31E+09</td></tr></table>', [['1.31E+09']]],
  ['<table><tr><td data-sheets-value="x">###</td></tr></table>', [['###']]],
  ['<table><tr><td>1.31E+09</td></tr></table>', [['1.31E+09']]],
  ['<table><tr><td sdval="1">1.31E+09 x</td></tr></table>', [['1.31E+09 x']]],
  ['<table><tr><td> a \t b<br> <br>c </td></tr></table>', [['a b\nc']]],
  ['<table><tr><th>a</th></tr><tr><td>b</td></table>', [['a'], ['b']]],
  ['<table><td>a<td>b</table>', [['a', 'b']]],
  [
    '<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    [['a'], ['b']],
  ],
  ['x<table>x<tr>x<td>a</td>x</tr>x</table>x', [['a']]],
  ['<table><tr><td>a<b>b</b><i>c</i></td></tr></table>', [['abc']]],
  [
    '<table><tr><td>a<div>b</div>c<h2>d</h2><dl><dt>e</dt></dl></td></tr></table>',
    [['a\nb\nc\nd\ne']],
  ],
  ['<table><tr><td><rt>x<rp>y</rp></rt>a<rt/>b</td></tr></table>', [['ab']]],
  ['<table><tr><td>a<style>b</style>c</td></tr></table>', [['ac']]],
  ['<td>a</td><tr><td>b</td></tr><p>c<table><tr><td>d</td></tr></table>', [['d']]],
  ['<table><tr><td></td></tr></table><table><tr><td>a</td></tr></table>', [['a']]],
  [
    '<table><tr><td>外<table><tr><td>中</td></tr></table>外</td></tr></table><table><tr><td>二</td></tr></table>',
    [['中'], [], ['二']],
  ],
  [
    '<table><tr><td>外<td><table><tr><td>中</td></tr></table></td></tr></table><table><tr><td>二</td></tr></table>',
    [['中'], [], ['二']],
  ],
  ['<TABLE><TR><TD>a</TD></TR></TABLE>', [['a']]],
] as const)('%s', (html, cells) => {
  expect(grid(html)).toEqual(cells)
})

test('merged cells keep their place, and cells below them theirs', () => {
  const html =
    '<table><tr><td rowspan=2>a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>'
  expect(sheetOfHtml(html)).toEqual({
    grid: [
      ['a', 'b', ''],
      ['', 'c', 'd'],
    ],
    merges: [
      { line: 0, column: 0, lines: 2, columns: 1 },
      { line: 0, column: 1, lines: 1, columns: 2 },
    ],
    hiddenLines: new Set(),
    hiddenColumns: new Set(),
  })
})

test('cells beside a tall one, below two tall ones, and in several tables', () => {
  const tall = '<td rowspan=2 colspan=2>'
  const html = `<table><tr>${tall}a<td>b${tall}c</tr><tr><td>d<td>e</tr><tr><td>f</tr></table>`
  expect(sheetOfHtml(`${html}${html}`)).toEqual({
    grid: [
      ['a', '', 'b', 'c', ''],
      ['', '', 'd', '', '', 'e'],
      ['f'],
      [],
      ['a', '', 'b', 'c', ''],
      ['', '', 'd', '', '', 'e'],
      ['f'],
    ],
    merges: [0, 0, 4, 4].map((line, at) => ({
      ...{ line, column: at % 2 === 0 ? 0 : 3, lines: 2, columns: 2 },
    })),
    hiddenLines: new Set(),
  })
})

test.each(['0', '-1', 'x', ''])('a span of %j is one', (span) => {
  expect(
    sheetOfHtml(`<table><tr><td rowspan="${span}" colspan="${span}">a</table>`)?.merges,
  ).toEqual([])
})

test('hidden lines of a further table are hidden at their place; a column hides what it spans', () => {
  const table = (more: string) =>
    `<table>${more}<tr><td>a</td></tr><tr style="visibility: collapse"><td>b</td></tr></table>`
  const columns =
    '<col style="display:none"><col/><col style="color:red"><col style="DISPLAY : NONE" span="2"></col>'
  expect(sheetOfHtml(table(columns))?.hiddenColumns).toEqual(new Set([0, 3, 4]))
  expect(sheetOfHtml(table('') + table(columns))).toMatchObject({ hiddenLines: new Set([1, 4]) })
  expect(sheetOfHtml(table('') + table(columns))).not.toHaveProperty('hiddenColumns')
  const nested = `<table><tr><td>${table('<col><col style="display:none">')}</td></tr></table>`
  expect(sheetOfHtml(`<table><tr><td>x</td></tr></table>${nested}`)?.hiddenLines).toEqual(
    new Set([3]),
  )
  expect(sheetOfHtml(nested)?.hiddenColumns).toEqual(new Set([1]))
})

test.each(['visibility:collapse', 'Visibility : collapse', 'color:red;display: none'])(
  'a line with %s is hidden',
  (style) => {
    const html = `<table><tr style="${style}"><td>a</td></tr></table>`
    expect(sheetOfHtml(html)?.hiddenLines).toEqual(new Set([0]))
  },
)

test('rows and columns that are not shown are known as such', () => {
  const html = `<table><col><col span=2 style='display:none'><tr style='display:none'><td>a</td></tr><tr><td>b</td></tr></table>`
  expect(sheetOfHtml(html)).toMatchObject({
    hiddenLines: new Set([0]),
    hiddenColumns: new Set([1, 2]),
  })
})

test('a span of a million is no table of a million cells', () => {
  const html = `<table><tr><td colspan=1000000 rowspan=1000000>a</td></tr><tr><td>b</td></tr></table>`
  expect(grid(html)?.flat().length).toBeLessThan(1000)
})

test('tags without an end are read in no time', () => {
  const start = performance.now()
  sheetOfHtml(`<table>${'<td a="'.repeat(20_000)}`)
  sheetOfHtml(`<table>${'<script>'.repeat(20_000)}`)
  expect(performance.now() - start).toBeLessThan(2000)
})

describe('lines that are struck through are named', () => {
  const style = `<link rel=stylesheet href="list.css"><style>.done {text-decoration: line-through}
    del, strike {text-decoration:line-through}
    .xl65\n\t{mso-style-parent:style0;\n\ttext-decoration:line-through;}
    .xl66\n\t{mso-style-parent:style0;}</style>`
  const linesOf = (...rows: string[]) => sheetOfHtml(`${style}${rows.join('')}`)?.struckLines
  const struck = new Set([0])

  test.each([
    ['none', '<tr><td>a<td>b', undefined],
    ['by its elements', '<tr><td><s>a</s><td><del>b</del>', struck],
    ['by the class that Excel gives it', '<tr><td class=xl65>a<td class=xl65>b', struck],
    ['not by another class of Excel', '<tr><td class=xl66>a<td class=xl66>b', undefined],
    ['by the class of a page', '<tr><td class="done">a', struck],
    [
      'by the style of a part',
      '<tr><td><span style="text-decoration:line-through">a</span><td>',
      struck,
    ],
    ['by the style of the row', '<tr style="text-decoration: line-through"><td>a', struck],
    ['not where a cell goes on behind it', '<tr><td><s>a</s> b', undefined],
    ['not where a cell begins before it', '<tr><td>a <s>b</s><td>c', undefined],
    ['with white space between its parts', '<tr><td>\n <s>a</s>\n <s>b</s>\n</td>', struck],
    ['where half of the cells are', '<tr><td><s>a</s><td>b', struck],
    ['not where fewer are', '<tr><td><s>a</s><td>b<td>c', undefined],
    ['with an anchor in it', '<tr><td><s><a name="x"/>a</s>', struck],
    ['with a closing tag that nothing opened in it', '<tr><td class=xl65></span>a', struck],
  ])('%s', (_, row, lines) => {
    expect(linesOf(`<table>${row}</table>`)).toEqual(lines)
  })

  test('at their places in further tables', () => {
    const table = '<table><tr><td>a</tr><tr><td><s>b</s></tr></table>'
    expect(linesOf(table, table)).toEqual(new Set([1, 4]))
  })
})
