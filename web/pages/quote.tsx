/** /quote: an estimate that somebody has put into a link, for whoever decides on it. It fills no form, and everything it says of money it has computed itself. */
import { useEffect, useState } from 'react'
import { estimate, formatYen, priceListAt } from '#domain/prices.ts'
import { type LinkedQuote, type QuoteRefusal, readQuote } from '#domain/quote-link.ts'
import { dayInWords, startOfDayInTokyo } from '#domain/tokyo-time.ts'
import { EstimateLines } from '../form/estimate-lines.tsx'
import { EstimateRows, TaxLines } from '../form/estimate-rows.tsx'
import { useFragment } from '../fragment.ts'
import { type PageProps, useDocumentTitle } from '../navigation.ts'
import { Section, SupportPhone } from '../page-parts.tsx'
import { loadLate } from '../reload.ts'

export function Page({ title }: PageProps) {
  const linked = useLinkedQuote()
  useDocumentTitle(title)
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {typeof linked === 'string' && (
        <p className="lead">
          {REFUSALS[linked]}お困りのときは、サポート（
          <SupportPhone />
          ）へお問い合わせください。
        </p>
      )}
      {typeof linked === 'object' && <Shown {...linked} />}
    </>
  )
}

const REFUSALS: Record<QuoteRefusal | 'nothing', string> = {
  nothing:
    'このページは、料金の試算のリンクから開きます。リンクを作成した方から届いた、リンクの全体を開いてください。',
  damaged:
    'このリンクは開けません。途中で切れているか、作成したときの内容と異なります。リンクを作成した方に、もう一度お送りいただくようお伝えください。',
  'unknown-list':
    'このリンクの料金表が分からないため、金額を表示できません。リンクを作成した方に、もう一度作成していただくようお伝えください。',
  future:
    'このリンクの日付が今日より先のため、金額を表示できません。リンクを作成した方に、もう一度作成していただくようお伝えください。',
}

const loadPacking = () => import('../quote/packing.ts')

/** Undefined until the link, and the code that reads it, are there. */
function useLinkedQuote(): LinkedQuote | keyof typeof REFUSALS | undefined {
  const fragment = useFragment()
  const [read, setRead] = useState<{ of: string; as: LinkedQuote | QuoteRefusal } | null>(null)
  useEffect(() => {
    if (!fragment) return
    void loadLate(loadPacking).then((code) => {
      const text = code?.unpacked(fragment) ?? null
      if (code)
        setRead({ of: fragment, as: text === null ? 'damaged' : readQuote(text, Date.now()) })
    })
  }, [fragment])
  if (fragment === null) return 'nothing'
  return read !== null && read.of === fragment ? read.as : undefined
}

function Shown({ rows, list, day }: LinkedQuote) {
  const priced = estimate(list, rows)
  if (!priced) return null
  const isReplaced = priceListAt(list.catalogue, Date.now()) !== list
  return (
    <>
      <div className="callout">
        <p>リンクの作成者が入力した内容による試算です。当社が発行した見積書ではありません。</p>
      </div>
      <Section id="quote-title" title={`${dayInWords(startOfDayInTokyo(day))}の試算`}>
        <p className="total">
          <span>ご利用料金（月額・税抜）</span>
          <strong>{formatYen(priced.total)}</strong>
        </p>
        {isReplaced && (
          <p>
            <strong>この日のあとに、料金が変わっています。</strong>
            金額は、この日の料金表で計算しています。
          </p>
        )}
        <EstimateLines estimate={priced} />
        <TaxLines total={priced.total} />
        <EstimateRows quote={{ rows, estimate: priced }} />
        <p className="actions">
          <button type="button" className="secondary" onClick={() => print()}>
            このページを印刷する
          </button>
        </p>
      </Section>
    </>
  )
}
