/** Texts of the result pages. Apart from messages.ts, so that the first load of a form does not include them. */
import type { Flow } from './flows.ts'
import type { OperatorWords } from './operator-words.ts'

/** A result page's content, passed through navigation state. */
export type Completion = { title: string; message: string }

const REGISTERED: Completion = {
  title: '登録が完了しました',
  message:
    '登録が完了しました。2022年4月1日以降も引き続きご利用いただくには、アカウントの移行が必要です。アカウント発行のメールは、3月中旬頃にご登録のメールアドレスへお送りします。',
}

export const COMPLETIONS = {
  entry: REGISTERED,
  migration: REGISTERED,
  suspension: {
    title: '利用停止手続きを受け付けました',
    message:
      '利用停止手続きのお申し込みを受け付けました。担当者が内容を確認し、ご登録の連絡先へご連絡します。ご連絡を差し上げるまで、現在のご契約はそのまま継続します。',
  },
  trial: {
    title: 'お申し込みを受け付けました',
    message:
      '数日以内に、マニュアルとお客様番号をお送りします。その後、オーナーアカウントのメールをお送りします。',
  },
} as const satisfies Record<Flow, Completion>

/** The operator's own message where there is one. */
export function completionOf(flow: Flow, { completions }: OperatorWords): Completion {
  const { title, message } = COMPLETIONS[flow]
  return { title, message: completions?.[flow] ?? message }
}
