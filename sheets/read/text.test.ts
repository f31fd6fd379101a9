/** Texts in which facilities are named: each kind once, read to its plan. */
import { expect, test } from 'vitest'
import { A, B, C, read } from '../testing/drawn-sheet.ts'
import { barred } from './bars.ts'
import { sheetOfClipboard } from './clipboard.ts'

const rowsOf = (text: string) =>
  read(text).filter((row) => !/^(?:見出し|区切り|表題など|注記など)$/.test(row))
const BOTH = [`さくら ${A} SEIKATSU_KAIGO`, `かえで ${B} TANKI`]

test.each([
  ['bullets', `・さくら　${A}　生活介護\n・かえで　${B}　短期入所`],
  ['numbers that count up', `1. さくら / ${A} / 生活介護\n2. かえで / ${B} / 短期入所`],
  ['signs that count up', `①さくら　${A}　生活介護\n②かえで　${B}　短期入所`],
  ['any order', `生活介護、${A}、さくら\n短期入所、${B}、かえで`],
  ['brackets', `さくら（生活介護、事業所番号 ${A}）\nかえで（短期入所、事業所番号 ${B}）`],
  ['the name in quotes', `生活介護「さくら」（${A}）\n短期入所「かえで」（${B}）`],
  ['a colon', `さくら：${A}（生活介護）\nかえで：${B}（短期入所）`],
  ['labels in a line', `さくら　番号：${A}　種別：生活介護\nかえで　番号：${B}　種別：短期入所`],
  ['numbers in parts', `さくら　131-010-0118　生活介護\nかえで　131-010-0126　短期入所`],
  ['a PDF', `番号 名称 種類\n1 ${A} さくら 生活介護 20\n2 ${B} かえで 短期入所 10\n- 1 -`],
  ['a chat', `佐藤 花子\n  10:23 AM\nさくら / 生活介護 / ${A}\nかえで / 短期入所 / ${B}`],
  ['several in a line', `さくら（${A}、生活介護）、かえで（${B}、短期入所）\n以上です`],
  ['two in a line of columns', `${A} さくら 生活介護    ${B} かえで 短期入所`],
  ['two lines each', `さくら\n　　${A}　生活介護\nかえで\n　　${B}　短期入所`],
  ['blocks', `さくら\n${A}\n生活介護\n\nかえで\n${B}\n短期入所`],
  [
    'labels',
    `名称：さくら\n番号：${A}\n種別：生活介護\n\n名称：かえで\n番号：${B}\n種別：短期入所`,
  ],
  [
    'labels above',
    `さくら\nサービス\n生活介護\n事業所番号\n${A}\n\nかえで\nサービス\n短期入所\n事業所番号\n${B}`,
  ],
  [
    'an answer',
    `> さくら\n> 番号：${A}\n> 種別：生活介護\n>\n> かえで\n> 番号：${B}\n> 種別：短期入所`,
  ],
  ['who wrote it', `山田：さくら　${A}　生活介護\n佐藤：かえで　${B}　短期入所`],
  ['sections', `【生活介護】\nさくら　${A}\n【短期入所】\nかえで　${B}`],
  [
    'JSON',
    `[{"name":"さくら","no":"${A}","service":"生活介護"},{"name":"かえで","no":"${B}","service":"短期入所"}]`,
  ],
])('%s', (_, text) => {
  expect(rowsOf(text)).toEqual(BOTH)
})

test.each([
  ['株式会社アプニス橋本事業所', '就労移行支援'],
  ['津和野町社会福祉協議会', '就労移行支援'],
  ['みどり病院', '就労移行支援'],
  ['ハビー志木本町５丁目教室', '就労移行支援'],
  ['Ｐ．Ｐ．Ｐ．オールスターズ！', '就労移行支援'],
  ['①号館', '就労移行支援'],
])('a line with a number is a row, and its name stays whole: %s', (name, service) => {
  const lines = [`・${name}　${A}　${service}`, `・つばき　${B}　${service}`]
  expect(rowsOf(lines.join('\n'))).toEqual([`${name} ${A} SYURO_IKOU`, `つばき ${B} SYURO_IKOU`])
})

