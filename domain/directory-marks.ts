/** Marks for staff beside an application's facility numbers: published for its corporation, for another one, or not published. */
import type { ServiceKey } from './catalogue.ts'
import type { NumberedFacilities } from './directory.ts'
import { isSameCorporation, shouldBePublished } from './directory-notes.ts'
import { type FacilityRow, isEmpty } from './facilities.ts'

export type DirectoryMark = {
  no: number
  /** same: of the application's corporation. other: of another name. published: the application names no corporation. */
  kind: 'same' | 'other' | 'published' | 'unknown'
  /** As published; empty where the number is not. */
  corporation: string
}
/** `period`: yyyy-mm */
export type DirectoryMarks = { period: string; marks: DirectoryMark[] }

export const DIRECTORY_MARKS = {
  same: '同じ法人',
  other: '別の法人名',
  published: '公表あり',
  unknown: '公表なし',
} as const satisfies Record<DirectoryMark['kind'], string>

/** 「別の法人名：株式会社みほん」 */
export function markText({ kind, corporation }: DirectoryMark): string {
  const names = kind === 'other' || kind === 'published'
  return DIRECTORY_MARKS[kind] + (names ? `：${corporation}` : '')
}

/** A row has no mark where its number is not published and need not be. */
export function directoryMarks(
  company: string,
  rows: readonly FacilityRow[],
  { facilities, services }: NumberedFacilities,
): DirectoryMark[] {
  const covered = new Set<ServiceKey>(services)
  return rows.flatMap((row): DirectoryMark[] => {
    const { no } = row
    const published = facilities.filter(({ number }) => number === row.facilityNumber)
    const [first] = published
    if (!first)
      return shouldBePublished(row, covered) ? [{ no, kind: 'unknown', corporation: '' }] : []
    if (isEmpty(company)) return [{ no, kind: 'published', corporation: first.corporation }]
    const same = published.find(({ corporation }) => isSameCorporation(company, corporation))
    return [
      same
        ? { no, kind: 'same', corporation: same.corporation }
        : { no, kind: 'other', corporation: first.corporation },
    ]
  })
}
