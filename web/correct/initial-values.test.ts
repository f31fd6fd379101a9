import { expect, test } from 'vitest'
import type { ApplicantField } from '#domain/applicant.ts'
import type { Version } from '#domain/difference.ts'
import { draftOf, holdsSame, rebased } from './initial-values.ts'

type Texts = Partial<Record<ApplicantField, string>>

const versionOf = (fields: Texts, ...names: string[]) =>
  ({
    fields,
    rows: names.map((facilityName, index) => ({
      ...{ no: index + 1, facilityName, facilityNumber: '', serviceKey: 'IDO' },
    })),
  }) as Version<ApplicantField>
const draft = (fields: Texts, ...names: string[]) => draftOf(versionOf(fields, ...names))

test('a version as controls hold it: empty ones hold nothing', () => {
  expect(draft({ tel: '03', person: '' }, 'あおば')).toEqual({
    rowCount: 1,
    values: { tel: '03', 'facilities.1.facilityName': 'あおば', 'facilities.1.serviceKey': 'IDO' },
  })
})

test('blank rows and the order of controls make no difference', () => {
  const { values } = draft({ tel: '03' }, 'あおば')
  const turned = Object.fromEntries(Object.entries(values).toReversed())
  expect(holdsSame(draft({ tel: '03' }, 'あおば'), { rowCount: 10, values: turned })).toBe(true)
  expect(holdsSame(draft({ tel: '03' }), draft({ tel: '04' }))).toBe(false)
})

test.each<
  [string, typed: Version<ApplicantField>, now: Version<ApplicantField>, Version<ApplicantField>]
>([
  [
    'what nobody touched becomes what counts',
    versionOf({ tel: '1', person: 'a' }, 'x'),
    versionOf({ tel: '2', person: 'b' }, 'y', 'z'),
    versionOf({ tel: '2', person: 'b' }, 'y', 'z'),
  ],
  [
    'a field that was typed stays',
    versionOf({ tel: '9', person: 'a' }, 'x'),
    versionOf({ tel: '2', person: 'b' }, 'x'),
    versionOf({ tel: '9', person: 'b' }, 'x'),
  ],
  [
    'a field that was emptied stays empty',
    versionOf({ tel: '1' }, 'x'),
    versionOf({ tel: '1', person: 'b' }, 'x'),
    versionOf({ tel: '1' }, 'x'),
  ],
  [
    'rows that were typed stay, all of them',
    versionOf({ tel: '1', person: 'a' }, 'x', 'n'),
    versionOf({ tel: '2', person: 'a' }, 'y'),
    versionOf({ tel: '2', person: 'a' }, 'x', 'n'),
  ],
])('%s', (_, typed, now, expected) => {
  const was = draft({ tel: '1', person: 'a' }, 'x')
  expect(rebased(draftOf(typed), was, draftOf(now))).toEqual(draftOf(expected))
})
