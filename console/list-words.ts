/** What is said of a list: how many there are, and how many wait. */
import type { ApplicationPage } from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'

/** Empty where nobody knows how many: the counts leave the state out. */
export function countSentence(page: ApplicationPage, filter: Filter, isLaterPage: boolean): string {
  if (page.applications.length === 0 && !isLaterPage)
    return page.isPartial
      ? '新しいお申し込みの中には見つかりません。受付日で絞り込むと、古いお申し込みも探せます。'
      : `条件に合うお申し込みはありません。${page.nearest.length > 0 ? NEAREST : ''}`
  const count = countOf(page, filter, isLaterPage)
  if (count === null) return ''
  return page.isPartial
    ? `${count.toLocaleString()}件以上あります。新しいものから表示しています。`
    : `${count.toLocaleString()}件あります。`
}

/** One slip away from what was searched for. */
const NEAREST = '1文字違いのお申し込みを表示しています。'

function countOf(
  { counts, applications, next }: ApplicationPage,
  { status, state }: Filter,
  isLaterPage: boolean,
) {
  if (status !== '') return counts[status]
  if (state === 'pending') return counts.pending
  if (state === '') return counts.all
  return next === null && !isLaterPage ? applications.length : null
}

/** 「新しいお申し込み3件を表示」; a page full of them may not be all. */
export function waitingLabel(waiting: number, next: string | null): string {
  return `新しいお申し込み${waiting}件${next !== null && waiting >= PAGE ? '以上' : ''}を表示`
}

/** Rows of one answer. */
const PAGE = 50
