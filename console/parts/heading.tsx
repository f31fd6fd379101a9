/** A page's h1: also sets the document title, and takes focus after a client-side navigation. */
import { type ReactNode, useEffect, useRef } from 'react'

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title}｜お申し込み管理`
  }, [title])
  // Not on the first page load: there focus starts at the top of the document.
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
