/** Words whose dates, hours and figures stay on one line with their unit: no browser's rules for Japanese keep them together. */
const FIGURES = /(\d[\d,:〜年月]*(?:日間?|か所|[円件桁分]|末時点)?)/

export function Unbroken({ children }: { children: string }) {
  return children.split(FIGURES).map((part, index) =>
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
