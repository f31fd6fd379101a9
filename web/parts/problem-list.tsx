/** Error summary above the form: lists every validation problem, takes focus, links to each control. */
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Problem } from '#domain/problem.ts'

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const box = useRef<HTMLElement>(null)
  const before = useRef<readonly Problem[]>([])
  // Focus again after every press, even where the words are the same; not when a problem was only removed.
  useEffect(() => {
    const isNews = problems.some((problem) => !before.current.includes(problem))
    before.current = problems
    if (!isNews) return
    const summary = box.current
    summary?.focus()
    // After history.back() the browser restores its scroll position a moment later.
    requestAnimationFrame(() => summary?.scrollIntoView({ block: 'nearest' }))
  }, [problems])
  return (
    <section className="summary" ref={box} tabIndex={-1} aria-labelledby="summary-title">
      <h2 id="summary-title">入力内容に誤りがあります（{problems.length}件）</h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={(event) => focusControl(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Focus by script: following the fragment would add an entry to the history. */
export function focusControl(event: MouseEvent, field: string): void {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  const place = control.closest('.field, [role="row"]') ?? control
  place.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
