/** Says that an application was already sent from this page, and under which number. */

export function Received({ number }: { number: string }) {
  return (
    <div className="callout">
      <p>
        <strong>この画面からのお申し込みは、受け付け済みです。</strong>
        {number !== '' && `受付番号は${number}です。`}
      </p>
      <p>
        ブラウザーの「進む」で、受付内容の控えに戻れます。別のお申し込みをするときは、このまま入力してください。
      </p>
    </div>
  )
}
