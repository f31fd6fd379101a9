/** What the paste preview says. Beside messages.ts and not in it, so that the first load of a page does not carry it. */
import type { FacilityCell } from './facilities.ts'

export const CELL_NAMES = {
  facilityName: '事業所名',
  facilityNumber: '事業所番号',
  serviceKey: 'サービス種類',
} as const satisfies Record<FacilityCell, string>

const choose = '取り込んだあと、一覧から選んでください。'

export const pasteMessages = {
  nothing:
    '取り込める内容がありません。事業所名、事業所番号、サービス種類の表をコピーしてから貼り付けてください。',
  overLimit: (pasted: number, fit: number, max: number) =>
    `貼り付けた${pasted}件のうち、${fit}件を取り込みます。1回のお申し込みに入力できるのは${max}行までのため、残りの${pasted - fit}件は取り込みません。残りの件はコピーして控え、サポートへご相談ください。`,
  unclear: (count: number) =>
    `読み取れなかった内容が${count}か所あります。空欄のまま取り込みますので、あとで入力してください。`,
  replaced: (count: number) => `入力済みの${count}か所が、貼り付けた内容に置き換わります。`,
  looksLike: (looks: FacilityCell, focused: FacilityCell) =>
    `${CELL_NAMES[looks]}のようですが、選んでいる${CELL_NAMES[focused]}の列に入ります。違う場合は取り込まず、${CELL_NAMES[looks]}の列を選んで貼り付けてください。`,
  missingColumns: (cells: readonly FacilityCell[]) => {
    const names = cells.map((cell) => CELL_NAMES[cell]).join('と')
    return `${names}の列が見つかりませんでした。取り込んだあと、${names}を入力してください。`
  },
  ignoredColumns: (names: readonly string[]) => `次の列は取り込みません：${names.join('、')}`,
  skippedLines: (count: number) => `見出しの${count}行は取り込みません。`,

  readAs: (source: string, value: string) => `「${source}」を「${value}」として取り込みます。`,
  inherited: (value: string) => `空欄のため、すぐ上の「${value}」と同じとして取り込みます。`,
  noNumber: (source: string) => `「${source}」を番号なしとして取り込みます。`,
  digitsLost: (source: string) =>
    `「${source}」は表計算ソフトの表示で桁が失われています。元の表で列の幅を広げ、表示形式を文字列にしてから、コピーし直してください。`,
  lostZero: (repaired: string) =>
    `先頭の0が失われた番号のようです。正しくは${repaired}ではないか、ご確認ください。`,
  severalServices: (source: string, names: readonly string[]) =>
    `「${source}」だけではサービス種類を1つに決められません。取り込んだあと、${names.join('・')}などから選んでください。`,
  similarService: (source: string, names: readonly string[]) =>
    `「${source}」と一致するサービス種類がありません。${names.join('・')}のことであれば、${choose}`,
  unknownService: (source: string) => `「${source}」と一致するサービス種類がありません。${choose}`,
  serviceNotOffered: (name: string) => `「${name}」は、このお申し込みでは選べません。`,
} as const
