import { describe, expect, test } from 'vitest'
import type { Problem } from '#domain/messages.ts'
import { type Line, mended } from './mending.ts'

const NAME: Problem = { field: 'companyName', message: '法人名を入力してください。' }
const ZIPCODE: Problem = { field: 'zipcode', message: '郵便番号を入力してください。' }
const DIGITS: Problem = { field: 'zipcode', message: '郵便番号は半角数値7文字で入力してください。' }
const HALF: Problem = {
  field: 'facilities.2.facilityName',
  also: 'facilities.2.serviceKey',
  message: '2行目：事業所名またはサービス種類が入力されていません。',
}
const FILLED: Line = { ...NAME, filled: '法人名' }

type Now = { now?: Problem[]; inUse?: string; refused?: string; labels?: Record<string, string> }

/** The lines after a look at a form in which only these controls hold something. */
const look = (lines: Line[], { now = [], inUse, refused, labels = {} }: Now) =>
  mended(lines, {
    now,
    isInUse: (field) => field === inUse,
    isRefused: (field) => field === refused,
    labelOf: (field) => labels[field] ?? null,
  })

describe('a line', () => {
  test('stays while its field is as wrong as it was; nothing has changed', () => {
    const lines = [NAME, ZIPCODE]
    expect(look(lines, { now: [NAME, ZIPCODE] })).toBe(lines)
  })

  test('names what was filled in, and the others stay', () => {
    const labels = { companyName: '法人名' }
    expect(look([NAME, ZIPCODE], { now: [ZIPCODE], labels })).toEqual([FILLED, ZIPCODE])
  })

  test('stays while somebody types there', () => {
    const lines = [NAME]
    expect(look(lines, { inUse: 'companyName', labels: { companyName: '法人名' } })).toBe(lines)
  })

  test('stays while what the server has refused stands there', () => {
    const lines = [NAME]
    expect(look(lines, { refused: 'companyName', labels: { companyName: '法人名' } })).toBe(lines)
  })

  test('says what is wrong with its field now', () => {
    expect(look([ZIPCODE], { now: [DIGITS], labels: { zipcode: '郵便番号' } })).toEqual([DIGITS])
  })

  test('follows what is missing of its row to another cell', () => {
    const now: Problem = { field: 'facilities.2.serviceKey', message: HALF.message }
    const labels = { [HALF.field]: '2行目 事業所名' }
    expect(look([HALF], { now: [now], labels })).toEqual([now])
  })

  test('marks one cell where it had marked two', () => {
    const now: Problem = { field: HALF.field, message: HALF.message }
    expect(look([HALF], { now: [now] })).toEqual([now])
  })

  test('goes where its control holds nothing, or is no longer asked for', () => {
    expect(look([HALF, NAME], { now: [NAME] })).toEqual([NAME])
  })
})

test('what was right at the press is not said before the next one', () => {
  const labels = { companyName: '法人名' }
  expect(look([NAME], { now: [ZIPCODE], labels })).toEqual([FILLED])
  expect(look([FILLED], { now: [NAME], labels })).toEqual([FILLED])
})

test('what was filled in and emptied again is not said to be there', () => {
  expect(look([FILLED, ZIPCODE], { now: [NAME, ZIPCODE] })).toEqual([ZIPCODE])
})

test('two faults of one field are two lines, of which the mended one goes first', () => {
  const field = 'facilities.1.facilityNumber'
  const decorated: Problem = { field, message: '1行目：引用符を取り除いてください。' }
  const short: Problem = { field, message: '1行目：10文字で入力してください。' }
  const labels = { [field]: '1行目 事業所番号' }
  expect(look([decorated, short], { now: [short], labels })).toEqual([short])
  expect(look([decorated, short], { labels })).toEqual([
    { ...decorated, filled: '1行目 事業所番号' },
  ])
})
