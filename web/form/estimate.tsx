/** The estimate: total, breakdown, the reason of every row's charge, and the printed sheet (reading 5). */

import { type RefObject, useState } from 'react'
import { type Catalogue, serviceName } from '#domain/catalogue.ts'
import { termSentences } from '#domain/consent.ts'
import { FLOWS, type FlowWithRows, hasApplicant } from '#domain/flows.ts'
import { formatYen, priceListsOf } from '#domain/prices.ts'
import { DAY_MS, dayInWords, startOfDayInTokyo, tokyoDay } from '#domain/tokyo-time.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { loadLate } from '../reload.ts'
import type { Quote } from '../sending/application-state.ts'
import * as site from '../site.ts'
import { type Values, valuesOf } from './controls.ts'
import { useCustomerNumber } from './customer-number.tsx'
import { EstimateLines, reasonOf } from './estimate-lines.tsx'
import { EstimateRows, TAX_PERCENT, TaxLines } from './estimate-rows.tsx'
import { LongList } from './long-list.tsx'
import { PrintedSheet } from './printed-sheet.tsx'

type Props = { flow: FlowWithRows; form: RefObject<HTMLFormElement | null>; quote: Quote }

const loadQuoteLink = () => import('../quote/quote-link.tsx')

export function EstimateResult(props: Props) {
  const { estimate, rows } = props.quote
  const [link, setLink] = useState<Awaited<ReturnType<typeof loadQuoteLink>> | null>(null)
  return (
    <div className="estimate">
      <p className="total">
        <span>お見積もり額（月額・税抜）</span>
        <strong>{formatYen(estimate.total)}</strong>
      </p>
      <EstimateLines estimate={estimate} />
      <details>
        <summary>行ごとの料金の理由</summary>
        <LongList
          className="reasons"
          aria-label="行ごとの料金の理由"
          rows={estimate.rows.map((charge, index) => ({
            key: charge.no,
            content: (
              <Unbroken>
                {`${charge.no}行目 ${serviceName(rows[index]?.serviceKey ?? '')}：${reasonOf(charge, estimate, rows[index])}`}
              </Unbroken>
            ),
          }))}
        />
      </details>
      <p className="actions">
        <button type="button" className="secondary" onClick={() => print()}>
          見積書を印刷する
        </button>
        <button
          type="button"
          className="secondary"
          onClick={async () => setLink(await loadLate(loadQuoteLink))}
        >
          決裁用リンクを作る
        </button>
      </p>
      {link && <link.QuoteLink quote={props.quote} />}
      <EstimateSheet {...props} />
    </div>
  )
}

/** Rows that fit on the first page. */
const ROWS_ON_FIRST_PAGE = 15

type SheetProps = { flow: FlowWithRows; form: RefObject<HTMLFormElement | null>; quote: Quote }

function EstimateSheet(props: SheetProps) {
  const [madeAt] = useState(() => Date.now())
  return <PrintedSheet>{() => <Sheet {...props} madeAt={madeAt} />}</PrintedSheet>
}

function Sheet({ flow, form, quote, madeAt }: SheetProps & { madeAt: number }) {
  const typed = form.current ? valuesOf(form.current) : {}
  const { estimate, rows } = quote
  const isLong = rows.length > ROWS_ON_FIRST_PAGE
  const until = validUntil(FLOWS[flow].catalogue, madeAt)
  return (
    <article className="sheet" lang="ja">
      <p className="sheet-date">
        見積番号：{estimateNumber(madeAt, JSON.stringify([typed, quote]))}
        <br />
        発行日：{dayInWords(madeAt)}
        <br />
        有効期限：{dayInWords(until)}
      </p>
      <h2>お見積書</h2>
      <div className="sheet-parties">
        <Addressee flow={flow} typed={typed} />
        <Sender />
      </div>
      <p>「{site.productName}」のご利用料金を、次のとおりお見積もりいたします。</p>
      <p className="total">
        <span>お見積もり額（月額・税抜）</span>
        <strong>{formatYen(estimate.total)}</strong>
      </p>
      <EstimateLines estimate={estimate} />
      <TaxLines total={estimate.total} />
      {isLong && <p>対象の事業所（{rows.length}件）は、別紙の一覧のとおりです。</p>}
      <section>
        <h3>お見積もりの条件</h3>
        <ul>
          <li>
            金額は月額です。消費税は、{TAX_PERCENT}％の税率で計算し、1円未満を切り捨てています。
          </li>
          {termSentences(flow, site.words).map(([label, text]) => (
            <li key={label}>
              {label}：{text}
            </li>
          ))}
          <li>
            発行日の料金表と、この見積書に記載した事業所の内容で計算しています。内容が変わったとき、または有効期限を過ぎたときは、金額が変わることがあります。
          </li>
          <li>
            この見積書は、お申し込みの完了を示すものではありません。お申し込みには利用規約への同意が必要です。
          </li>
        </ul>
      </section>
      <EstimateRows quote={quote} isAnnex={isLong} />
    </article>
  )
}

function Addressee({ flow, typed }: { flow: FlowWithRows; typed: Values }) {
  const number = useCustomerNumber()
  if (!hasApplicant(flow))
    return (
      <div>
        <p className="sheet-name">お客様番号 {number} 様</p>
      </div>
    )
  return (
    <div>
      <p className="sheet-name">{typed.companyName} 御中</p>
      <p>{typed.address}</p>
      {typed.person && <p>ご担当：{typed.person} 様</p>}
    </div>
  )
}

function Sender() {
  return (
    <div className="sheet-sender">
      <p>{site.operator}</p>
      <p>電話 {site.phone}</p>
      <p>メール {site.supportMail}</p>
    </div>
  )
}

/** Days for which an estimate is good, the day it was made not counted. */
export const ESTIMATE_VALID_DAYS = 30

/** An instant of the last day on which the estimate holds: no later than the eve of the next price list. */
export function validUntil(catalogue: Catalogue, madeAt: number): number {
  const last = madeAt + ESTIMATE_VALID_DAYS * DAY_MS
  const turns = priceListsOf(catalogue).map(({ from }) => startOfDayInTokyo(from))
  const next = turns.find((turn) => turn > madeAt)
  return next === undefined ? last : Math.min(last, next - 1)
}

/** Digits and letters that are read aloud without a mistake. */
const SPOKEN = '23456789BCDFGHJKMNPQRTVWXY'
const SIGNS = 6

/** e.g. 20261122-K7Q3FM. The same content on the same day has the same number, so that two prints of it are one estimate. */
export function estimateNumber(madeAt: number, content: string): string {
  // FNV-1a: nothing is proved by it.
  let hash = 0x811c9dc5
  for (let index = 0; index < content.length; index += 1)
    hash = Math.imul(hash ^ content.charCodeAt(index), 0x01000193) >>> 0
  let rest = hash
  const signs = Array.from({ length: SIGNS }, () => {
    const sign = SPOKEN[rest % SPOKEN.length]
    rest = Math.floor(rest / SPOKEN.length)
    return sign
  })
  return `${tokyoDay(madeAt).replaceAll('-', '')}-${signs.join('')}`
}
