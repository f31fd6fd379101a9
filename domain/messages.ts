/** Every Japanese sentence that a rule or an error says. Cause first, then what to do. */
const GENERIC = 'エラーが発生しました。時間をおいて再度操作してください。'

export const messages = {
  required: (label: string) => `${label}を入力してください。`,
  tooLong: (label: string, limit: number) => `${label}は${limit}文字以内で入力してください。`,
  unstorable: (label: string) =>
    `${label}に使用できない文字（制御文字など）が含まれています。取り除いて入力し直してください。`,
  zipcodeDigits: (digits: number) => `郵便番号は半角数値${digits}文字で入力してください。`,
  chanceRequired: '当ソフトを何でお知りになったかを選択してください。',
  nowsoftRequired: '現在の請求方法を選択してください。',
  notAChoice: (label: string) => `「${label}」は、選択肢から選んでください。`,
  mailFormat: 'メールアドレスの形式が正しくありません。正しい形式で入力し直してください。',

  inRow: (no: number, message: string) => `${no}行目：${message}`,
  halfRow: '事業所名またはサービス種類が入力されていません。',
  numberDecorated: '事業所番号の前後の空白と引用符を取り除いてください。',
  numberLength: (length: number) => `事業所番号は${length}文字で入力してください。`,
  unknownService: 'サービス種類は、選択肢から選んでください。',
  noRow: '事業所を1件以上入力してください。',

  agreementMissing:
    '利用規約とプライバシーポリシーへの同意が必要です。内容をご確認のうえ、チェックを入れてください。',

  generic: GENERIC,
  addressNotFound: '住所を取得できません。',
} as const

/** The result page after a failed call (specification 8). */
export const FAILURE = { title: 'エラーが発生しました', message: GENERIC } as const

/** What else of an answer that is not the server's; what to do again follows. */
export const IN_BETWEEN =
  'ご利用のネットワークのログイン画面などが、代わりに応答した可能性があります。ネットワークの接続（公衆Wi-Fiのログインなど）をご確認のうえ、もう一度'

/** What a page says of an error code that leads to an action, and of an answer that is not the server's (reading 36). */
export const recoveries = {
  priceRevised:
    '料金が改定されました。新しい料金をご確認のうえ、もう一度お進みください。入力した内容は残ります。',
  consentMissing: '同意の記録を確認できませんでした。もう一度、同意から送信します。',
  recordLost:
    '前回の送信の記録が使えなくなっています。入力した内容はそのままで、はじめから送信し直します。',
  completed: 'このお申し込みは受け付け済みです。内容を変更する場合は、サポートへご連絡ください。',
  cannotRun: (phone: string) =>
    `この画面は、お使いのブラウザーでは動きません。新しいブラウザーでお試しいただくか、お電話（${phone}）でお申し込みください。`,
  notSent: 'この画面で変えた内容は送信されていません。',
  outdatedPage: '画面の更新が必要です。ページを再読み込みしてください。入力した内容は残ります。',
  intercepted: `送信した内容がサーバーに届いていません。${IN_BETWEEN}送信してください。`,
  wrongClock: (device: string, actual: string) =>
    `お使いの端末の日付は${device}ですが、正しくは${actual}です。端末の日付と時刻の設定をご確認ください。`,
} as const

/** What is wrong with a call that a page never makes: no page carries these. */
export const refusals = {
  tooManyRows: (limit: number) => `事業所は${limit}件以内で入力してください。`,
  priceMissing: '料金が送信されていません。もう一度見積もってから登録してください。',
  priceMalformed: '料金の形式が正しくありません。もう一度見積もってから登録してください。',
  otherProcedure: 'この受付番号は、別のお手続きのものです。最初からお申し込みください。',
} as const

/** Of a procedure that is begun by an invitation's link alone, where none came, or one that is worth nothing. */
export const INVITATION_NEEDED =
  'このお手続きは、ご案内のメールのリンクから始めてください。リンクが見当たらない場合は、サポートへご連絡ください。'

/** What the server says for each stable error code; a code that is not here does not compile. */
export const API_ERRORS = {
  malformed_request:
    '送信された内容を読み取れませんでした。ページを再読み込みして、もう一度お試しください。',
  validation_failed: '入力内容に誤りがあります。内容をご確認のうえ、もう一度送信してください。',
  unknown_customer: '受付番号を確認できませんでした。お手数ですが、最初からお申し込みください。',
  consent_missing: '規約への同意が記録されていません。もう一度、同意からお進みください。',
  already_completed:
    'このお申し込みはすでに受け付けています。内容を変更する場合はサポートへご連絡ください。',
  too_many_consents:
    '料金の変更が多いため、このお申し込みを続けられません。お手数ですが、サポートへご連絡ください。',
  superseded:
    '内容が変更されたため、このお申し込みは無効になりました。変更後の内容で登録してください。',
  key_reused: '送信された内容が前回と異なります。ページを再読み込みして、もう一度お試しください。',
  price_mismatch:
    '表示された料金が現在の料金と異なります。もう一度見積もってから登録してください。',
  invitation_required: INVITATION_NEEDED,
  cross_site: '他のサイトからの送信は受け付けていません。申し込み画面から操作してください。',
  not_found: 'お探しのページまたは機能が見つかりません。アドレスをご確認ください。',
  method_not_allowed: 'この操作は受け付けていません。',
  payload_too_large: '送信された内容が大きすぎます。入力内容を減らしてお試しください。',
  headers_too_large: '送信された内容が大きすぎます。入力内容を減らしてお試しください。',
  unsupported_media_type: '送信の形式に対応していません。申し込み画面から操作してください。',
  request_timeout: '通信に時間がかかりすぎました。もう一度お試しください。',
  rate_limited: '短い時間に多くの操作がありました。しばらく待ってから、もう一度お試しください。',
  unavailable:
    'ただいまサーバーが混み合っているか、準備中です。しばらく待ってから、もう一度お試しください。',
  internal: GENERIC,
} as const satisfies Record<string, string>

export type ErrorCode = keyof typeof API_ERRORS

/** What the postal look-up says of bad input, in zipcloud's shape (reading 26). */
export const POSTAL_MESSAGES = {
  missing: '郵便番号を入力してください。',
  notDigits: '郵便番号は数字で入力してください。',
  wrongLength: '郵便番号は7桁で入力してください。',
} as const

/** An entry of what validation returns: a flat list in screen order, which feeds the summary, the borders and the 4xx body. */
export type Problem = {
  /** The control's name, e.g. `companyName` or `facilities.3.serviceKey`. */
  field: string
  /** A Japanese sentence fit to show. */
  message: string
  /** A second control that the same sentence marks. */
  also?: string
}
