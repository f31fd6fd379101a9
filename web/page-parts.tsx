/** Parts that pages are made of: section, steps, telephone number. */
import type { ReactNode } from 'react'
import { Unbroken } from '#ui/unbroken.tsx'
import * as site from './site.ts'

type Props = {
  id: string
  title: string
  /** What is required of it, beside the title. */
  required?: string
  children: ReactNode
}

export function Section({ id, title, required, children }: Props) {
  return (
    <section className="card" aria-labelledby={id}>
      {required === undefined ? (
        <h2 id={id}>{title}</h2>
      ) : (
        <div className="head">
          <h2 id={id}>{title}</h2>
          <span className="required">{required}</span>
        </div>
      )}
      {children}
    </section>
  )
}

/** Of entry and migration. */
export const CONTRACT_STEPS = ['入力と見積もり', '確認と登録', '完了'] as const

/** Step indicator of a procedure. */

export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className="steps" aria-label="お手続きの流れ">
      {names.map((name, index) => (
        <li key={name} aria-current={index === current ? 'step' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  )
}

/** Telephone number and hours, inside a sentence. */
export function SupportPhone() {
  return (
    <>
      <a href={site.phoneHref}>{site.phone}</a>、<Unbroken>{site.supportHours}</Unbroken>
    </>
  )
}

/** What is waited for, for the eyes: who listens has heard it as the name of where the focus is. */
export function WaitingWords({ words }: { words: string }) {
  return (
    <p className="detail waiting-words" aria-hidden="true">
      {words}
    </p>
  )
}
