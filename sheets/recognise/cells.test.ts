/** What is said of a single cell. */
import { describe, expect, test } from 'vitest'
import type { FacilityCell } from '#domain/facilities.ts'
import { rowsAfter } from '../plan.ts'
import { at, blank, ofTrial, planPaste } from '../testing/pasting.ts'

describe('what is said of a cell', () => {
  const cellOf = (cell: FacilityCell, source: string) =>
    planPaste(at(1, cell), [[source]]).rows[0]?.cells[cell]

  test.each([
    ['facilityName', 'ひまわり', 'ひまわり', null],
    ['facilityName', ' ひまわり　', 'ひまわり', null],
    ['facilityName', 'ﾋﾏﾜﾘ', 'ヒマワリ', '「ﾋﾏﾜﾘ」を「ヒマワリ」として取り込みます。'],
    ['facilityName', 'ひまわり\n第2', 'ひまわり 第2', null],
    ['facilityName', 'ひまわり\u00a0第2', 'ひまわり 第2', null],
    ['facilityName', 'a\ud800b', 'ab', null],
    ['facilityName', '髙﨑𠮷野👨‍👩‍👧', '髙﨑𠮷野👨‍👩‍👧', null],
    ['facilityNumber', '1311111114', '1311111114', null],
    [
      'facilityNumber',
      '１３１１１１１１１４',
      '1311111114',
      '「１３１１１１１１１４」を「1311111114」として取り込みます。',
    ],
    [
      'facilityNumber',
      '13-1111111-4',
      '1311111114',
      '「13-1111111-4」を「1311111114」として取り込みます。',
    ],
    [
      'facilityNumber',
      '110100013',
      '110100013',
      '先頭の0が失われた番号のようです。正しくは0110100013ではないか、ご確認ください。',
    ],
    ['facilityNumber', 'なし', '', '「なし」を番号なしとして取り込みます。'],
    ['serviceKey', '就労継続支援B型', 'SYUKEI_B', null],
    ['serviceKey', '就B', 'SYUKEI_B', '「就B」を「就労継続支援B型」として取り込みます。'],
  ] as const)('%s %j becomes %j', (cell, source, value, note) => {
    expect(cellOf(cell, source)).toEqual({
      source,
      value,
      unclear: false,
      note,
      doubtful: false,
      candidates: [],
      numbers: [],
      replaces: '',
    })
  })

  test.each([
    [
      'facilityNumber',
      '1.31E+09',
      '「1.31E+09」は表計算ソフトの表示で桁が失われています（13で始まる番号です）。元の表で列の幅を広げ、表示形式を文字列にしてから、コピーし直してください。',
      [],
    ],
    [
      'serviceKey',
      '自立訓練',
      '「自立訓練」だけではサービス種類を1つに決められません。取り込んだあと、自立訓練（機能訓練）・自立訓練（生活訓練）・宿泊型自立訓練などから選んでください。',
      ['KINOU_KUNREN', 'SEIKATSU_KUNREN', 'SYUKUHAKU_JIRITSU_KUNREN'],
    ],
    [
      'serviceKey',
      '居宅介護支援',
      '「居宅介護支援」と一致するサービス種類がありません。居宅介護のことであれば、取り込んだあとに選んでください。',
      ['HOME_HELP'],
    ],
    [
      'serviceKey',
      '特養',
      '「特養」と一致するサービス種類がありません。取り込んだあとに選んでください。',
      [],
    ],
    [
      'serviceKey',
      '生活介護・特養・短期入所',
      '「生活介護・特養・短期入所」だけではサービス種類を1つに決められません。取り込んだあと、生活介護・短期入所などから選んでください。',
      ['SEIKATSU_KAIGO', 'TANKI'],
    ],
    ['serviceKey', '就労選択支援', '「就労選択支援」は、このお申し込みでは選べません。', []],
  ] as const)('%s %j is left blank', (cell, source, note, candidates) => {
    expect(cellOf(cell, source)).toEqual({
      source,
      value: '',
      unclear: true,
      note,
      doubtful: false,
      candidates,
      numbers: [],
      replaces: '',
    })
  })

  test('candidates that are not offered are not named', () => {
    const trial = ofTrial(at(1, 'serviceKey'))
    expect(planPaste(trial, [['児童通所']]).rows[0]?.cells.serviceKey?.note).toBe(
      '「児童通所」と一致するサービス種類がありません。取り込んだあとに選んでください。',
    )
  })

  test('the trial takes 就労選択支援', () => {
    const trial = ofTrial(at(1, 'serviceKey'))
    expect(rowsAfter(planPaste(trial, [['就労選択支援']]), [])).toEqual([
      { ...blank(1), serviceKey: 'SYURO_SENTAKU' },
    ])
  })
})
