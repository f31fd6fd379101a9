/** Page for unknown addresses (404). */
import { Link } from 'wouter'
import { Heading } from '../parts/heading.tsx'

export function NotFoundPage() {
  return (
    <>
      <Heading title="ページが見つかりません" />
      <p>
        アドレスをご確認ください。<Link href="/">お申し込み一覧</Link>から探すこともできます。
      </p>
    </>
  )
}
