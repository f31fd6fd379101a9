/** /: the procedures, for whoever arrives without a link to one (reading 17). They stand in its introduction, which needs no script. */
import { type PageProps, useDocumentTitle } from '../navigation.ts'

export function Page({ title }: PageProps) {
  useDocumentTitle(title)
  return null
}
