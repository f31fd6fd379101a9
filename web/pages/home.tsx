/** /: the procedures, for whoever arrives without a link to one (reading 17). */
import { useDocumentTitle } from '../browser/document-title.ts'
import { ProcedureList } from '../parts/procedures.tsx'
import type { PageProps } from './page.ts'

export function Page({ title }: PageProps) {
  useDocumentTitle(title)
  return <ProcedureList />
}
