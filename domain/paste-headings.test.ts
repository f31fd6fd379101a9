import { expect, test } from 'vitest'
import { headingOf, isHeadingRow } from './paste-headings.ts'

test.each([
  ['事業所名', 'facilityName'],
  ['事業所の名称', 'facilityName'],
  ['施設・事業所名', 'facilityName'],
  ['事業所名（正式名称）', 'facilityName'],
  ['名称', 'facilityName'],
  ['事業所番号', 'facilityNumber'],
  ['指定事業所番号', 'facilityNumber'],
  ['事業所No.', 'facilityNumber'],
  ['事業所Ｎｏ', 'facilityNumber'],
  ['事業所番号(10桁)', 'facilityNumber'],
  ['番号', 'facilityNumber'],
  ['サービス種類', 'serviceKey'],
  ['サービスの種類', 'serviceKey'],
  ['ｻｰﾋﾞｽ種別', 'serviceKey'],
  ['サービス\n種類', 'serviceKey'],
  ['種別', 'serviceKey'],
  ['No.', 'other'],
  ['№', 'other'],
  ['#', 'other'],
  ['NO（※システム内の固有の番号、連番）', 'other'],
  ['法人の名称', 'other'],
  ['法人番号', 'other'],
  ['事業所の名称_かな', 'other'],
  ['事業所電話番号', 'other'],
  ['所在地', 'other'],
  ['定員', 'other'],
  ['備考', 'other'],
  ['', null],
  ['ひまわり作業所', null],
  ['1311111114', null],
  ['就労継続支援B型', null],
])('%j is the heading of %s', (text, heading) => {
  expect(headingOf(text)).toBe(heading)
})

test.each([
  [['事業所名', '事業所番号', 'サービス種類'], true],
  [['No.', '事業所名', '住所', '特記'], true],
  [['事業所名'], true],
  [['', '番号', ''], true],
  [['No.', '住所'], false],
  [['事業所名', 'ひまわり', 'つばめ'], false],
  [['ひまわり', '1311111114', '生活介護'], false],
  [['2026年度 事業所一覧'], false],
  [[''], false],
  [[], false],
])('%j is a row of headings: %s', (row, is) => {
  expect(isHeadingRow(row)).toBe(is)
})
