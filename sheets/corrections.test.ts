/** What a person changes of a plan, and what of the table the plan would replace. */
import { describe, expect, test } from 'vitest'
import type { FacilityCell } from '#domain/facilities.ts'
import type { PasteCorrections, PlannedRow } from './paste-plan.ts'
import { planPaste as plan, rowsAfter } from './plan.ts'
import { A, B, C, drawn, HEADS } from './testing/drawn-sheet.ts'
import { at, blank, planPaste, ten, top } from './testing/pasting.ts'

const CELLS = ['facilityName', 'facilityNumber', 'serviceKey'] as const
const valuesOf = ({ no, cells }: PlannedRow) => [no, ...CELLS.map((cell) => cells[cell]?.value)]
const planOf = (text: string, corrections?: PasteCorrections) =>
  planPaste(top, drawn(text), corrections)

describe('a person', () => {
  test('says where columns go, and is asked about them no longer', () => {
    const text = `あ|え|${A}|GH\nい|お|${B}|GH`
    expect(planOf(text).layout.doubtful).toEqual(['facilityName'])
    const columns = [null, 'facilityName', 'facilityNumber', null] as const
    const { layout, rows, notices } = planOf(text, { columns: [...columns] })
    expect(layout).toMatchObject({ columns, doubtful: [], looksLike: null, shape: 'table' })
    expect(valuesOf(rows[0] as PlannedRow)).toEqual([1, 'え', A, undefined])
    expect(notices).toEqual([
      'サービス種類の列が見つかりませんでした。取り込んだあと、サービス種類を入力してください。',
      '次の列は取り込みません：1列目、4列目',
    ])
    const one = planOf(A, { columns: ['facilityNumber'] })
    expect([one.layout.looksLike, one.notices]).toEqual([null, []])
  })

  test('says which service a text means, wherever it stands', () => {
    const text = `${HEADS}\nあ|${A}|自立訓練\nい|${B}| 自立訓練 \nう|${C}|GH`
    const services = new Map([
      ['自立訓練', 'KINOU_KUNREN'],
      ['GH', 'TANKI'],
    ] as const)
    const { rows } = planOf(text, { services })
    expect(rows.map(({ cells }) => cells.serviceKey?.value)).toEqual([
      'KINOU_KUNREN',
      'KINOU_KUNREN',
      'KYODO',
    ])
    expect(rows[1]?.cells.serviceKey).toMatchObject({
      source: ' 自立訓練 ',
      unclear: false,
      note: null,
    })
    const other = planOf(text, { services: new Map([['就労', 'SYUKEI_B']]) })
    expect(other.rows[0]?.cells.serviceKey).toMatchObject({ value: '', unclear: true })
  })

  test('says which of several numbers it is', () => {
    const text = `${HEADS}\nあ|${A}、${B}|GH\nい|${A} ${B}|生活介護、短期入所`
    const { rows } = planOf(text, {
      numbers: new Map([
        ['0.0', B],
        ['1.1', A],
      ]),
    })
    expect(rows.map(({ cells }) => cells.facilityNumber?.value)).toEqual([B, A, A])
    for (const index of [0, 2])
      expect(rows[index]?.cells.facilityNumber).toMatchObject({
        ...{ unclear: false, doubtful: false, note: null, isFromDirectory: false, numbers: [A, B] },
      })
    expect(rows[1]?.cells.facilityNumber?.doubtful).toBe(true)
    const without = planOf('事業所名|種別\nあ|GH', { numbers: new Map([['0.0', B]]) })
    expect(without.rows[0]?.cells.facilityNumber).toBeUndefined()
  })

  test('puts zeros back that a spreadsheet dropped', () => {
    const text = `${HEADS}\nあ|110100013|GH\nい|${A}|GH\nう|なし|GH`
    expect(planOf(text).lostZeros).toBe(1)
    expect(planOf(text).rows[0]?.cells.facilityNumber?.value).toBe('110100013')
    const { rows, lostZeros } = planOf(text, { repairsZeros: true })
    expect(rows.map(({ cells }) => cells.facilityNumber?.value)).toEqual(['0110100013', A, ''])
    expect(rows[0]?.cells.facilityNumber?.note).toBe(
      '「110100013」に先頭の0を補い、「0110100013」として取り込みます。',
    )
    expect(rows[1]?.cells.facilityNumber?.note).toBeNull()
    expect(lostZeros).toBe(1)
    expect(planOf('事業所名|種別\nあ|GH', { repairsZeros: true }).lostZeros).toBe(0)
  })

  test('leaves rows out, and the next ones come up', () => {
    const { offered, rows } = planOf(`${HEADS}\nあ|${A}|GH、児発\nい|${B}|GH`, {
      leftOut: new Set(['0.0']),
    })
    expect(offered.map((row) => [row.key, ...valuesOf(row)])).toEqual([
      ['0.0', null, 'あ', A, 'KYODO'],
      ['0.1', 1, 'あ', A, 'JIHATSU'],
      ['1.0', 2, 'い', B, 'KYODO'],
    ])
    expect(rows.map(({ no }) => no)).toEqual([1, 2])
    expect(offered[0]?.cells.facilityName?.replaces).toBe('')
    expect(offered[0]).not.toHaveProperty('texts')
  })
})

