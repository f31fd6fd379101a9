/** document.title: the h1, the current step, and 「エラー：」 in front while there are validation errors. */
import { useEffect } from 'react'
import * as site from '../site.ts'

export function useDocumentTitle(title: string, step?: string, hasProblems = false): void {
  const text = documentTitleOf(title, step, hasProblems)
  useEffect(() => {
    document.title = text
  }, [text])
}

export function documentTitleOf(title: string, step?: string, hasProblems = false): string {
  return `${hasProblems ? 'エラー：' : ''}${title}${step ? `（${step}）` : ''}｜${site.productName}`
}
