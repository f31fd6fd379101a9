/** The applicant's link to the status page, renewed by staff: mailed to the address on file, or shown to be printed. */
import { useRef, useState } from 'react'
import { type ApplicationRecord, referencePath } from '#contract/console.ts'
import type { LinkBody, LinkReply } from '#contract/console-schemas.ts'
import { hasApplicant } from '#domain/flows.ts'
import { linkSentence } from '#domain/link-sentence.ts'
import { isClosed } from '#domain/staff.ts'
import { send } from '../api.ts'
import { Alert } from '../parts/basics.tsx'
import { useForm } from '../use-form.ts'

type Props = { record: ApplicationRecord; onDone: (sentence: string) => Promise<void> }

export function StatusLinkForm({ record, onDone }: Props) {
  const [link, setLink] = useState<string | null>(null)
  const isMailed = useRef(true)
  const { problem, isBusy, submit } = useForm(async () => {
    setLink(null)
    const body: LinkBody = { mail: isMailed.current }
    const path = referencePath('link', record.reference)
    const reply = await send<LinkReply>('POST', path, body)
    setLink(reply.link)
    await onDone(
      body.mail
        ? '新しいリンクを、申込者のメールアドレスへ送信します。前のリンクは使えなくなりました。'
        : '新しいリンクを表示しました。前のリンクは使えなくなりました。',
    )
  })
  const choose = (mail: boolean) => {
    isMailed.current = mail
  }
  const hasAddress = record.mailaddress !== ''
  return (
    <>
      <section className="card" aria-labelledby="status-link">
        <h2 id="status-link">申込者のリンク</h2>
        <form onSubmit={submit} aria-busy={isBusy} aria-labelledby="status-link">
          <p>
            申込者が状況を確認するページのリンクを、新しく発行します。前のリンクは使えなくなります。番号の確認に続けて失敗して止まったときも、新しいリンクで再び確認できます。
          </p>
          {problem !== '' && <Alert>{problem}</Alert>}
          <p className="actions">
            {hasAddress && (
              <button type="submit" className="secondary" onClick={() => choose(true)}>
                申込者のリンクを送り直す
              </button>
            )}
            <button type="submit" className="secondary" onClick={() => choose(false)}>
              印刷用のリンクを表示する
            </button>
          </p>
        </form>
      </section>
      {link !== null && <LinkOnPaper {...record} link={link} />}
    </>
  )
}

type PaperProps = Pick<ApplicationRecord, 'reference' | 'flow' | 'status'> & { link: string }

/** Text, not a link: staff are not to follow it. */
function LinkOnPaper({ link, reference, flow, status }: PaperProps) {
  return (
    <section className="card link-on-paper" aria-labelledby="link-on-paper">
      <h2 id="link-on-paper">お申し込みの状況（受付番号 {reference}）</h2>
      <p>{linkSentence(hasApplicant(flow) && !isClosed(status))}</p>
      <p translate="no">{link}</p>
      <button type="button" onClick={() => print()}>
        リンクを印刷する
      </button>
    </section>
  )
}
