/** The page layout: header, notice, main, footer. Static HTML, rendered at build time and never hydrated. */
import type { ReactNode } from 'react'
import { FAULT_ID, SENDING_ID, WAITING_ID } from './frame-places.ts'
import { Unbroken } from './pages/layout.tsx'
import * as site from './site.ts'

type FrameProps = {
  hasLogo: boolean
  /** As in the page's row of routes.tsx. */
  isPrivate?: true | undefined
  title: string
  /** Shown below the h1; null where the page component renders its own h1. */
  intro: ReactNode
  children: ReactNode
}

export function Frame({ hasLogo, isPrivate, title, intro, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        本文へ進む
      </a>
      <header className="masthead">
        <div className="inner">
          {hasLogo ? (
            <img {...site.logo} alt={site.productName} />
          ) : (
            <p className="name">{site.productName}</p>
          )}
          <p className="kind">{site.productKind}</p>
        </div>
      </header>
      <aside className="notice" aria-label="お知らせ">
        <p className="inner">
          利用規約の改定（<Unbroken>{site.termsChangeOn}</Unbroken>）：
          <a href={site.termsHref} target="_blank" rel="noopener">
            変更後の利用規約（PDF）
          </a>
          をご確認ください。
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
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend. */}
        <div id={SENDING_ID} role="group" className="unseen" tabIndex={-1} />
      </main>
      <Footer />
    </>
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
        <p className="operator">{site.operator}</p>
      </div>
    </footer>
  )
}
