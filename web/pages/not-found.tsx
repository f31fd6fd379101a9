/** An unknown path: its introduction says so, and has the procedures (reading 17). */
import { type PageProps, useDocumentTitle } from '../navigation.ts'

export function Page({ title }: PageProps) {
  useDocumentTitle(title)
  return null
}
