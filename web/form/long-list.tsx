/** A list of many rows: the first ten, and a press shows the others. The printed estimate has all of them. Nothing scrolls inside the page. */
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveFocus } from '#ui/focus.ts'

const FIRST_ROWS = 10

/** More than these are passed by with one key. */
const MANY_ROWS = 15

type Props = Omit<ComponentProps<'ul'>, 'ref' | 'children'> & {
  rows: readonly { key: number; content: ReactNode }[]
  /** The way past many rows. */
  skip?: ReactNode
}

export function LongList({ rows, skip, ...rest }: Props) {
  const [isAsked, setAsked] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isWhole = isAsked || rows.length <= FIRST_ROWS
  const showAll = () => {
    flushSync(() => setAsked(true))
    moveFocus(list.current?.children[FIRST_ROWS] as HTMLElement | undefined)
  }
  return (
    <>
      {isWhole && rows.length > MANY_ROWS && skip}
      <ul {...rest} ref={list}>
        {rows.slice(0, isWhole ? rows.length : FIRST_ROWS).map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
      {!isWhole && (
        <button type="button" className="secondary" onClick={showAll}>
          残り{rows.length - FIRST_ROWS}件を表示
        </button>
      )}
    </>
  )
}
