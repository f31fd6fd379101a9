/** Whose facilities a preview shows, where they are published, and what is not among them. */
import { DIRECTORY_SOURCE, formatPeriod, type PublishedFacilities } from '#domain/directory.ts'
import { Unbroken } from '../parts/unbroken.tsx'

export function PublishedSource({ published }: { published: PublishedFacilities }) {
  const { corporation, facilities, period } = published
  return (
    <>
      <p>
        <strong>{corporation.name}</strong>　{corporation.address}
      </p>
      <p>
        出典：{DIRECTORY_SOURCE}（<Unbroken>{formatPeriod(period)}</Unbroken>
        ）。公表されているのは{facilities.length}
        件です。これより新しい事業所と、移動支援や<span className="unbroken">日中一時支援</span>
        などの市町村の事業は含まれていません。取り込んだあと、表に直接入力してください。
      </p>
    </>
  )
}
