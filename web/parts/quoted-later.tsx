/** The parts that a quote brings to the screen; their code is loaded when a person begins to type. */
import { useEffect, useState } from 'react'
import type { Quote } from '../application.ts'

type QuotedParts = Awaited<ReturnType<typeof quotedCode>>

export const quotedCode = () => import('./estimate.tsx')

/** null until the code is here; a failed load is tried again at the next quote, and the total is told anyway. */
export function useQuotedParts(quote: Quote | null): QuotedParts | null {
  const [parts, setParts] = useState<QuotedParts | null>(null)
  useEffect(() => {
    if (quote && !parts) quotedCode().then(setParts, () => {})
  }, [quote, parts])
  return parts
}
