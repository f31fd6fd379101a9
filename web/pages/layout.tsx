/** Parts that pages are made of: section, steps, telephone number, words that stay on one line. */
import type { ReactNode } from 'react'
import * as site from '../site.ts'

type Props = { id: string; title: string; children: ReactNode }

export function Section({ id, title, children }: Props) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

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

/** Words whose dates, hours and figures stay on one line with their unit: no browser's rules for Japanese keep them together. */
const FIGURES = /(\d[\d,:〜年月]*(?:日間?|か所|[円件桁分]|末時点|回の料金)?)/

export function Unbroken({ children }: { children: string }) {
  return children.split(FIGURES).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
      <span className="unbroken" key={index}>
        {part}
      </span>
    ),
  )
}
