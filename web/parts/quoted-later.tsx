/** The parts that a quote brings to the screen; their code is loaded when a person begins to type. */
import { useEffect, useState } from 'react'
import type { Quote } from '../sending/application.ts'

type QuotedParts = typeof import('./estimate.tsx')

let here: QuotedParts | null = null

export async function quotedCode(): Promise<QuotedParts> {
  here ??= await import('./estimate.tsx')
  return here
}

/** null until the code is here; a failed load is tried again at the next quote, and the total is told anyway. */
export function useQuotedParts(quote: Quote | null): QuotedParts | null {
  const [parts, setParts] = useState(here)
  useEffect(() => {
    if (quote && !here) quotedCode().then(setParts, () => {})
  }, [quote])
  // What is here comes with the quote, and not a moment after it.
  return parts ?? here
}
