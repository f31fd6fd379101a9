/** Everything that is wrong, above the form: takes focus once, and leads to each control. */
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Problem } from '#domain/problem.ts'

export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  const box = useRef<HTMLElement>(null)
  const before = useRef(problems)
  // A new press is announced again, even where its words are the same; a list that only lost some is not.
  useEffect(() => {
    const isNews = problems.some((problem) => !before.current.includes(problem))
    before.current = problems
    if (!isNews) return
    const summary = box.current
    summary?.focus()
    // A page that was gone back to is scrolled by the browser to where it was left, a moment later.
    requestAnimationFrame(() => summary?.scrollIntoView({ block: 'nearest' }))
  }, [problems])
  if (problems.length === 0) return null
  return (
    <section className="summary" ref={box} tabIndex={-1} aria-labelledby="summary-title">
      <h2 id="summary-title">入力内容に誤りがあります（{problems.length}件）</h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={(event) => leadTo(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Focus by script: a followed fragment would put one more step into the history. */
function leadTo(event: MouseEvent, field: string): void {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  const place = control.closest('.field, [role="row"]') ?? control
  place.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
