/** The static introduction above each page's hydrated part. Never hydrated, so it costs no script. */
import type { ReactNode } from 'react'
import { FLOW_NAMES, FLOWS, type Flow, TRIAL_DAYS } from '#domain/flows.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { Procedures } from './procedures.tsx'
import * as site from './site.ts'

/** One sentence below the heading of a flow's form page: the form is what a person came for. A flow without one does not compile. */
const FORM_INTROS: Record<Flow, ReactNode> = {
  entry: <Lead>「{site.productName}」の新規ご契約のお申し込みです。</Lead>,
  migration: <Lead>新しいシステムへ契約を移すお手続きです。</Lead>,
  suspension: <Lead>「{site.productName}」のご契約を解約するお手続きです。</Lead>,
  trial: (
    <Lead>
      <strong>
        <Unbroken>{`${TRIAL_DAYS}日間0円。`}</Unbroken>
      </strong>
      <Unbroken>自動で有料契約になることはなく、料金の請求もありません。入力は約1分です。</Unbroken>
    </Lead>
  ),
}

/** Path → what follows the heading; a page that is not here brings its own heading (results, mail error). */
export const INTROS: Record<string, ReactNode> = {
  '/': (
    <>
      <Lead>「{site.productName}」のお申し込みと、ご契約中の方のお手続きです。</Lead>
      <Procedures />
    </>
  ),
  '/404': (
    <>
      <Lead>
        アドレスが変わったか、間違っている可能性があります。お手続きは、次の一覧からお選びください。
      </Lead>
      <Procedures />
    </>
  ),
  ...Object.fromEntries(FLOW_NAMES.map((flow) => [FLOWS[flow].inputPath, FORM_INTROS[flow]])),
}

function Lead({ children }: { children: ReactNode }) {
  return <p className="lead">{children}</p>
}
