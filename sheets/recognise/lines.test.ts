/** Which lines of a pasted table are entries, and what an entry has from the lines above it. */
import { describe, expect, test } from 'vitest'
import type { PlannedRow } from '../paste-plan.ts'
import { planPaste } from '../plan.ts'
import { A, B, C, drawn, HEADS, read, target } from '../testing/drawn-sheet.ts'

/** The rows of a sheet under our headings, as name, number and service, and why its other lines are left out. */
const under = (...lines: string[]) =>
  read([HEADS, ...lines].join('\n')).filter((row) => row !== '見出し')

/** What is said of the cells of one row. */
function notesOf(text: string, row: number): (string | null | undefined)[] {
  const cells: PlannedRow['cells'] = planPaste(target, { grid: drawn(text) }).rows[row]?.cells ?? {}
  return [cells.facilityName?.note, cells.facilityNumber?.note, cells.serviceKey?.note]
}

describe('a line that is no entry', () => {
  test.each([
    ['合計||', '合計など'],
    [' ※休止中を除く||', '注記など'],
    [` （例）あおば|${A}|GH`, '注記など'],
    [' 東部エリア ||', '区切り'],
    ['計||2', '合計など'],
    ['【 小計 】||', '合計など'],
    ['|合計|20', '合計など'],
    ['事業所計||', '合計など'],
    ['合計|2|', '合計など'],
    ['以上　3か所||', '合計など'],
    ['||※令和7年4月現在', '注記など'],
    ['※休止中を除く||', '注記など'],
    ['* 休止中を除く|* 休止中を除く|', '注記など'],
    ['休止中を除く。||', '注記など'],
    ['備考||', '注記など'],
    ['（例）||', '注記など'],
    [`${'あ'.repeat(61)}||`, '注記など'],
    ['■東部||', '区切り'],
    ['||■東部', '区切り'],
    ['東部：||', '区切り'],
    ['東部エリア||', '区切り'],
    ['1. 東部||', '区切り'],
    [`（例）あおば|${A}|GH`, '注記など'],
    [`例 あおば|${A}|GH`, '注記など'],
    [`あおば|${A}|【記入例】`, '注記など'],
  ])('%s: %s', (line, why) => {
    expect(under(`い|${B}|GH`, line)).toEqual([`い ${B} KYODO`, why])
  })

  test.each([
    [`合計|${A}|GH`, `合計 ${A} KYODO`],
    ['合計|1.31E+09|', '合計 ? !'],
    ['合計|131010|', '合計 !131010 !'],
    ['東計||GH', '東計  KYODO'],
    ['※あおば||GH', '※あおば  KYODO'],
    ['||※GH', `い ${B} KYODO`],
    ['|東部|', '!い ? !'],
    ['あ：い||', 'あ：い  !'],
    ['あ||20', 'あ  ?'],
    [`あ例|${A}|GH`, `あ例 ${A} KYODO`],
    [`例示園|${A}|GH`, `例示園 ${A} KYODO`],
    [`${'あ'.repeat(60)}||`, `${'あ'.repeat(60)}  !`],
    ['あおば（東）||', 'あおば（東）  !'],
    ['あおば|東|', 'あおば ? !'],
    ['自立訓練（生活訓練）||', '!自立訓練（生活訓練）  !'],
    ['東部エリア||児発', '東部エリア  JIHATSU'],
  ])('%s is one', (line, row) => {
    expect(under(`い|${B}|GH`, line)).toEqual([`い ${B} KYODO`, row])
  })

  test('a word beside the table, and in no column of it', () => {
    const lines = [`${HEADS}|備考`, `あ|${A}|GH|`, '|||東部', '|||東部|西部']
    expect(read(lines.join('\n'))).toEqual([`あ ${A} KYODO`, '見出し', '区切り', '注記など'])
  })

  test('headings of other words, where there are none of ours', () => {
    expect(read(`Name|Number|Service\nあ|${A}|GH`)).toEqual([`あ ${A} KYODO`, '見出し'])
    expect(read(`あ|${A}|GH\nName|Number|Service`)).toEqual([`あ ${A} KYODO`, 'Name ? ?'])
    expect(read(`${HEADS}|\nい|東|GH|x\nあ|${A}|GH|`)[0]).toBe('い ? KYODO')
    const two = Array(5).fill(`あ|${A}|${B}|GH`)
    expect(read([`い|東|${C}|GH`, ...two].join('\n'))[0]).toBe(`い ${C} KYODO`)
    expect(under(`い|東|GH`, `あ|${A}|GH`)).toEqual(['い ? KYODO', `あ ${A} KYODO`])
    expect(read(`い||児発\nあ|${A}|GH`)).toEqual(['い  JIHATSU', `あ ${A} KYODO`])
  })

  test('blank lines are not even listed, hidden ones are', () => {
    const grid = drawn(`${HEADS}\nあ|${A}|GH\n||\n | |\nい|${B}|GH`)
    const total = [...grid, ['計', '', ''], ['x', '', '']]
    const listed = planPaste(target, { grid: total, hiddenLines: new Set([6]) }).skipped
    expect(listed.map(({ line }) => line)).toEqual([1, 6, 7])
    const plan = planPaste(target, { grid, hiddenLines: new Set([1]) })
    expect(plan.rows.map(({ line }) => line)).toEqual([5])
    expect(plan.skipped.map(({ line, why }) => [line, why])).toEqual([
      [1, 'heading'],
      [2, 'hidden'],
    ])
  })
})

