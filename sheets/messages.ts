/**
 * Messages of the paste preview, and notes beside the rows. Not in messages.ts, so that the first load of a page does not
 * carry it.
 */

import { CELL_LABELS, type FacilityCell } from '#domain/facilities.ts'
import type { SkipReason } from './recognise/structure.ts'
import { MAX_PAGES } from './sheet.ts'

const choose = '取り込んだあとに選んでください。'

const lostZero = (repaired: string) =>
  `先頭の0が失われた番号のようです。正しくは${repaired}ではないか、ご確認ください。`

export const pasteMessages = {
  nothing:
    '取り込める内容がありません。事業所名、事業所番号、サービス種類の表をコピーしてから貼り付けてください。',
  fromPaper:
    'PDFの文字の位置から表を組み立てました。元のPDFと見比べて、件数と内容をご確認ください。',
  openJoint: (value: string) =>
    `PDFで2行に分かれていたものを「${value}」とつなげました。空白の有無を、ご確認ください。`,
  overLimit: (pasted: number, fit: number, max: number) =>
    `貼り付けた${pasted}件のうち、${fit}件を取り込みます。1回のお申し込みに入力できるのは${max}行までのため、残りの${pasted - fit}件は表の下に残しますので、サポートへご相談ください。`,
  unclear: (count: number) =>
    `読み取れなかった内容が${count}か所あります。空欄のまま取り込みますので、あとで入力してください。`,
  replaced: (count: number) => `入力済みの${count}か所が、貼り付けた内容に置き換わります。`,
  looksLike: (looks: FacilityCell, focused: FacilityCell) =>
    `貼り付ける内容は${CELL_LABELS[looks]}のようですが、選んでいる${CELL_LABELS[focused]}の列に入ります。違う場合は取り込まず、${CELL_LABELS[looks]}の列を選んで貼り付けてください。`,
  missingColumns: (cells: readonly FacilityCell[]) => {
    const names = cells.map((cell) => CELL_LABELS[cell]).join('と')
    return `${names}の列が見つかりませんでした。取り込んだあと、${names}を入力してください。`
  },
  ignoredColumns: (names: readonly string[]) => `次の列は取り込みません：${names.join('、')}`,
  skippedLines: (counted: readonly (readonly [SkipReason, number])[]) =>
    `${counted.map(([why, count]) => `${SKIP_REASONS[why]}の${count}行`).join('、')}は取り込みません。`,
  withheldLines: (count: number) =>
    `元の表で非表示になっている${count}行は取り込みません。必要な場合は、元の表で再表示してからコピーし直してください。`,
  cutOff: (lines: number) =>
    `表が長いため、${lines.toLocaleString('ja-JP')}行目までを読み取りました。続きの行は取り込みません。`,
  cutOffBeside: (columns: number) =>
    `表の列が多いため、${columns}列目までを読み取りました。続きの列は取り込みません。`,
  doubtful: (count: number) =>
    `確認が必要な内容が${count}か所あります。印の付いた欄をご確認ください。`,
  doubtfulColumns: (cells: readonly FacilityCell[]) =>
    `${cells.map((cell) => CELL_LABELS[cell]).join('と')}の列と思われる列が、ほかにもあります。列の割り当てをご確認ください。`,
  split: (lines: number) => `複数のサービスが書かれた${lines}行を、サービスごとの行に分けます。`,

  readAs: (source: string, value: string) => `「${source}」を「${value}」として取り込みます。`,
  from: {
    merged: (value: string) => `結合されたセルの「${value}」を取り込みます。`,
    above: (value: string) => `空欄のため、すぐ上と同じ「${value}」として取り込みます。`,
    'above another number': (value: string) =>
      `空欄のため、すぐ上と同じ「${value}」として取り込みます。番号が違うため、ご確認ください。`,
    'same name': (value: string) =>
      `番号が空欄のため、同じ名前のすぐ上の行の「${value}」を取り込みます。違う場合は、取り込んだあとに直してください。`,
    ditto: (value: string) => `すぐ上と同じ「${value}」として取り込みます。`,
    section: (value: string) => `見出しの行にある「${value}」として取り込みます。`,
  },
  blank: (cell: FacilityCell) =>
    `${CELL_LABELS[cell]}が空欄です。取り込んだあと、入力してください。`,
  closed: (word: string) =>
    `この行に「${word}」とあります。お申し込みに含めない場合は、行のチェックを外してください。`,
  otherLaw: (source: string, left: readonly string[]) =>
    `「${source}」のうち、介護保険などの${left.map((text) => `「${text}」`).join('')}は取り込みません。`,
  andOthers: (source: string) =>
    `「${source}」とあります。ほかのサービスがあれば、取り込んだあとに追加してください。`,
  oneOf: (source: string) => `「${source}」をサービスごとの行に分けます。`,
  marked: (heading: string, mark: string) =>
    `「${heading}」の列に「${mark}」とあるため取り込みます。`,
  unknownMark: (heading: string, mark: string) =>
    `「${heading}」の列に「${mark}」とあります。このサービスかどうか、ご確認ください。`,
  numberByService: (source: string, number: string) =>
    `「${source}」のうち、このサービスの番号と思われる${number}を取り込みます。`,
  severalNumbers: (source: string) =>
    `番号が2つ以上あります（「${source}」）。このサービスの番号をご確認ください。`,
  openName: (name: string) =>
    `この行には事業所名と思われる語が2つ以上あります。「${name}」でよいか、ご確認ください。`,
  severalNames: (number: string) =>
    `番号${number}の行に、違う事業所名があります。どちらも正しいか、ご確認ください。`,
  severalFacilities: (name: string) =>
    `「${name}」の行に、違う番号があります。事業所名と番号をご確認ください。`,
  otherKind: (number: string, service: string) =>
    `「${number}」は${service}の番号ではないかもしれません（3桁目は事業所の種類を表します）。番号とサービス種類をご確認ください。`,
  lostNumbers: (numbers: readonly string[]) =>
    `事業所番号と思われる次の数字は取り込んでいません：${numbers.slice(0, 5).join('、')}${numbers.length > 5 ? `ほか${numbers.length - 5}件` : ''}。必要な場合は、取り込んだあとに入力してください。`,
  lostCharacters: (name: string) =>
    `「${name}」には、正しく表示できない文字があるようです。元の表と見比べて、ご確認ください。`,
  changed: (source: string, name: string) =>
    `「${source}」のうち、変更後と思われる「${name}」を取り込みます。ご確認ください。`,
  notAName: (name: string) => `「${name}」は事業所名ではないようです。ご確認ください。`,
  formulaError: (source: string) =>
    `「${source}」は元の表の計算エラーです。取り込んだあと、入力してください。`,
  notANumber: (source: string) =>
    `「${source}」は番号として読み取れません。取り込んだあと、入力してください。`,
  zeroRepaired: (source: string, repaired: string) =>
    `「${source}」に先頭の0を補い、「${repaired}」として取り込みます。`,
  unusualNumber: (value: string) =>
    `「${value}」は、打ち間違いか、事業所番号以外の番号かもしれません。正しければ、このままで構いません。`,
  noNumber: (source: string) => `「${source}」を番号なしとして取り込みます。`,
  digitsLost: (source: string, remains: string | null) =>
    `「${source}」は表計算ソフトの表示で桁が失われています${remains ? `（${remains}で始まる番号です）` : ''}。元の表で列の幅を広げ、表示形式を文字列にしてから、コピーし直してください。`,
  lostZero,
  severalServices: (source: string, names: readonly string[]) =>
    `「${source}」だけではサービス種類を1つに決められません。取り込んだあと、${names.join('・')}などから選んでください。`,
  similarService: (source: string, names: readonly string[]) =>
    `「${source}」と一致するサービス種類がありません。${names.join('・')}のことであれば、${choose}`,
  unknownService: (source: string) => `「${source}」と一致するサービス種類がありません。${choose}`,
  serviceNotOffered: (name: string) => `「${name}」は、このお申し込みでは選べません。`,
} as const

