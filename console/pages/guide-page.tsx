/** /guide: a short guide for staff, with pictures of invented applications. */
import { GUIDE_PICTURES } from '#contract/console.ts'
import { FLAGS, STAFF_STATUSES } from '#domain/staff.ts'
import { Heading } from '../parts/basics.tsx'

const { received, in_progress, done, rejected } = STAFF_STATUSES

export function GuidePage() {
  return (
    <>
      <Heading title="担当者の手引き" />
      <section className="guide-part" aria-labelledby="guide-find">
        <h2 id="guide-find">届いたお申し込みを見つける</h2>
        <p>
          一覧には、届いた順にお申し込みが並びます。新しいものが届くと、上に件数が出ます。押すまで、いま見ている一覧は動きません。
        </p>
        <p>
          電話で受付番号を聞いたときは、検索欄に入れてください。法人名の一部、メールアドレス、電話番号、お客様番号でも見つかります。
        </p>
        <Picture {...GUIDE_PICTURES.list} />
      </section>
      <section className="guide-part" aria-labelledby="guide-check">
        <h2 id="guide-check">内容を確かめる</h2>
        <p>
          受付番号を押すと、お申し込みの内容、同意の記録、料金の内訳、送ったメールが1つの画面で見られます。入力途中のお申し込みには、まだ対応しないでください。
        </p>
        <p>
          「確認事項」が付いていても、受け付けは止まっていません。たとえば「
          {FLAGS.possible_duplicate.label}
          」とあれば、前のお申し込みと見比べてから進めてください。お客様番号は誰でも入力できるため、移行と利用停止では、登録されている連絡先へ必ず確認してください。
        </p>
        <p>
          一覧とお申し込みの画面は、ブラウザーの印刷で紙に残せます。検索欄、ボタン、入力欄は印刷されません。
        </p>
        <Picture {...GUIDE_PICTURES.application} />
      </section>
      <section className="guide-part" aria-labelledby="guide-work">
        <h2 id="guide-work">対応して、記録する</h2>
        <ol>
          <li>
            手を付けるときに「{in_progress.label}」にします。ほかの担当者にも、すぐに伝わります。
          </li>
          <li>
            済んだら「{done.label}」、受けられないときは「{rejected.label}
            」にして、理由をメモに残します。間違えたときは「{in_progress.label}」に戻せます。
          </li>
          <li>
            ほかの担当者が先に変えていると、だれがいつ変えたかを表示し、記録はしません。選択とメモは残ります。そのままでよければ、もう一度「記録する」を押してください。
          </li>
        </ol>
        <p>「{received.label}」のままのものが、まだ誰も手を付けていないお申し込みです。</p>
        <Picture {...GUIDE_PICTURES.work} />
      </section>
      <section className="guide-part" aria-labelledby="guide-data">
        <h2 id="guide-data">個人情報を扱う</h2>
        <ul>
          <li>
            ダウンロードしたファイルには個人情報が入ります。置き場所を決め、使い終わったら削除してください。誰がいつダウンロードしたかは記録されます。
          </li>
          <li>Excelで開くときは、Excelブックを選んでください。番号の先頭の0が残ります。</li>
          <li>個人情報の消去は元に戻せません。同意の記録と料金は、証拠として残ります。</li>
        </ul>
      </section>
    </>
  )
}

type PictureProps = { file: string; alt: string; height: number }

/** As wide as the pictures are made (harness/e2e/document-pictures.ts). */
const WIDTH = 1024

function Picture({ file, alt, height }: PictureProps) {
  return (
    <img
      className="guide-picture"
      src={`/guide/${file}`}
      alt={alt}
      width={WIDTH}
      height={height}
      loading="lazy"
    />
  )
}