describe('an entry that is closed', () => {
  test.each([
    ['廃止', '廃止'],
    ['廃止 ', '廃止'],
    ['（休止中）', '（休止中）'],
    [' 令和6年3月31日廃止', '令和6年3月31日廃止'],
    ['廃止予定', '廃止予定'],
    ['解散済み', '解散済み'],
  ])('says so beside it: %s', (remark, word) => {
    const text = `${HEADS}|状況\nあ|${A}|GH|${remark}`
    expect(notesOf(text, 0)[0]).toBe(
      `この行に「${word}」とあります。お申し込みに含めない場合は、行のチェックを外してください。`,
    )
  })

  test.each([
    [`あ（休止中）|${A}|GH`, true],
    [`あ【閉鎖】|${A}|GH`, true],
    [`あ廃止|${A}|GH`, false],
    [`廃止|${A}|GH`, true],
    [`あ（令和6年3月廃止）|${A}|GH`, false],
    [`あ|${A}|GH（休止中）`, true],
    [`消えない園|${A}|GH`, false],
  ])('or in what is taken in: %s is %s', (line, isClosed) => {
    const { rows } = planPaste(target, { grid: drawn(`${HEADS}\n${line}`) })
    expect(rows[0]?.cells.facilityName?.doubtful).toBe(isClosed)
  })

  test('beside it in many words it may mean something else', () => {
    const text = `${HEADS}|状況\nあ|${A}|GH|${'あ'.repeat(21)}廃止`
    expect(notesOf(text, 0)[0]).toBeNull()
  })
})

