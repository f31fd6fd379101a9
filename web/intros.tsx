/** The static introduction above each page's hydrated part. Never hydrated, so it costs no script. */
import type { ReactNode } from 'react'
import { FLOW_NAMES, FLOWS, type Flow, TRIAL_DAYS } from '#domain/flows.ts'
import { priceListsOf } from '#domain/pricing.ts'
import { PriceNotes } from './parts/price-notes.tsx'
import * as site from './site.ts'

/** What follows the heading of a flow's form page; a flow without one does not compile. */
const FORM_INTROS: Record<Flow, ReactNode> = {
  entry: (
    <>
      <Lead>「{site.productName}」を新しくご契約になる法人の方の、お申し込み画面です。</Lead>
      <BeforeStart
        needed="法人の所在地と連絡先、各事業所の事業所番号（10桁）がわかるもの"
        time="約5分（事業所が10件ほどの場合）"
        after="登録が完了すると、アカウント発行のご案内をメールでお送りします。"
      />
      <Guide />
    </>
  ),
  migration: (
    <>
      <Lead>ご契約中のお客様が、新しいシステムへ契約を移すお手続きです。</Lead>
      <BeforeStart
        needed="お客様番号と、各事業所の事業所番号（10桁）がわかるもの"
        time="約3分（事業所が10件ほどの場合）"
        after="担当者が内容を確認し、アカウント発行のご案内をメールでお送りします。"
      />
      <Guide />
    </>
  ),
  suspension: <Lead>ご契約中のお客様番号について、ソフトの利用を停止するお手続きです。</Lead>,
  trial: (
    <>
      <Lead>
        「{site.productName}」のすべての機能を、{TRIAL_DAYS}日間無料でお試しいただけます。
      </Lead>
      <BeforeStart
        needed="法人の所在地と連絡先、各事業所の事業所番号（10桁）がわかるもの"
        time="約1分"
        after="数日以内に、マニュアルとお客様番号をお送りします。"
      />
      <ul className="promises">
        <li>無料体験が終わっても、自動で有料の契約に切り替わることはありません。</li>
        <li>無料体験のお申し込みで、料金が請求されることはありません。</li>
        <li>
          ご不明な点は、お電話（<a href={site.phoneHref}>{site.phone}</a>、{site.supportHours}
          ）でお気軽にお尋ねください。
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
      アドレスが変わったか、入力が間違っている可能性があります。お手続きは、次の一覧からお選びください。
    </Lead>
  ),
  ...Object.fromEntries(FLOW_NAMES.map((flow) => [FLOWS[flow].inputPath, FORM_INTROS[flow]])),
}

function Lead({ children }: { children: ReactNode }) {
  return <p className="lead">{children}</p>
}

type BeforeStartProps = { needed: string; time: string; after: string }

function BeforeStart({ needed, time, after }: BeforeStartProps) {
  return (
    <dl className="before">
      <div>
        <dt>ご用意いただくもの</dt>
        <dd>{needed}</dd>
      </div>
      <div>
        <dt>所要時間</dt>
        <dd>{time}</dd>
      </div>
      <div>
        <dt>お手続きのあと</dt>
        <dd>{after}</dd>
      </div>
      <div>
        <dt>途中で離れるとき</dt>
        <dd>
          入力した内容は、このタブを閉じるまで残ります。ページを読み込み直しても、続きから入力できます。
        </dd>
      </div>
    </dl>
  )
}

function Guide() {
  return (
    <div className="guide">
      <Prices />
      <InputCautions />
    </div>
  )
}

/** Every price list of the contract with its first day: static HTML cannot know today's date. */
function Prices() {
  const lists = priceListsOf('contract')
  return (
    <section className="prices" aria-labelledby="prices-title">
      <h2 id="prices-title">料金</h2>
      {lists.map((list) => (
        <PriceNotes
          key={list.version}
          list={list}
          caption={`月額（税抜）${lists.length > 1 ? `、${list.from}から` : ''}`}
        />
      ))}
    </section>
  )
}

function InputCautions() {
  return (
    <section className="cautions" aria-labelledby="cautions-title">
      <h2 id="cautions-title">事業所を入力するときのご注意</h2>
      <ul>
        <li>
          事業所名に<strong>半角カナ</strong>は使えません。入力された場合は、全角カナに変換します。
        </li>
        <li>
          事業所番号に<strong>全角英数字</strong>は使えません。入力された場合は、半角に変換します。
        </li>
        <li>
          <strong>地域生活支援事業</strong>
          で事業所番号がない場合は、番号の入力は不要です。そのほかの事業で番号が空欄の行は、まとめて1件分の料金になります。
        </li>
        <li>
          <strong>地域生活支援事業</strong>を新しくご利用になるお客様は、お申し込みの前にサポート（
          <a href={site.phoneHref}>{site.phone}</a>）へご確認ください。
        </li>
        <li>
          同じ事業所番号の行は、まとめて1件分の料金です。サービスの区分が異なるときは、下の行の区分で計算します。
        </li>
      </ul>
    </section>
  )
}
