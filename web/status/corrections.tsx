/** Behind the gate: the correction that waits or was declined, and the way to another one. */
import type { MouseEvent } from 'react'
import { CORRECTION_WAITS } from '#contract/status.ts'
import { CORRECT_PAGE } from '#contract/status-pages.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { differenceOf } from '#domain/difference.ts'
import { type FlowWithApplicant, hasApplicant } from '#domain/flows.ts'
import { DifferenceTables } from '#ui/difference.tsx'
import { forgetHandOver, type HandOver, handOver } from '../correct/hand-over.ts'
import { versionFrom } from '../correct/version-from.ts'
import type { Navigation } from '../navigation.ts'

type Details = NonNullable<StatusAnswer['details']>

type ProposalProps = { flow: StatusAnswer['application']['flow']; details: Details }

export function Proposal({ flow, details }: ProposalProps) {
  const { proposal } = details
  if (!proposal || !hasApplicant(flow)) return null
  return (
    <>
      <div className="callout">
        {proposal.state === 'waiting' ? (
          <p>
            <strong>{CORRECTION_WAITS}</strong>
          </p>
        ) : (
          <>
            <p>
              <strong>訂正の申し出は、お受けできませんでした。</strong>
            </p>
            <p className="words">{proposal.reason}</p>
          </>
        )}
      </div>
      <Changes flow={flow} before={details} after={proposal} />
    </>
  )
}

type Sent = Parameters<typeof versionFrom>[1]
type ChangesProps = { flow: FlowWithApplicant; before: Sent; after: Sent }

function Changes({ flow, before, after }: ChangesProps) {
  const difference = differenceOf(versionFrom(flow, before), versionFrom(flow, after))
  return (
    <details>
      <summary>申し出た訂正の内容</summary>
      <DifferenceTables difference={difference} />
    </details>
  )
}

type WayProps = { given: () => HandOver; navigation: Navigation }

/** Within this document where it can be, since not every browser keeps what is handed over from one to the next. */
export function WayToCorrection({ given, navigation }: WayProps) {
  const go = (event: MouseEvent) => {
    handOver(given())
    // The new tab or window has it by then, in a browser that gives it one.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return void setTimeout(forgetHandOver)
    event.preventDefault()
    void navigation.goTo(CORRECT_PAGE, null)
  }
  return (
    <a className="button secondary" href={CORRECT_PAGE} onClick={go}>
      内容の訂正を申し出る
    </a>
  )
}
