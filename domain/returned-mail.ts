/** Why a mail came back, from the status code of its notice (RFC 3463), in words for staff. */

const SENTENCES: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^\d\.1\.1$/, '宛先が存在しません'],
  [/^\d\.1\.(2|10)$/, '宛先のドメインがメールを受け取れません'],
  [/^\d\.4\.4$/, '宛先のドメインがメールを受け取れません'],
  [/^\d\.2\.1$/, '受信箱が使用されていません'],
  [/^\d\.2\.2$/, '受信箱がいっぱいです'],
  [/^\d\.4\.7$/, '期限までに届けられませんでした'],
  [/^\d\.7\.\d+$/, '受信側に拒否されました'],
]

/** `code` is empty where the notice has none. */
export function returnedSentence(code: string): string {
  const known = SENTENCES.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return `${known}。`
  return code === '' ? 'メールが戻りました（理由の記載なし）。' : `メールが戻りました（${code}）。`
}

/** Of failures: 4.x.x stands in the notice of a mail that was tried until its time was over. */
const CODE = /^[45]\.\d{1,3}\.\d{1,3}$/

export function codeOfNotice(text: string): string {
  return CODE.test(text) ? text : ''
}
