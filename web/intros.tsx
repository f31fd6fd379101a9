/** The static introduction above each page's hydrated part. Never hydrated, so it costs no script. */
import type { ReactNode } from 'react'
import { termSentences } from '#domain/consent.ts'
import { FLOW_NAMES, FLOWS, type Flow, TRIAL_DAYS } from '#domain/flows.ts'
import { SupportPhone, Unbroken } from './pages/layout.tsx'
import * as site from './site.ts'

/** What follows the heading of a flow's form page; a flow without one does not compile. */
const FORM_INTROS: Record<Flow, ReactNode> = {
  entry: (
    <>
      <Lead>「{site.productName}」を新しくご契約になる法人の方の、お申し込み画面です。</Lead>
      <Facts needed="法人の所在地と連絡先、各事業所の事業所番号（10桁）がわかるもの" time="約5分" />
      <TermSentences flow="entry" />
    </>
  ),
  migration: (
    <>
      <Lead>ご契約中のお客様が、新しいシステムへ契約を移すお手続きです。</Lead>
      <Facts needed="お客様番号と、各事業所の事業所番号（10桁）がわかるもの" time="約3分" />
      <TermSentences flow="migration" />
    </>
  ),
  suspension: <Lead>ご契約中のお客様番号について、ソフトの利用を停止するお手続きです。</Lead>,
  trial: (
    <>
      <Lead>
        「{site.productName}」のすべての機能を、<Unbroken>{`${TRIAL_DAYS}日間`}</Unbroken>
        無料でお試しいただけます。
      </Lead>
      <Facts needed="法人の所在地と連絡先、各事業所の事業所番号（10桁）がわかるもの" time="約1分" />
      <ul className="promises">
        <li>無料体験が終わっても、自動で有料の契約に切り替わることはありません。</li>
        <li>無料体験のお申し込みで、料金が請求されることはありません。</li>
        <li>
          ご不明な点は、お電話（
          <SupportPhone />
          ）でお問い合わせください。
        </li>
      </ul>
    </>
  ),
}

/** Path → what follows the heading; a page that is not here brings its own heading (results, mail error). */
export const INTROS: Record<string, ReactNode> = {
  '/': <Lead>ご希望のお手続きをお選びください。</Lead>,
  '/404': (
    <Lead>
      アドレスが変わったか、間違っている可能性があります。お手続きは、次の一覧からお選びください。
    </Lead>
  ),
  ...Object.fromEntries(FLOW_NAMES.map((flow) => [FLOWS[flow].inputPath, FORM_INTROS[flow]])),
}

function Lead({ children }: { children: ReactNode }) {
  return <p className="lead">{children}</p>
}

type FactsProps = { needed: string; time: string }

/**
 * What to know before one starts, in two lines: the form itself is what a person came for. Paragraphs, since screen readers
 * read past what stands before a line break.
 */
function Facts({ needed, time }: FactsProps) {
  return (
    <div className="facts">
      <p>
        <Unbroken>{`所要時間：${time}。ご用意いただくもの：${needed}。`}</Unbroken>
      </p>
      <p>入力した内容は、このタブを閉じるまで残ります。</p>
    </div>
  )
}

function TermSentences({ flow }: { flow: Flow }) {
  return termSentences(flow, site.words).map(([label, text]) => (
    <p key={label} className="facts">
      <Unbroken>{`${label}：${text}`}</Unbroken>
    </p>
  ))
}