test('Markdown and frames of lines', () => {
  const rows = [
    ['名称', '番号'],
    ['さくら', A],
    ['かえで\n東', B],
  ]
  const marks = [
    '| 名称 | 番号 |',
    '|---|---:|',
    `| **さくら** | \`${A}\` |`,
    `| かえで<br>東 | ${B} |`,
  ]
  expect(barred(marks.join('\n'))).toEqual(rows)
  expect(barred(['┌─┬─┐', '│名称│番号│', '├─┼─┤', `│さくら│${A}│`].join('\n'))).toEqual(
    rows.slice(0, 2),
  )
  expect(barred('| a | b |\nc')).toBeNull()
})

test('a service on a line of its own belongs to the one entry that lacks one', () => {
  const text = `さくら ${A} 生活介護\nかえで ${B}\nつばき ${C} 短期入所\nグループホーム`
  expect(rowsOf(text)).toEqual([
    `さくら ${A} SEIKATSU_KAIGO`,
    `かえで ${B} KYODO`,
    `つばき ${C} TANKI`,
  ])
})

test('a service behind the number begins the name where another stands before the number', () => {
  expect(
    rowsOf(`短期入所　${B}　短期入所　かえで\n生活介護　${A}　さくら\n生活介護　${C}　つばき`),
  ).toEqual([`短期入所　かえで ${B} TANKI`, BOTH[0], `つばき ${C} SEIKATSU_KAIGO`])
})

test('a person or a place that may stand before a name is looked at', () => {
  const text = `さくら ${A} 生活介護\n札幌 かえで ${B} 短期入所\nつばき ${C} 短期入所`
  expect(rowsOf(text)[1]).toBe(`!札幌 かえで ${B} TANKI`)
})

test.each([
  [
    'a name with an ideographic space',
    `名称：かえで\n番号：${B}\n種別：短期入所\n\n名称：さくら　作業所\n番号：${A}\n種別：生活介護`,
    'さくら　作業所',
  ],
  ['figures with a comma', `１，２の３（${A}、生活介護）`, '!１，２の３'],
  ['Latin words', `Tomo de coco (生活介護) ${A}\nNEXT AIR (短期入所) ${B}`, 'Tomo de coco'],
  ['an end like a label', `さくらレコード  ${A}  生活介護`, 'さくらレコード'],
  [
    'a front that is a service',
    `・かえで (計画相談支援) ${B}\n・つばき (地域定着支援) ${C}\n・就労定着支援 さくら (重度訪問介護) ${A}\n・もみじの羽 空港通り (児童発達支援) 3850100847`,
    '就労定着支援 さくら',
  ],
  [
    'a front that leaves a choice',
    `◆生活介護\n相談支援事業所 さくら / ${A}\nかえで / ${B}`,
    '相談支援事業所 さくら',
  ],
  [
    'a word for and',
    `かえで（短期入所）${B}\nさくらとかえでの会ミント（地域定着支援）${A}`,
    'さくらとかえでの会ミント',
  ],
])('%s is whole', (_, text, name) => {
  expect(rowsOf(text).map((row) => row.split(` ${A}`)[0])).toContain(name)
})

test('numbers in three parts that begin as a telephone does', () => {
  const text = `さくら 13-1010-0118 生活介護\nかえで 13-1010-0126 短期入所\nつばき 01-1010-0013 短期入所`
  expect(rowsOf(text)[2]).toBe('つばき 0110100013 TANKI')
})

test('a line without tabs that holds a number in parts is a list', () => {
  const sheet = sheetOfClipboard({ text: 'さくら（131-010-0118、生活介護）', html: '' })
  expect(sheet?.text).toBeDefined()
  expect(sheetOfClipboard({ text: 'さくら 03-1234-5678', html: '' })).toBeNull()
})

test('columns of a quoted mail', () => {
  const text = `> ■生活介護\n> さくら\t${A}\n> かえで\t${B}\n> 以上`
  const { grid = [] } = sheetOfClipboard({ text, html: '' }) ?? {}
  expect(grid[1]).toEqual(['さくら', A])
})
