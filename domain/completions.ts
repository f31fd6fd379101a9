/** Texts of the result pages. Apart from messages.ts, so that the first load of a form does not include them. */
import type { Flow } from './flows.ts'
import type { OperatorWords } from './operator-words.ts'

/** A result page's content, passed through navigation state. */
export type Completion = { title: string; message: string }

type Row = { title: string; message: (words: OperatorWords) => string }

const REGISTERED: Row = {
  title: '登録が完了しました',
  message: ({ termsChangeOn }) =>
    `登録が完了しました。${termsChangeOn}以降も引き続きご利用いただくには、アカウントの移行が必要です。アカウント発行のメールは、3月中旬頃にご登録のメールアドレスへお送りします。`,
}

const COMPLETIONS: Record<Flow, Row> = {
  entry: REGISTERED,
  migration: REGISTERED,
  suspension: {
    title: '利用停止手続きを受け付けました',
    message: () =>
      '利用停止手続きのお申し込みを受け付けました。担当者が内容を確認し、ご登録の連絡先へご連絡します。ご連絡を差し上げるまで、現在のご契約はそのまま継続します。',
  },
  trial: {
    title: 'お申し込みを受け付けました',
    message: () =>
      '数日以内に、マニュアルとお客様番号をお送りします。その後、オーナーアカウントのメールをお送りします。',
  },
}

/** The operator's own message where there is one. */
export function completionOf(flow: Flow, words: OperatorWords): Completion {
  const { title, message } = COMPLETIONS[flow]
  return { title, message: words.completions?.[flow] ?? message(words) }
}
