/** The applicant's link to the status page, handed out by staff: mailed to the address on file, or shown to be printed; or ended. */
import { useEffect, useRef, useState } from 'react'
import type { ApplicationRecord, LinkReply } from '#contract/console-answers.ts'
import type { LinkBody } from '#contract/console-schemas.ts'
import { hasApplicant } from '#domain/flows.ts'
import { linkSentence } from '#domain/link-sentence.ts'
import { isClosed } from '#domain/staff.ts'
import { Confirm, type Question } from '../parts/confirm.tsx'
import { Refused } from '../parts/conflict.tsx'
import { useForm } from '../use-form.ts'
import { usePress } from '../use-press.ts'

type Props = {
  record: ApplicationRecord
  onDone: (sentence: string) => Promise<void>
  onLate: () => Promise<void>
}

const ENDED: Question = {
  title: 'いまのリンクを無効にしますか。',
  text: 'メールや控えにあるリンクは使えなくなります。新しいリンクを、この画面に表示します。',
  label: '無効にして表示する',
}

export function StatusLinkForm({ record, onDone, onLate }: Props) {
  const [link, setLink] = useState<string | null>(null)
  const chosen = useRef<keyof typeof WAYS>('mail')
  const press = usePress(record)
  const send = async () => {
    setLink(null)
    const { body, done } = WAYS[chosen.current]
    const reply = await press<LinkReply>('link', { path: 'link', body })
    setLink(reply.link)
    await onDone(done)
  }
  const asks = () => chosen.current === 'end'
  const { refusal, isBusy, submit, isAsking, answer } = useForm(send, { onLate, asks })
  const choose = (way: keyof typeof WAYS) => {
    chosen.current = way
  }
  const hasAddress = record.mailaddress !== ''
  return (
    <>
      <section className="card" aria-labelledby="status-link">
        <h2 id="status-link">申込者のリンク</h2>
        <form onSubmit={submit} aria-busy={isBusy} aria-labelledby="status-link">
          <p>
            申込者が状況を確認するページのリンクです。送り直しても、印刷しても、いまのリンクはそのまま使えます。ほかの方に知られたときや、番号の確認に続けて失敗して止まったときは、いまのリンクを無効にして、新しいリンクをお渡しください。
          </p>
          <p className="actions">
            {hasAddress && (
              <button type="submit" className="secondary" onClick={() => choose('mail')}>
                申込者のリンクを送り直す
              </button>
            )}
            <button type="submit" className="secondary" onClick={() => choose('print')}>
              印刷用のリンクを表示する
            </button>
            <button type="submit" className="secondary" onClick={() => choose('end')}>
              いまのリンクを無効にする
            </button>
          </p>
          <Refused problem={refusal} />
        </form>
        {isAsking && <Confirm {...ENDED} onAnswer={answer} />}
      </section>
      {link !== null && <LinkOnPaper {...record} link={link} />}
    </>
  )
}

const WAYS = {
  mail: {
    body: { mail: true, end: false },
    done: 'リンクを、申込者のメールアドレスへ送信します。いまのリンクもそのまま使えます。',
  },
  print: { body: { mail: false, end: false }, done: '印刷用のリンクを表示しました。' },
  end: {
    body: { mail: false, end: true },
    done: '前のリンクは使えなくなりました。新しいリンクを表示しました。メールで渡すときは、「申込者のリンクを送り直す」を押してください。',
  },
} as const satisfies Record<string, { body: Omit<LinkBody, 'seen'>; done: string }>

type PaperProps = Pick<ApplicationRecord, 'reference' | 'flow' | 'status'> & { link: string }

/** Text, not a link: staff are not to follow it. */
function LinkOnPaper({ link, reference, flow, status }: PaperProps) {
  const section = useRef<HTMLElement>(null)
  // The style sheet knows by these marks what to leave out: not every browser can ask what an element contains.
  useEffect(() => {
    const marked: HTMLElement[] = []
    for (let at = section.current; at; at = at.parentElement) marked.push(at)
    for (const element of marked) element.dataset.onPaper = ''
    return () => {
      for (const element of marked) delete element.dataset.onPaper
    }
  }, [])
  return (
    <section className="card link-on-paper" aria-labelledby="link-on-paper" ref={section}>
      <h2 id="link-on-paper">お申し込みの状況（受付番号 {reference}）</h2>
      <p>{linkSentence(hasApplicant(flow) && !isClosed(status))}</p>
      <p translate="no">{link}</p>
      <button type="button" onClick={() => print()}>
        リンクを印刷する
      </button>
    </section>
  )
}
