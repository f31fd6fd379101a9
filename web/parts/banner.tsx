/** A call failed and can be made again: says why, takes focus, and goes on where it stopped. */
import { useEffect, useRef } from 'react'

type Props = { message: string; onResume: () => void }

export function FailureBanner({ message, onResume }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section className="banner" ref={box} tabIndex={-1} aria-labelledby="banner-title">
      <h3 id="banner-title">送信が完了しませんでした</h3>
      <p>{message}</p>
      <p>入力内容は残っています。続きから送信しますので、二重に登録されることはありません。</p>
      <button type="button" onClick={onResume}>
        もう一度送信する
      </button>
    </section>
  )
}
