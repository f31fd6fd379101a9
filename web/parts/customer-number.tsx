/** The number that a migration or suspension is for, shown to be checked; or that there is none to work with. */
import type { ReactNode } from 'react'
import * as site from '../site.ts'

type Props = {
  /** undefined until the page has come to life. */
  number: string | null | undefined
  /** Stands under the number. */
  children: ReactNode
}

export function CustomerNumber({ number, children }: Props) {
  if (number === null)
    return (
      // Keys: what takes another's place is new; the same element elsewhere would be a shift.
      <div key="none" className="callout customer no-number">
        <p>
          <strong>お客様番号を確認できないため、このお手続きは行えません。</strong>
        </p>
        <p>
          ご案内のメールにあるリンクから、もう一度開いてください。リンクが見つからないときは、サポート（
          <a href={site.phoneHref}>{site.phone}</a>）へお問い合わせください。
        </p>
      </div>
    )
  return (
    <div key="number" className="callout customer">
      <p>お客様番号</p>
      <p className="number" translate="no">
        {number ?? '確認しています'}
      </p>
      {children}
    </div>
  )
}