/** Notes and notices on facilities that the directory offers. */
export const publishedMessages = {
  notes: {
    new: () => '',
    present: () => '入力済み',
    branch: (name: string) => `別の名称で公表：${name}`,
    'not-offered': () => 'このお申し込みでは選べないサービス',
  },
  notTicked: (counted: readonly (readonly ['present' | 'branch' | 'not-offered', number])[]) =>
    `${counted.map(([state, count]) => `${NOT_TICKED[state]}${count}件`).join('、')}は、チェックを外してあります。`,
  overLimit: (fit: number, left: number) =>
    fit === 0
      ? '表に空いている行がないため、取り込めません。'
      : `表に入るのは${fit}件までのため、残りの${left}件は表の下に残します。`,
} as const

/** Notes on cells that were filled in or corrected from the directory; each names its reason. */
export const directoryMessages = {
  zero: (source: string, whole: string) =>
    `「${source}」に先頭の0を補った${whole}が公表されているため、その番号を取り込みます。`,
  number: (source: string, number: string) =>
    `「${source}」のうち、この内容で公表されている${number}を取り込みます。`,
  name: (name: string) => `空欄のため、この番号で公表されている「${name}」を取り込みます。`,
  nameElsewhere: (source: string, name: string) =>
    source === ''
      ? `同じ行の「${name}」が、この番号で公表されている名称のため取り込みます。`
      : `「${source}」ではなく、この番号で公表されている、同じ行の「${name}」を取り込みます。`,
  service: (source: string, name: string) =>
    source === ''
      ? `空欄のため、この番号で公表されている「${name}」を取り込みます。`
      : `「${source}」を、この番号で公表されている「${name}」として取り込みます。`,
  services: (names: readonly string[]) => `この番号で公表されているのは、${names.join('・')}です。`,
} as const

const NOT_TICKED = {
  present: '入力済みの',
  branch: '別の名称で公表されている',
  'not-offered': 'このお申し込みでは選べないサービスの',
} as const