describe('the table', () => {
  test('keeps as text what it has no room for: names of services, and what was not read', () => {
    const rules = { initial: 1, step: 1, max: 1, number: 'lenient' } as const
    const { rows, overflow } = planPaste(
      { ...top, rules },
      drawn(`事業所名|番号|種別\nあ|${A}|GH\nい|ひみつ|特養\nOTHER|なし|GH\nﾋﾏﾜﾘ||`),
    )
    expect(rows).toHaveLength(1)
    expect(overflow).toEqual([
      ['い', 'ひみつ', '特養'],
      ['OTHER', 'なし', '共同生活援助'],
      ['ヒマワリ', '', ''],
    ])
    expect(planPaste({ ...top, rules }, drawn(`番号|種別\n${A}|GH\n${B}|GH`)).overflow).toEqual([
      ['', B, '共同生活援助'],
    ])
  })

  test('has blank rows above what is pasted further down', () => {
    expect(rowsAfter(planPaste(at(2, 'facilityName', []), [['あ']]), [])).toEqual([
      blank(1),
      { ...blank(2), facilityName: 'あ' },
    ])
  })

  test('loses what is replaced by something else, in the cells that are pasted', () => {
    const typed = [{ no: 2, facilityName: 'あ', facilityNumber: '9', serviceKey: 'IDO' }]
    const replaced = (text: string, cell: FacilityCell = 'facilityName') =>
      planPaste(at(2, cell, typed), drawn(text)).rows.map(({ cells }) =>
        CELLS.map((each) => cells[each]?.replaces),
      )
    expect(replaced(`あ|${A}|移動支援`)).toEqual([['', '9', '']])
    expect(replaced('い')).toEqual([['あ', undefined, undefined]])
    expect(replaced(`い|${A}|GH\nう|${B}|GH`)).toEqual([
      ['あ', '9', 'IDO'],
      ['', '', ''],
    ])
  })
})

describe('a sheet as a whole', () => {
  const noticesOf = (...args: Parameters<typeof planPaste>) => planPaste(...args).notices
  const HEADING = '見出しの1行は取り込みません。'

  test('says first what is lost, then what is to be looked at', () => {
    const typed = ten.map((row) => ({ ...row, facilityName: row.no < 3 ? '古い' : ' ' }))
    const text = `一覧|||\nNo.|${HEADS}|\n7|あ|${A}|GH、特養|x\n9|い|ひみつ|児発|\n合計||||\n計||||`
    const grid = drawn(text)
    expect(noticesOf(at(1, 'facilityName', typed), grid)).toEqual([
      '入力済みの2か所が、貼り付けた内容に置き換わります。',
      '読み取れなかった内容が2か所あります。空欄のまま取り込みますので、あとで入力してください。',
      '複数のサービスが書かれた1行を、サービスごとの行に分けます。',
      '次の列は取り込みません：No.、5列目',
      '表題などの1行、見出しの1行、合計などの2行は取り込みません。',
    ])
  })

  test('counts the lines that become several rows, and those that the source kept to itself', () => {
    const grid = drawn(`${HEADS}| \nあ|${A}|GH、児発| \nい|${B}|GH、児発|`)
    expect(plan(top, { grid, withheldLines: 3 }).notices).toEqual([
      '元の表で非表示になっている3行は取り込みません。必要な場合は、元の表で再表示してからコピーし直してください。',
      '複数のサービスが書かれた2行を、サービスごとの行に分けます。',
      HEADING,
    ])
    expect(plan(top, { grid, withheldLines: 3 }).weighty).toBe(1)
    expect(plan(top, { grid, withheldLines: 0 }).notices).toHaveLength(2)
  })

  test('names two columns that it lacks, unless they were typed', () => {
    const words = 'が見つかりませんでした。取り込んだあと、'
    expect(noticesOf(top, drawn('事業所名\nあ'))).toEqual([
      `事業所番号とサービス種類の列${words}事業所番号とサービス種類を入力してください。`,
      HEADING,
    ])
    const rows = [
      { ...blank(1), facilityNumber: A },
      { ...blank(2), facilityNumber: ' ' },
    ]
    expect(noticesOf(at(1, 'facilityName', rows), drawn('事業所名|種別\nあ|GH'))).toEqual([HEADING])
    expect(noticesOf(at(1, 'facilityName', rows), drawn('事業所名|種別\nあ|GH\nい|GH'))).toEqual([
      `事業所番号の列${words}事業所番号を入力してください。`,
      HEADING,
    ])
    expect(noticesOf(top, drawn('事業所名|備考'))).toEqual([
      '取り込める内容がありません。事業所名、事業所番号、サービス種類の表をコピーしてから貼り付けてください。',
      HEADING,
    ])
  })

  test('counts what there is no room for, without what is left out', () => {
    const rules = { initial: 1, step: 1, max: 2, number: 'lenient' } as const
    const grid = drawn(`${HEADS}\nあ|${A}|GH\nい|${B}|GH\nう|${C}|GH`)
    const first = (corrections?: PasteCorrections) =>
      noticesOf({ ...top, rules }, grid, corrections)[0]
    expect(first()).toMatch(
      /^貼り付けた3件のうち、2件を取り込みます。1回のお申し込みに入力できるのは2行まで/,
    )
    expect(first({ leftOut: new Set(['0.0']) })).toBe(HEADING)
  })
})
