/** /guide: a short guide for staff, with pictures of invented applications. */
import { Children, type ReactNode } from 'react'
import { GUIDE_PICTURES, MOST_FOUND, MOST_IN_BULK, SESSION_HOURS } from '#contract/console.ts'
import { ROLES } from '#domain/roles.ts'
import {
  FLAGS,
  STAFF_STATUS_NAMES,
  STAFF_STATUSES,
  type StaffStatus,
  WAITING,
} from '#domain/staff.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { waitingLabel } from '../list-words.ts'
import { Heading } from '../parts/basics.tsx'
import { ShortcutTable } from '../parts/shortcut-help.tsx'
import { WARNING_SECONDS } from '../session-time.ts'

const { received, in_progress, done, rejected, withdrawn } = STAFF_STATUSES

const MEANINGS: Record<StaffStatus, string> = {
  received: 'まだ誰も手を付けていません。',
  in_progress: '担当者が手を付けています。',
  done: 'お申し込みのお手続きが済みました。',
  rejected: 'お申し込みを受けられませんでした。',
  withdrawn: '申込者が取り下げました。',
}

const TOLD = STAFF_STATUS_NAMES.filter((status) => STAFF_STATUSES[status].isTold)
  .map((status) => `「${STAFF_STATUSES[status].label}」`)
  .join('か')