/** Kinds of lines that are no entries. */
export const SKIP_REASONS: Record<SkipReason, string> = {
  heading: '見出し',
  title: '表題など',
  section: '区切り',
  total: '合計など',
  note: '注記など',
  hidden: '非表示',
  struck: '取り消し線',
}

export const rowMessages = {
  hiddenInNumber: (code: string) =>
    `事業所番号に見えない文字（${code}）が含まれています。表の下の「余分な文字を取り除く」で取り除けます。`,
  signsInNumber: (bare: string) =>
    `事業所番号にハイフンや空白が含まれているため、${bare}とは別の番号として計算されます。表の下の「余分な文字を取り除く」で取り除けます。`,
  noNumber: '事業所番号が空欄です。番号をお持ちの場合は入力してください。',
  identical: (by: number) => `${by}行目と同じ内容です。重複していないかご確認ください。`,
  lostZero,
  doubtfulNumber: '事業所番号に打ち間違いがないかご確認ください（チェックの数字が合いません）。',
  unusualLength: (usual: number) =>
    `事業所番号は通常${usual}桁の数字です。正しければ、このままで構いません。`,
} as const

/** Of a workbook with several sheets. */
export const sheetMessages = {
  sheet: (name: string, count: number) => (count > 0 ? `${name}（${count}件）` : name),
  allSheets: (sheets: number, rows: number) =>
    `すべてのシート（${sheets}枚、合計${rows}件）を取り込む`,
  leftOutSheets: (names: readonly string[]) => `次のシートは取り込みません：${names.join('、')}`,
} as const

/** Why a chosen or dropped file cannot be read as a table. */
/** The code that reads has thrown: what is read may not be to blame. */
export const readingFailed = (phone: string) =>
  `読み取りの途中でエラーが発生しました。新しいブラウザーでお試しいただくか、表に直接入力してください。お電話（${phone}）でも承ります。`

export const fileMessages = {
  tooLarge:
    'ファイルが大きすぎます。事業所名、事業所番号、サービス種類の表だけのファイルにして、選び直してください。',
  unreadable:
    'このファイルは表として読み取れません。Excelブック（.xlsx）かCSV形式で保存して選び直すか、表をコピーして貼り付けてください。',
  broken:
    'ファイルが壊れているようです。元のソフトで開いて保存し直すか、表をコピーして貼り付けてください。',
  encrypted:
    'パスワードの付いたファイルは読み取れません。Excelで開き、「名前を付けて保存」で「Excelブック（.xlsx）」をパスワードなしで保存して、選び直してください。',
  reading: '表を読み取っています…',
  readingOther: '古い形式のファイルを読み込んでいます…',
  cancelled: '読み取りを中止しました。',
  noResults:
    'このファイルには、計算結果が保存されていない数式があります。Excelで開いて上書き保存してから、選び直してください。',
  word: 'Wordのファイルは読み取れません。Wordで開いて表の部分をコピーし、この画面の表に貼り付けてください。',
  richText:
    'リッチテキスト（.rtf）のファイルは読み取れません。元のソフトで開いて表の部分をコピーし、この画面の表に貼り付けてください。',
  picture: '写真や画像からは読み取れません。元の表のファイルを選ぶか、表に直接入力してください。',
  archive:
    '圧縮されたファイル（ZIPなど）は、そのままでは読み取れません。先に展開（解凍）して、中のファイルを選び直してください。',
  savedPage:
    '保存したWebページ（.mht）は読み取れません。ページを開いて表の部分をコピーし、この画面の表に貼り付けてください。',
  mail: 'メールのファイル（.emlなど）は読み取れません。メールを開いて表や一覧の部分をコピーし、この画面の表に貼り付けてください。',
  noRecords:
    'このファイルには、事業所の一覧が見つかりません。Excelブック（.xlsx）かCSV形式で保存して選び直すか、一覧をコピーして貼り付けてください。',
  readingPdf: 'PDFファイルを読み取っています…',
  scanned:
    'このPDFには文字の情報がありません（紙を読み取った画像のようです）。元の表のファイルを選ぶか、表に直接入力してください。',
  lockedPdf:
    'パスワードの付いたPDFは読み取れません。PDFを開いて表の部分をコピーし、この画面の表に貼り付けてください。',
  brokenPdf:
    'このPDFは読み取れません。PDFを開いて表の部分をコピーし、この画面の表に貼り付けてください。',
  tooManyPages: `PDFのページが多すぎます（読み取れるのは${MAX_PAGES}ページまでです）。PDFを開いて必要な表の部分をコピーし、この画面の表に貼り付けてください。`,
  tooSlow:
    'ファイルの読み込みに時間がかかりすぎたため、中止しました。事業所名、事業所番号、サービス種類の表だけのファイルにして選び直すか、表をコピーして貼り付けてください。',
  notStarted:
    'ファイルの読み込みを始められませんでした。回線をご確認のうえ選び直すか、表をコピーして貼り付けてください。',
  empty: 'このファイルの表には内容がありません。別のファイルを選んでください。',
} as const
