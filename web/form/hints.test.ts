import { expect, test } from 'vitest'
import type { ApplicantField } from '#domain/applicant.ts'
import { hintOf } from './hints.ts'

const TEL = '10桁または11桁の番号を入力してください。お申し込み後の確認に使います。'
const PREFECTURE = '都道府県から入力してください。'
const HOUSE = '番地をご確認ください。番地がない場合は、このままで構いません。'
const FORMAT = 'メールアドレスの形式をご確認ください。例：tantou@example.co.jp'

test.each<[ApplicantField, string, string]>([
  ['tel', 'なし', TEL],
  ['tel', '1234-5678', TEL],
  ['tel', '03-1234-567', TEL],
  ['tel', '03-1234-567（内線1234）', TEL],
  ['address', 'さいたま市浦和区高砂1-2-3', PREFECTURE],
  ['address', '高砂', PREFECTURE],
  ['address', '埼玉県さいたま市浦和区高砂', HOUSE],
  ['email', 'tantou@', FORMAT],
])('%s %j: %s', (field, typed, sentence) => {
  expect(hintOf(field, typed)).toEqual({ sentence })
})

test.each<[typed: string, sentence: string, words: string, value: string]>([
  ['taro @gmail.com', 'メールアドレスの途中に空白があります。', '取り除く', 'taro@gmail.com'],
  ['taro@gmial.com', 'もしかして：taro@gmail.com', 'この宛先に直す', 'taro@gmail.com'],
  ['mailto:taro@a.jp', 'もしかして：taro@a.jp', 'この宛先に直す', 'taro@a.jp'],
])('of the mail address %j a button mends it', (typed, sentence, words, value) => {
  expect(hintOf('email', typed)).toEqual({ sentence, mend: { words, value } })
})

test.each<[ApplicantField, string]>([
  ['tel', '03-1234-5678（内線12）'],
  ['tel', '０９０ー１２３４ー５６７８'],
  ['tel', '312345678'],
  ['tel', '+1 650-253-0000'],
  ['tel', ' '],
  ['address', '埼玉県さいたま市浦和区高砂1-2-3'],
  ['address', '　'],
  ['email', ' ｔａｒｏ＠example.jp\u200b'],
  ['email', ''],
  ['companyName', 'あ'],
  ['zipcode', '1'],
  ['person', '1'],
])('nothing is said of %s %j', (field, typed) => {
  expect(hintOf(field, typed)).toBeNull()
})
