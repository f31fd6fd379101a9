/** An unknown path: its frame says so, and here are the procedures (reading 17). */

import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { ProcedureList } from './home.tsx'

export function Page({ title }: PageProps) {
  useDocumentTitle(title)
  return <ProcedureList />
}