export function GuidePage() {
  return (
    <>
      <Heading title="担当者の手引き" />
      <section className="guide-part" aria-labelledby="guide-find">
        <h2 id="guide-find">届いたお申し込みを見つける</h2>
        <Paragraph>
          一覧には、対応が終わっていないお申し込みが古い順に並び、終わったものがそのあとに新しい順に続きます。「新しい順に並べる」を押すと、すべてが新しい順になります。受付から何日たったかを行に表示し、2営業日目からは太字にします（土日、祝日と休業日は数えません）。新しいものが届くと「
          {waitingLabel(3, null)}
          」というボタンが出ます。押すまで、いま見ている行は動きません。ほかの担当者が変えて条件に合わなくなった行も、その場に残り、「条件外」と付きます。
        </Paragraph>
        <Paragraph>
          電話で聞いたことは、何でも検索欄に入れてください。受付番号、お客様番号、事業所番号、法人名、事業所名、担当者名、電話番号、メールアドレス、郵便番号、住所、メモの一部で、すべての状況から探します。全角と半角、大文字と小文字、ハイフンの有無、字体（髙と高、𠮷と吉など）、「様」や「さん」の有無は問いません。件数は一覧の上に出ます。何も見つからないときは、1文字違いのお申し込みを表示します。
          {MOST_FOUND.toLocaleString()}
          件を超えるときと、探すのに時間がかかるときは、新しいものから表示します。受付日で絞り込むと、それより前のものも探せます。検索した言葉は、アドレスにも保存した条件にも残りません。
        </Paragraph>
        <Paragraph>
          絞り込んだ条件は、名前を付けて保存できます。見えるのは自分だけです。「自分の」を押すと、自分が担当のものだけになります。件数は、対応が終わっていないものです。お申し込みから一覧に戻ると、絞り込みも場所も元のままです。
        </Paragraph>
        <Picture {...GUIDE_PICTURES.list} />
      </section>
      <section className="guide-part" aria-labelledby="guide-check">
        <h2 id="guide-check">内容を確かめる</h2>
        <Paragraph>
          受付番号を押すと、お申し込みの内容、同意の記録、料金の内訳、送ったメールが1つの画面で見られます。入力途中のお申し込みには、まだ対応しないでください。
        </Paragraph>
        <Paragraph>
          「確認事項」が付いていても、受け付けは止まっていません。たとえば「
          {FLAGS.possible_duplicate.label}
          」とあれば、その受付番号のお申し込みと見比べてから進めてください。お客様番号は誰でも入力できるため、移行と利用停止では、登録されている連絡先へ必ず確認してください。「
          {FLAGS.from_trial.label}
          」の受付番号は、そのもとになったかもしれない体験です。法人名と、メールアドレスまたは電話番号が同じことだけを見ており、確かめたものではありません。
        </Paragraph>
        <Paragraph>
          一覧とお申し込みの画面は、ブラウザーの印刷で紙に残せます。検索欄、ボタン、入力欄は印刷されません。
        </Paragraph>
        <Picture {...GUIDE_PICTURES.application} />
      </section>
      <section className="guide-part" aria-labelledby="guide-work">
        <h2 id="guide-work">対応して、記録する</h2>
        <Paragraph>対応状況には、次のものがあります。</Paragraph>
        <ul>
          {STAFF_STATUS_NAMES.map((status) => (
            <Item key={status}>
              「{STAFF_STATUSES[status].label}」：{MEANINGS[status]}
            </Item>
          ))}
        </ul>
        <ol>
          <Item>
            手を付けるときに「{in_progress.label}
            」にします。誰も担当していなければ、同時に自分の担当になります。「自分の担当にする」を押すと、ほかの人の担当でも自分に移ります。ほかの担当者に任せるときは、「ほかの担当者」に名前を入力して「引き継ぐ」を押します。引き継がれた人は、「自分の」の件数でわかります。ほかの人や担当なしのものは、「絞り込みの条件」の「担当」で選べます。
          </Item>
          <Item>
            済んだら「{done.label}」、受けられないときは「{rejected.label}
            」、電話などで取り下げの申し出があったときは「{withdrawn.label}
            」にして、理由をメモに残します。間違えたときは「{in_progress.label}
            」に戻せます。「記録して次へ」を押すと、一覧の次のお申し込みに進みます。
          </Item>
          <Item>
            {TOLD}
            にするときに「申込者にメールで知らせる」にチェックを入れると、状況が変わったことと、状況を確認するページのリンクをメールで送ります。入力された内容はメールに入りません。メールアドレスのないお手続きでは選べません。
          </Item>
          <Item>
            移行と利用停止を「{done.label}
            」にするときは、登録されている連絡先に電話し、「確認した方」にお名前を入力します。
          </Item>
          <Item>
            ほかの担当者が先に変えていると、誰がいつ変えたかを表示し、記録はしません。選択とメモは残ります。そのままでよければ、もう一度「記録する」を押してください。
          </Item>
          <Item>
            何件かをまとめて変えるときは、一覧で行を選びます。Shiftキーを押しながら選ぶと、間の行もすべて選びます。一度に
            {MOST_IN_BULK}
            件までで、変える前に1度だけ確認します。メールは送りません。ほかの担当者が先に変えていたものは変更せず、理由といっしょに表示します。移行と利用停止を「
            {done.label}
            」にするときは、「確認した方」を1件ずつ入力します。
          </Item>
        </ol>
        <Picture {...GUIDE_PICTURES.work} />
      </section>
      <section className="guide-part" aria-labelledby="guide-said">
        <h2 id="guide-said">申込者からの連絡に対応する</h2>
        <Paragraph>
          申込者は、状況のページで番号を確認したあと、メッセージを書いたり、質問に回答したり、取り下げたりできます。新規お申し込みと無料体験では、内容の訂正も申し出られます。対応を待っているものは、一覧の「
          {WAITING.message.tab}」と「{WAITING.correction.tab}」と「{WAITING.withdrawal.tab}
          」にまとめてあり、件数と、いちばん長く待っている時間が出ます。担当者にはメールでも知らせます。申込者の回答を待っているものは「回答待ち」、決められた時間（土曜・日曜・祝日は数えません）を過ぎても対応していないものは「期限超過」にあります。
        </Paragraph>
        <ol>
          <Item>
            お申し込みを開いている間に、申込者やほかの担当者が何かをすると、受付番号の下に時刻と内容が1行で出ます。「表示」を押すまで、画面はそのままです。まだ見ていない内容があるときに押したボタンは、何も変えずに、そのことを表示します。
          </Item>
          <Item>
            「{WAITING.correction.label}
            」には、変わる項目と事業所が、変更前と変更後を並べて出ます。料金が変わるときは、申込者が新しい料金に同意しています。よければ「訂正を反映する」を押します。押すまでは、元の内容のままです。
          </Item>
          <Item>
            受けられないときは、「反映しない理由」を入力して「訂正を反映しない」を押します。理由は、申込者の状況のページに表示されます。どちらも、申込者にメールで知らせます。
          </Item>
          <Item>
            メールアドレスか電話番号の訂正を反映すると、申込者のリンクは新しくなり、前のリンクは使えなくなります。メールアドレスのときは、前のアドレスと新しいアドレスの両方に知らせます。
          </Item>
          <Item>
            申し出が残っている間は、「{done.label}」や「{rejected.label}
            」にできません。先に反映するか断るかを決めます。反映せずに終えるときは、「届いている訂正の申し出は反映せずに終了する」を選んでから記録します。申込者が新しい訂正を申し出たときは、何も反映せずにそのことを表示します。前の訂正のために入力した理由は、「表示」を押したあとも読めますが、新しい訂正には使われません。
          </Item>
          <Item>
            「{received.label}」のうちは、申込者が自分で取り下げられ、すぐに「{withdrawn.label}
            」になります。そのあとは申し出になり、「申し出のとおり取り下げる」か「断る」を押します。断るときの理由は、申込者に表示されます。申し出が残っている間は、「
            {done.label}」や「{rejected.label}」にできません。
          </Item>
          <Item>
            メッセージは、対応したら「確認済みにする」を押します。確認していないメッセージがあるままお申し込みを終えるときは、「確認していないメッセージがあるまま終了する」を選んでから記録します。書かれた内容は申込者の入力したものです。リンクや依頼をうのみにせず、登録されている連絡先で確かめてください。
          </Item>
          <Item>
            回答がまだない質問があるまま「{done.label}」や「{rejected.label}
            」にするときは、「申込者への質問の回答を待たずに終了する」を選んでから記録します。聞きたいことは「申込者に書く」に入力するか、「用意した文から選ぶ」で選びます。「回答を求める」のチェックを外すと、お知らせだけになります。メールでは連絡があることだけを知らせ、内容は状況のページに出ます。移行と利用停止には連絡先がないため、登録されている連絡先へ電話してください。
          </Item>
          <Item>
            「申込者のページの確認が止まっています」と出たら、番号の確認に続けて失敗しています。ご本人に状況を聞き、いまのリンクを無効にして、新しいリンクをお渡しください。
          </Item>
        </ol>
      </section>
      <section className="guide-part" aria-labelledby="guide-mail">
        <h2 id="guide-mail">メールが届かないと言われたら</h2>
        <Paragraph>
          お申し込みの「通知」に、送ったかどうかと、送れない理由、次に試す時刻が出ます。届いていないものは「未達」にまとめてあります。自動では送り直さないものには、「もう一度送る」というボタンがあります。
        </Paragraph>
      </section>
      <section className="guide-part" aria-labelledby="guide-link">
        <h2 id="guide-link">リンクが見つからない、開けないと言われたら</h2>
        <Paragraph>
          申込者は、受付メールや完了画面にあるリンクから、お申し込みの状況を確認できます。入力した内容は、お申し込みのときの電話番号（移行と利用停止ではお客様番号）を入力すると表示されます。確認した日時は「履歴」に残ります。
        </Paragraph>
        <Paragraph>
          お申し込みの画面の「申込者のリンクを送り直す」を押すと、登録されているメールアドレスへリンクを送ります。届かなかったものを除いて、1件につき1日に3回までです。移行と利用停止にはメールアドレスがないため、「印刷用のリンクを表示する」で印刷し、登録されている連絡先へお渡しください。どちらも、いまのリンクはそのまま使えます。ほかの方に知られたときや、番号の確認に続けて失敗して止まったときは、「いまのリンクを無効にする」を押すと、すぐに使えなくなり、新しいリンクが表示されます。
        </Paragraph>
      </section>
      <section className="guide-part" aria-labelledby="guide-session">
        <h2 id="guide-session">ログインの期限</h2>
        <Paragraph>
          何も押さないと{SESSION_HOURS.idle}時間で、ログインからは{SESSION_HOURS.most}
          時間でログアウトします。{WARNING_SECONDS / 60}分前に「続ける」というボタンが出ます。
          {SESSION_HOURS.most}
          時間を超えては続けられません。期限が切れたら「新しいタブでログイン」を押してください。元のタブは、入力した内容のまま続きに戻ります。
        </Paragraph>
        <Paragraph>
          まだ記録していない選択とメモ、まだ送信していない申込者への文と理由は、記録または送信するまで、そのタブに残ります。ログアウトするか、同じブラウザーでほかの人がログインすると消えます。そのあいだ、お申し込み一覧には「入力途中」と表示されます。タブを閉じると、入力した内容は消えます。申し出をほかの担当者が先に処理したときは、次に開いたとき、その理由は残っていません。
        </Paragraph>
      </section>
      <section className="guide-part" aria-labelledby="guide-keys">
        <h2 id="guide-keys">キー操作</h2>
        <Paragraph>
          1文字のキーは、入力欄では働きません。「キー操作」の一覧にある「1文字のキー操作を使う」で、使わないこともできます。
        </Paragraph>
        <ShortcutTable />
      </section>
      <section className="guide-part" aria-labelledby="guide-data">
        <h2 id="guide-data">個人情報を扱う</h2>
        <ul>
          <Item>
            ダウンロードしたファイルには個人情報が入ります。置き場所を決め、使い終わったら削除してください。誰がいつダウンロードしたかは記録されます。
          </Item>
          <Item>
            Excelで開くときは、「Excel」を選んでください。番号の先頭の0が残ります。件数が多いときは、始める前に行数とかかる時間が出ます。途中で「中止する」を押せます。
          </Item>
          <Item>
            個人情報を消去できるのは、「{ROLES.administrator.label}
            」の役割の方だけです。元には戻せません。同意の記録と料金は、証拠として残ります。
          </Item>
          <Item>
            「状況」では、対応が終わっていないお申し込みの件数と、申込者をお待たせしている時間を見られます。担当者の名前が出るのは、いま担当している件数だけです。担当者ごとの実績は集計しません。管理の役割では「数字」を開くと、手続きのどこでやめる人が多いか、月ごとの件数と料金を見られます。
          </Item>
          <Item>
            「活動の記録」で、自分がその日にしたことを見られます。「{ROLES.administrator.label}
            」の役割の方は、ほかの担当者のものも見られ、見たことも記録されます。
          </Item>
        </ul>
      </section>
    </>
  )
}

type ProseProps = { children: ReactNode }

const Paragraph = ({ children }: ProseProps) => <p>{unbrokenQuotes(children)}</p>
const Item = ({ children }: ProseProps) => <li>{unbrokenQuotes(children)}</li>

/** Sentences in which the short name of a button or a status stays on one line. */
function unbrokenQuotes(sentences: ReactNode) {
  return <Unbroken whole={/(「[^」]{1,8}」)/}>{Children.toArray(sentences).join('')}</Unbroken>
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
