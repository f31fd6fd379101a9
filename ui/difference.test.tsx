import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ApplicantField } from '#domain/applicant.ts'
import { differenceOf, type Version } from '#domain/difference.ts'
import { DifferenceTables } from './difference.tsx'

/** Rows written as `name number SERVICE`, numbered from 1. */
const versionOf = (
  fields: Partial<Record<ApplicantField, string>>,
  ...rows: string[]
): Version<ApplicantField> => ({
  fields: fields as Record<ApplicantField, string>,
  rows: rows.map((text, index) => {
    const [facilityName = '', facilityNumber = '', serviceKey = ''] = text.split(' ')
    return { no: index + 1, facilityName, facilityNumber, serviceKey }
  }),
})

type Versions = [before: Version<ApplicantField>, after: Version<ApplicantField>]

/** What stands in the tables, a line each: cells apart by |, parts of a cell by a comma; what is emphasised between stars. */
function shown(...[before, after]: Versions): string[] {
  const html = renderToStaticMarkup(
    <DifferenceTables difference={differenceOf(before, after)} text={(typed) => `「${typed}」`} />,
  )
  return html
    .replace(/<\/?strong>/g, '*')
    .replace(/<\/li><li>|<small>/g, ', ')
    .replace(/<\/t[hd]><t[hd][^>]*>/g, ' | ')
    .split(/<\/(?:tr|caption|p)>/)
    .map((line) => line.replace(/<[^>]+>/g, ''))
    .filter((line) => line !== '')
}

const A = 'あおば 1310100001 KYODO'
const B = 'いちご  IDO'

test('fields: label, before, after; a choice by its words', () => {
  const before = versionOf({ companyName: 'あおば会', chance: '9', nowsoftname: 'そふと' }, A)
  const after = versionOf({ companyName: 'あおぞら会', chance: '6', nowsoftname: '' }, A)
  expect(shown(before, after)).toEqual([
    '変わる項目（3件）',
    '項目 | 変更前 | 変更後',
    '法人名 | 「あおば会」 | 「あおぞら会」',
    '当ソフトを何でお知りになりましたか | 「Web検索」 | 「他の事業所からの紹介」',
    'ご利用中のソフト名 | 「そふと」 | 空欄',
  ])
})

test('rows: place, what became of it, and the whole row on both sides', () => {
  const before = versionOf({}, 'うさぎ 1310100003 TANKI', A, B)
  const after = versionOf({}, A, 'いちご園  NICCHU', 'えのき 1310100004 HOKAGO')
  expect(shown(before, after)).toEqual([
    '変わる事業所（変更1件、追加1件、削除1件）',
    '行 | 変更前 | 変更後',
    '1行目, 削除 | 「うさぎ」, 「1310100003」, 短期入所 | なし',
    '2行目, 変更：事業所名、サービス種類 | *「いちご」*, 番号なし, *移動支援* | *「いちご園」*, 番号なし, *日中一時支援*',
    '3行目, 追加 | なし | 「えのき」, 「1310100004」, 放課後等デイサービス',
    'ほかの1件の事業所は変わりません。',
  ])
})

test.each<[string, Versions]>([
  ['変わるところはありません。', [versionOf({ tel: '1' }, A), versionOf({ tel: '1' }, A)]],
  ['事業所は、並び順だけが変わります。', [versionOf({}, A, B), versionOf({}, B, A)]],
])('%s', (sentence, versions) => {
  expect(shown(...versions)).toEqual([sentence])
})
