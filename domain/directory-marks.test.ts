import { expect, test } from 'vitest'
import { directoryMarks, markText } from './directory-marks.ts'

const [SAKURA, SHARED] = ['1310000018', '1310000026']
const facility = (number: string, corporation: string) => ({
  ...{ number, name: 'x', serviceKey: 'SYUKEI_B' as const },
  ...{ corporation, corporationId: corporation },
})
const published = {
  facilities: [
    facility(SAKURA, '社会福祉法人　さくら会'),
    facility(SHARED, '別の会'),
    facility(SHARED, '社会福祉法人さくら会東'),
  ],
  services: ['SYUKEI_B' as const],
}
const row = (no: number, facilityNumber: string, serviceKey = 'SYUKEI_B') => ({
  ...{ no, facilityName: 'x', facilityNumber, serviceKey },
})

test('each number is marked by whose it is, and unknown only where it would be known', () => {
  const rows = [
    row(1, SAKURA),
    row(2, SHARED),
    row(3, '1399999992'),
    row(4, '1399999992', 'TANKI'),
    row(5, ''),
  ]
  expect(directoryMarks('（福）さくら会', rows, published)).toEqual([
    { no: 1, kind: 'same', corporation: '社会福祉法人　さくら会' },
    { no: 2, kind: 'same', corporation: '社会福祉法人さくら会東' },
    { no: 3, kind: 'unknown', corporation: '' },
  ])
  expect(directoryMarks('すみれ会', rows, published).map(({ kind }) => kind)).toEqual([
    'other',
    'other',
    'unknown',
  ])
  expect(directoryMarks('', [row(1, SAKURA)], published)[0]?.kind).toBe('published')
})

test.each([
  ['same', '同じ法人'],
  ['other', '別の法人名：みほん'],
  ['published', '公表あり：みほん'],
  ['unknown', '公表なし'],
] as const)('%s is read as %s', (kind, text) => {
  expect(markText({ no: 1, kind, corporation: 'みほん' })).toBe(text)
})