describe('what is not written in its own cell', () => {
  test('a ditto mark stands for the cell above it, the one above that as well', () => {
    const text = `${HEADS}\nあ|${A}|GH\n〃|同上| 〃 \n々|↑|児発`
    expect(read(text).slice(0, 3)).toEqual([`あ ${A} KYODO`, `あ ${A} KYODO`, `あ ${A} JIHATSU`])
    expect(notesOf(text, 1)).toEqual([
      'すぐ上と同じ「あ」として取り込みます。',
      `すぐ上と同じ「${A}」として取り込みます。`,
      'すぐ上と同じ「共同生活援助」として取り込みます。',
    ])
  })

  test('a ditto mark below nothing is read as it stands', () => {
    expect(under(`〃|${A}|GH`)).toEqual([`〃 ${A} KYODO`])
    expect(under('あ||GH', `い|同上|GH`)).toEqual(['あ  KYODO', 'い ? KYODO'])
  })

  test('a merged cell', () => {
    const grid = drawn(`${HEADS}\nあ|${A}|GH\n||児発`)
    const merges = [0, 1].map((column) => ({ line: 1, column, lines: 2, columns: 1 }))
    const cells = planPaste(target, { grid, merges }).rows[1]?.cells
    expect(cells?.facilityName).toMatchObject({
      value: 'あ',
      source: 'あ',
      note: '結合されたセルの「あ」を取り込みます。',
    })
    expect(cells?.facilityNumber?.note).toBe(`結合されたセルの「${A}」を取り込みます。`)
  })

  test('the name and the number above, where there is neither', () => {
    const text = `${HEADS}\nあ|${A}|GH\n||児発\n|${B}|生活介護`
    expect(read(text).slice(0, 3)).toEqual([
      // A facility has one number of a kind: which of these it is, nobody can tell.
      `!あ ${A} KYODO`,
      `!あ ${A} JIHATSU`,
      `!あ ${B} SEIKATSU_KAIGO`,
    ])
    expect(notesOf(text, 1)).toEqual([
      '「あ」の行に、違う番号があります。事業所名と番号をご確認ください。',
      `空欄のため、すぐ上と同じ「${A}」として取り込みます。`,
      '「児発」を「児童発達支援」として取り込みます。',
    ])
    expect(notesOf(text, 2)[1]).toBeNull()
  })

  test('nothing, where nothing stands above', () => {
    expect(under(`|${A}|GH`)).toEqual([`! ${A} KYODO`])
    expect(under('||GH')).toEqual(['!  KYODO'])
    expect(under(`|${A}|GH`, '||児発')).toEqual([`! ${A} KYODO`, '!  JIHATSU'])
    expect(under('あ||GH', '||児発')).toEqual(['あ  KYODO', 'あ  JIHATSU'])
    expect(read(`${HEADS.replace('事業所名', '住所')}\n東|${A}|GH\n||児発`).slice(0, 2)).toEqual([
      ` ${A} KYODO`,
      '  JIHATSU',
    ])
  })

  test('a name that stands alone above several lines, whose numbers are their own', () => {
    const text = `${HEADS}\nう|${C}|GH\nあ||\n|${A}|GH\n||児発\nい|${B}|GH`
    expect(read(text).slice(0, 4)).toEqual([
      `う ${C} KYODO`,
      `あ ${A} KYODO`,
      `あ ${A} JIHATSU`,
      `い ${B} KYODO`,
    ])
    expect(under('あ||', '||児発')).toEqual(['あ  JIHATSU', '区切り'])
    expect(under(`う|${C}|GH`, 'あ||', '||児発').slice(0, 2)).toEqual([
      `う ${C} KYODO`,
      'あ  JIHATSU',
    ])
  })

  test('a name that stands alone above a number is an entry that goes on', () => {
    expect(under('あ||', `|${A}|`)).toEqual(['あ  !', `あ ${A} !`])
    expect(under(' あ ||', `|${A}|GH`)).toEqual([`あ ${A} KYODO`, '区切り'])
  })

  test('the name above a number of another kind, which a facility for adults and children has', () => {
    const text = `${HEADS}\nあ|${A}|生活介護\n|1350400170|児発\n|1350400170|放デイ`
    expect(read(text).slice(0, 3)).toEqual([
      `あ ${A} SEIKATSU_KAIGO`,
      'あ 1350400170 JIHATSU',
      'あ 1350400170 HOKAGO',
    ])
  })

  test('a number of its own in the second column of numbers', () => {
    const text = `事業所名|番号1|番号2|種別\nあ|${A}|${B}|移動支援\n||${C}|GH`
    expect(read(text)[1]).toBe(`!あ ${C} KYODO`)
  })

  test('a word in another column is no name', () => {
    const text = `地区|${HEADS}\n西|う|${C}|GH\n東部|||\n||${A}|児発`
    expect(read(text).slice(0, 2)).toEqual([`!う ${C} KYODO`, `!う ${A} JIHATSU`])
  })

  test('a name in a frame is no name', () => {
    expect(under('　■あ||', `|${A}|GH`)).toEqual([`! ${A} KYODO`, '区切り'])
  })

  test('the service of a section, until the next one begins', () => {
    const text = `${HEADS}\n【生活介護】||\n※土日休み||\nあ|${A}|\n小計||\nい|${B}|GH\n【東部】||\nう|${C}|`
    expect(read(text).slice(0, 3)).toEqual([`あ ${A} SEIKATSU_KAIGO`, `い ${B} KYODO`, `う ${C} !`])
    expect(notesOf(text, 0)[2]).toBe('見出しの行にある「生活介護」として取り込みます。')
  })

  test('a service in front of the names stands for the lines below, to be looked at', () => {
    const text = `サービス|事業所名|番号\nGH|あ|${A}\n|い|${B}`
    expect(read(text).slice(0, 2)).toEqual([`あ ${A} KYODO`, `い ${B} !KYODO`])
    expect(notesOf(text, 1)[2]).toBe('空欄のため、すぐ上と同じ「共同生活援助」として取り込みます。')
    expect(under(`あ|${A}|GH`, `い|${B}|`)).toEqual([`あ ${A} KYODO`, `い ${B} !`])
    const two = `サービス1|サービス2|事業所名|番号\nGH|児発|あ|${A}\n||い|${B}`
    expect(read(two)[2]).toBe(`い ${B} !`)
    expect(read(`サービス|事業所名|番号\n|い|${B}\nGH|あ|${A}`)[0]).toBe(`い ${B} !`)
  })

  test('the number of the same name right above, to be looked at', () => {
    const text = `${HEADS}\nあ|${A}|GH\n あ ||児発`
    expect(read(text)[1]).toBe(`あ !${A} JIHATSU`)
    expect(notesOf(text, 1)[1]).toBe(
      `番号が空欄のため、同じ名前のすぐ上の行の「${A}」を取り込みます。違う場合は、取り込んだあとに直してください。`,
    )
    expect(under('あ||GH', 'あ||児発')).toEqual(['あ  KYODO', 'あ  JIHATSU'])
    expect(read('事業所名|サービス\nあ|GH\nあ|児発').slice(0, 2)).toEqual([
      'あ  KYODO',
      'あ  JIHATSU',
    ])
  })
})
