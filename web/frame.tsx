/** The page layout: header, notice, main, footer. Static HTML, rendered at build time and never hydrated. */
import type { ReactNode } from 'react'
import { recoveries } from '#domain/messages.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { CALL_ID, FAULT_ID, SENDING_ID, WAITING_ID } from './frame-places.ts'
import * as site from './site.ts'

type FrameProps = {
  /** As in the page's row of routes.tsx. */
  isPrivate?: true | undefined
  title: string
  /** Shown below the h1; null where the page component renders its own h1. */
  intro: ReactNode
  children: ReactNode
}

export function Frame({ isPrivate, title, intro, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        本文へ進む
      </a>
      <header className="masthead">
        <div className="inner">
          <img {...site.logo} alt={site.productName} />
          <p className="kind">{site.productKind}</p>
          <p className="phone">
            <a href={site.phoneHref}>{site.phone}</a>（<Unbroken>{site.supportHours}</Unbroken>）
          </p>
        </div>
      </header>
      <aside className="notice" aria-label="お知らせ">
        <p className="inner">
          <a href={site.termsHref} target="_blank" rel="noopener">
            <Unbroken>{`${site.termsChangeOn} 利用規約の改定（PDF）`}</Unbroken>
          </a>
        </p>
      </aside>
      <main id="main" tabIndex={-1}>
        {intro && (
          <div id="intro">
            <h1 tabIndex={-1}>{title}</h1>
            {intro}
          </div>
        )}
        <noscript>
          <p className="callout">
            この画面のお手続きにはJavaScriptが必要です。ブラウザーの設定でJavaScriptを有効にして、ページを再読み込みしてください。有効にできない場合は、お電話（
            {site.phone}）またはメール（{site.supportMail}）で承ります。
          </p>
        </noscript>
        {children}
        <div id={FAULT_ID} className="banner fault" role="alert" hidden />
        <div id={WAITING_ID} className="banner waiting" role="alert">
          <p>画面の準備が完了していません。回線をご確認のうえ、ページを再読み込みしてください。</p>
          {/* biome-ignore lint/a11y/useValidAnchor: the same page with its query, which is not known here. */}
          <a href="">再読み込みする</a>
          {isPrivate && (
            <p>表示されないときは、メールや控えにあるリンクをもう一度開いてください。</p>
          )}
          {/* Shown instead by the client where scripts came and failed. */}
          <p hidden>{recoveries.cannotRun(site.phone)}</p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend. */}
        <div id={SENDING_ID} role="group" className="unseen" tabIndex={-1} />
      </main>
      <Footer />
    </>
  )
}

/** What is sent beside the application: on every page from the start, where nothing that is filled in moves for it (reading 47). */
function Reporting() {
  return (
    <details>
      <summary>利用状況の送信について</summary>
      <p>
        画面を改善するため、手続きの進み具合、表の入れ方、画面の幅、最初のエラーの項目、表示の速さを、ページを離れるときに、この窓口のサーバーだけに送信します。入力した内容や、個人や端末を見分ける値は送信しません。ブラウザーのGlobal
        Privacy Controlを有効にすると、送信しません。
      </p>
    </details>
  )
}

function Footer() {
  return (
    <footer className="footer">
      <div className="inner">
        <div>
          <p>
            お困りのときは、サポートへ<span className="unbroken">お問い合わせください。</span>
          </p>
          <p>
            電話 <a href={site.phoneHref}>{site.phone}</a>（<Unbroken>{site.supportHours}</Unbroken>
            ）
          </p>
          <p>
            メール <a href={`mailto:${site.supportMail}`}>{site.supportMail}</a>
          </p>
          <button type="button" id={CALL_ID} className="secondary" aria-pressed={false} disabled>
            電話で相談中
          </button>
          <div aria-live="polite" />
        </div>
        <ul className="footer-links">
          <li>
            <a href="/">お手続きの一覧</a>
          </li>
          <li>
            <a href={site.termsHref}>利用規約（PDF）</a>
          </li>
          <li>
            <a href={site.privacyHref}>プライバシーポリシー（PDF）</a>
          </li>
        </ul>
        <div className="operator">
          <p>
            {site.productKind}
            <span className="unbroken">「{site.productName}」</span>
          </p>
          <p>{site.operator}</p>
        </div>
        <Reporting />
      </div>
    </footer>
  )
}
