/** Where pasted cells go, what they replace, and what the table has no room for. */
import { describe, expect, test } from 'vitest'
import type { FacilityRow } from '#domain/facilities.ts'
import { rowsAfter } from './plan.ts'
import { drawn } from './testing/drawn-sheet.ts'
import {
  at,
  blank,
  HIMAWARI,
  numberOf,
  ofTrial,
  pasted,
  planPaste,
  SUZURAN,
  TSUBAME,
  ten,
  top,
} from './testing/pasting.ts'

describe('anything else fills from the focused cell', () => {
  test('a column of names downward, blank ones included', () => {
    const typed = ten.map((row) => ({ ...row, facilityName: row.no === 5 ? '消える' : '' }))
    expect(
      pasted(at(4, 'facilityName', typed), [['ひまわり'], [''], ['つばめ'], [''], ['']]),
    ).toEqual([
      [4, 'ひまわり', '', ''],
      [6, 'つばめ', '', ''],
    ])
  })

  test('a column of numbers or services into its own column, without a word', () => {
    const numbers = planPaste(at(2, 'facilityNumber'), [[HIMAWARI], [TSUBAME]])
    expect(rowsAfter(numbers, ten)[1]).toEqual({ ...blank(2), facilityNumber: HIMAWARI })
    expect(numbers.notices).toEqual([])
    expect(pasted(at(9, 'serviceKey'), [['生活介護'], ['ショート'], ['GH']])).toEqual([
      [9, '', '', 'SEIKATSU_KAIGO'],
      [10, '', '', 'TANKI'],
      [11, '', '', 'KYODO'],
    ])
  })

  test('a column that looks like another goes where the focus is, and says so', () => {
    const plan = planPaste(top, [[HIMAWARI], [TSUBAME]])
    expect(rowsAfter(plan, ten)[0]).toEqual({ ...blank(1), facilityName: HIMAWARI })
    expect(plan.notices).toEqual([
      '貼り付ける内容は事業所番号のようですが、選んでいる事業所名の列に入ります。違う場合は取り込まず、事業所番号の列を選んで貼り付けてください。',
    ])
  })

  test('a column under its own heading goes where the heading says', () => {
    expect(pasted(top, [['事業所番号'], [HIMAWARI]])).toEqual([[1, '', HIMAWARI, '']])
  })

  test('several columns rightward, and what sticks out is said', () => {
    const plan = planPaste(at(1, 'facilityNumber'), [['12', 'あ', 'い']])
    expect(plan.layout.columns).toEqual(['facilityNumber', 'serviceKey', null])
    expect(plan.notices).toEqual([
      '読み取れなかった内容が1か所あります。空欄のまま取り込みますので、あとで入力してください。',
      '確認が必要な内容が1か所あります。印の付いた欄をご確認ください。',
      '次の列は取り込みません：3列目',
    ])
  })
})

describe('merged cells', () => {
  test('a name and number given once stand for the lines below', () => {
    const grid = drawn(
      `ひまわり|${HIMAWARI}|就労B\n||就労移行\n||移動支援\nつばめ|${TSUBAME}|放デイ\n|${SUZURAN}|児発`,
    )
    const plan = planPaste(top, grid)
    expect(pasted(top, grid)).toEqual([
      [1, 'ひまわり', HIMAWARI, 'SYUKEI_B'],
      [2, 'ひまわり', HIMAWARI, 'SYURO_IKOU'],
      [3, 'ひまわり', HIMAWARI, 'IDO'],
      [4, 'つばめ', TSUBAME, 'HOKAGO'],
      [5, 'つばめ', SUZURAN, 'JIHATSU'],
    ])
    expect(plan.rows[1]?.cells.facilityName?.note).toBe(
      '空欄のため、すぐ上と同じ「ひまわり」として取り込みます。',
    )
    expect(plan.rows[4]?.cells.facilityNumber?.note).toBeNull()
  })

  test('a number that is missing beside a name stays missing, and so does a service', () => {
    expect(
      pasted(top, drawn(`ひまわり|${HIMAWARI}|就労B\nつばめ||放デイ\nすずらん|${SUZURAN}|`)),
    ).toEqual([
      [1, 'ひまわり', HIMAWARI, 'SYUKEI_B'],
      [2, 'つばめ', '', 'HOKAGO'],
      [3, 'すずらん', SUZURAN, ''],
    ])
  })

  test('nothing is taken over when cells are pasted one under another', () => {
    expect(pasted(at(1, 'serviceKey'), [['GH'], [''], ['児発']])).toEqual([
      [1, '', '', 'KYODO'],
      [3, '', '', 'JIHATSU'],
    ])
  })
})

describe('what was typed', () => {
  const typed: FacilityRow[] = [
    { no: 1, facilityName: 'ひまわり', facilityNumber: '9', serviceKey: 'IDO' },
    { no: 2, facilityName: '残る', facilityNumber: '', serviceKey: '' },
  ]

  test('is named where it would be replaced, by another text or by a blank', () => {
    const target = at(1, 'facilityName', typed)
    const plan = planPaste(target, drawn(`ひまわり||就労B`))
    const [row] = plan.rows
    expect([
      row?.cells.facilityName?.replaces,
      row?.cells.facilityNumber?.replaces,
      row?.cells.serviceKey?.replaces,
    ]).toEqual(['', '9', 'IDO'])
    expect(plan.notices).toEqual(['入力済みの2か所が、貼り付けた内容に置き換わります。'])
    expect(rowsAfter(plan, typed)).toEqual([
      { no: 1, facilityName: 'ひまわり', facilityNumber: '', serviceKey: 'SYUKEI_B' },
      typed[1],
    ])
  })

  test('is not touched by planning', () => {
    const before = structuredClone(typed)
    const target = at(1, 'facilityName', Object.freeze(typed.map((row) => Object.freeze(row))))
    rowsAfter(planPaste(target, drawn(`つばめ|${TSUBAME}|放デイ`)), target.rows)
    expect(typed).toEqual(before)
  })
})

describe('more than the limit', () => {
  const many = Array.from({ length: 396 }, (_, index) => [
    `事業所${index + 1}`,
    numberOf(13, 100000 + index),
    '生活介護',
  ])

  test('396 rows: 100 fit, 296 are kept and counted', () => {
    const plan = planPaste(top, [['事業所名', '番号', '種別'], ...many, ['', '', '']])
    expect(plan.rows.map(({ no }) => no)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
    expect(plan.rows[99]?.line).toBe(101)
    expect(plan.overflow).toEqual(many.slice(100))
    expect(plan.notices[0]).toBe(
      '貼り付けた396件のうち、100件を取り込みます。1回のお申し込みに入力できるのは100行までのため、残りの296件は表の下に残しますので、サポートへご相談ください。',
    )
  })

  test('counts from the focused row', () => {
    const plan = planPaste(at(61, 'facilityName'), many)
    expect([plan.rows.length, plan.rows[0]?.no, plan.overflow.length]).toEqual([40, 61, 356])
  })

  test('the trial has room for 30', () => {
    const trial = ofTrial(top)
    expect(planPaste(trial, many).overflow).toHaveLength(366)
  })
})
