/** /: the procedures, for whoever arrives without a link to one (reading 17). */

import { FLOWS, type Flow } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'

export function Page({ title }: PageProps) {
  useDocumentTitle(title)
  return <ProcedureList />
}

const PURPOSES: Record<Flow, string> = {
  entry: '請求ソフトを新しくご契約になる方',
  trial: '60日間、無料でお試しになる方（約1分）',
  migration: 'ご契約中の方（ご案内のメールにあるリンクからお進みください）',
  suspension: 'ご契約の解約をご希望の方（ご案内のメールにあるリンクからお進みください）',
}

/** Every procedure with its purpose; for the 404 page too. */
export function ProcedureList() {
  return (
    <ul className="procedures">
      {(Object.keys(PURPOSES) as Flow[]).map((flow) => (
        <li key={flow}>
          <a href={FLOWS[flow].inputPath}>{PROCEDURES[flow]}</a>
          <p>{PURPOSES[flow]}</p>
        </li>
      ))}
    </ul>
  )
}
