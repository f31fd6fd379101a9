/** A page's heading: names the document too, and takes focus when somebody came here by a link. */
import { type ReactNode, useEffect, useRef } from 'react'

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title}｜お申し込み管理`
  }, [title])
  // The first page of a visit begins where every document does.
  useEffect(() => {
    if (hasMoved) heading.current?.focus()
    hasMoved = true
  }, [])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children ?? title}
    </h1>
  )
}

let hasMoved = false
