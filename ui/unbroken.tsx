/** Words whose dates, hours, short brackets, figures with their unit, and last characters stay on one line: no browser's rules for Japanese keep them together. */
import type { ReactNode } from 'react'

const WHOLE =
  /((?:約|月額)?\d[\d,:〜年月]*(?:日間?|か所|行目?|回の料金|文字|項目|末時点|[円件桁分回つ])?|[「（][^「」（）]{1,6}[」）]|[^\d「」（）\p{M}][^\d「」（）]{3}$)/u

/** `whole` finds, in one group, what stays on one line. What is no text alone stays as it is. */
export function Unbroken({ children, whole = WHOLE }: { children: ReactNode; whole?: RegExp }) {
  if (typeof children !== 'string') return children
  return children.split(whole).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
      <span className="unbroken" key={index}>
        {part}
      </span>
    ),
  )
}
