/** Banner of a failed attempt: says why, takes focus, and retries from the call that failed. */
import { useEffect, useRef } from 'react'
import { SupportPhone } from './support-phone.tsx'

type Props = {
  /** Left out where the attempt ended on the result page, which has said it. */
  message?: string | undefined
  onResume: () => void
}

export function FailureBanner({ message, onResume }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className="banner" ref={box} tabIndex={-1} aria-labelledby="banner-title">
      <h3 id="banner-title">送信が完了しませんでした</h3>
      <p>{message ?? '前回の送信は完了していません。'}</p>
      <p>入力内容は残っています。続きから送信しますので、二重に登録されることはありません。</p>
      <button type="button" onClick={onResume}>
        もう一度送信する
      </button>
      <p>
        繰り返しても送信できないときは、サポート（
        <SupportPhone />
        ）へご連絡ください。
      </p>
    </section>
  )
}
