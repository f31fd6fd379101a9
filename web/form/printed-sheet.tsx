/** A sheet for the printer in place of the page. In the DOM only while printing, so that neither search nor a screen reader finds it twice. */
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** Of several sheets the one that came last is printed: what has opened over the page. */
const sheets: object[] = []

/** `children`: an `article` of the class `sheet`. */
export function PrintedSheet({ children }: { children: () => ReactNode }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const own = {}
    sheets.push(own)
    const paper = matchMedia('print')
    // The browser takes the page as it is when the listeners return: render synchronously.
    const set = (is: boolean) => {
      if (is && sheets.at(-1) !== own) return
      flushSync(() => setPrinting(is))
      document.body.classList.toggle('has-sheet', is)
    }
    const begin = () => set(true)
    const end = () => set(false)
    const follow = () => set(paper.matches)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    paper.addEventListener('change', follow)
    return () => {
      sheets.splice(sheets.indexOf(own), 1)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      paper.removeEventListener('change', follow)
      document.body.classList.remove('has-sheet')
    }
  }, [])
  return isPrinting ? createPortal(children(), document.body) : null
}
