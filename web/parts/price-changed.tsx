/** The price has changed since the button was shown: nothing was sent, another press consents to the new one (reading 29). */
import { useEffect, useRef } from 'react'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { formatYen } from '#domain/price-lists.ts'
import type { Quote } from '../sending/application-state.ts'

type Props = { flow: FlowWithRows; quote: Quote; label: string }

export function PriceChanged({ flow, quote, label }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const what = FLOWS[flow].isFree ? 'ご契約になった場合の料金の目安' : '新しいお見積もり額'
  return (
    <section className="banner" ref={box} tabIndex={-1} aria-labelledby="price-changed-title">
      <h3 id="price-changed-title">料金が変わりました</h3>
      <p>
        {what}は、月額{formatYen(quote.estimate.total)}（税抜）です。まだ送信していません。
      </p>
      <p>内容をご確認のうえ、もう一度「{label}」を押してください。</p>
    </section>
  )
}
