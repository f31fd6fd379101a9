/** 決裁用リンク: offers a link under which somebody else sees the estimate. Loaded at the press. */
import { useMemo, useState } from 'react'
import { QUOTE_PATH } from '#domain/flows.ts'
import { quoteText } from '#domain/quote-link.ts'
import { Status } from '#ui/status.tsx'
import type { Quote } from '../sending/application-state.ts'
import { LINK_LENGTH, packed } from './packing.ts'

export function QuoteLink({ quote }: { quote: Quote }) {
  const { link, obstacle } = useMemo(() => linkOf(quote), [quote])
  const [copied, setCopied] = useState('')
  if (link === undefined)
    return (
      <Status>
        {OBSTACLES[obstacle]}
        、リンクを作れません。見積書を印刷するか、入力内容をファイルに保存してお渡しください。
      </Status>
    )
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(link),
      () => {},
    )
  return (
    <div className="callout">
      <Status>決裁用リンクを作りました。</Status>
      <p>
        決裁をする方がこのリンクを開くと、料金の試算が表示されます。リンクには、事業所名、事業所番号、サービス種類が含まれます。法人名やご担当者の情報は含まれません。
      </p>
      <p className="actions">
        {/* A page that did not come over TLS may not write to the clipboard. */}
        {navigator.clipboard && (
          <button type="button" onClick={copy}>
            リンクをコピーする
          </button>
        )}
        <a className="button secondary" href={link} target="_blank" rel="noopener noreferrer">
          リンクを開く
        </a>
      </p>
      <Status>{copied === link && 'コピーしました。'}</Status>
    </div>
  )
}

/** Why there is none. */
const OBSTACLES = {
  number: '事業所番号に記号があるか、番号が長すぎるため',
  many: '事業所が多いため',
  other: 'この内容では',
} as const

type Made = { link: string; obstacle?: never } | { link?: never; obstacle: keyof typeof OBSTACLES }

function linkOf({ rows, estimate: { priceList } }: Quote): Made {
  const now = Date.now()
  const text = quoteText(rows, priceList, now)
  if (text === null) {
    const withoutNumbers = rows.map((row) => ({ ...row, facilityNumber: '' }))
    return { obstacle: quoteText(withoutNumbers, priceList, now) === null ? 'other' : 'number' }
  }
  const code = packed(text)
  const link = `${location.origin}${QUOTE_PATH}#${code}`
  return code && link.length <= LINK_LENGTH ? { link } : { obstacle: 'many' }
}
