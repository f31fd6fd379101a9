/** The customer number of a migration or suspension, to be checked; without a usable one, a form to type it (reading 14). */

import type { ReactNode } from 'react'
import { FLOWS, type Flow, isCustomerNumber } from '#domain/flows.ts'
import { INVITATION_NEEDED } from '#domain/messages.ts'
import { toHalfWidthAlphanumerics, trimOuterSpace } from '#domain/text.ts'
import { Field } from '#ui/field.tsx'
import { useHydrated, useQuery } from '../navigation.ts'
import { SupportPhone } from '../page-parts.tsx'
import type { Uninvited } from '../sending/invitation.ts'
import * as site from '../site.ts'

type Props = {
  flow: Flow
  /** null where there is no usable one, undefined until hydration is done. */
  number: string | null | undefined
  /** Nothing can be begun by this link. */
  uninvited: Uninvited | null
  /** Rendered under the number, and under the form for it. */
  children?: ReactNode
}

export function CustomerNumber({ flow, number, uninvited, children }: Props) {
  if (uninvited)
    return (
      <div key="uninvited" className="callout customer">
        <p>
          <strong>{INVITATION_NEEDED}</strong>
        </p>
        {uninvited === 'unusable' && (
          <p>お使いのリンクは、期限が過ぎているか、途中で切れています。</p>
        )}
        <p>
          サポート：
          <SupportPhone />
        </p>
        {number && <ShownNumber number={number} />}
        {children}
      </div>
    )
  if (number === null)
    return (
      // Keys: a reused element would count as a layout shift.
      <div key="none" className="callout customer no-number">
        <NumberForm flow={flow} />
        {children}
      </div>
    )
  return (
    <div key="number" className="callout customer">
      <ShownNumber number={number ?? '確認しています'} />
      {children}
    </div>
  )
}

function ShownNumber({ number }: { number: string }) {
  return (
    <>
      <p>お客様番号</p>
      <p className="number" translate="no">
        {number}
      </p>
      <p>お間違いがないか、ご確認ください。</p>
    </>
  )
}

/** A plain GET of the same page with the number in its query: nothing is sent to the apply API. */
function NumberForm({ flow }: { flow: Flow }) {
  const typed = useTypedCustomerNumber()
  return (
    <form method="get" action={FLOWS[flow].inputPath}>
      <p>
        <strong>
          {typed === ''
            ? 'お客様番号を入力してください。ご案内のメールにある番号です。'
            : 'このお客様番号では、お手続きを始められません。半角の英数字、ハイフン、下線で64文字以内です。'}
        </strong>
      </p>
      <Field name={CUSTOMER_NUMBER} label="お客様番号" support="お間違いがないか、ご確認ください。">
        {(tied) => (
          <input
            type="text"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
            defaultValue={typed}
            onBlur={({ target }) => {
              target.value = toHalfWidthAlphanumerics(trimOuterSpace(target.value))
            }}
            {...tied}
          />
        )}
      </Field>
      <button type="submit">この番号で手続きを始める</button>
      <p>
        番号を入力しただけでは、何も送信されません。番号がわからないときは、サポート（
        <a href={site.phoneHref}>{site.phone}</a>）へお問い合わせください。
      </p>
    </form>
  )
}

/** The query parameter (specification 2). */
const CUSTOMER_NUMBER = 'customerNumber'

/** The usable number; null if there is none, undefined until hydration is done. */
export function useCustomerNumber(): string | null | undefined {
  const number = useTypedCustomerNumber()
  if (!useHydrated()) return undefined
  return isCustomerNumber(number) ? number : null
}

/** What the query holds, usable or not, without outer white space. */
function useTypedCustomerNumber(): string {
  return trimOuterSpace(new URLSearchParams(useQuery()).get(CUSTOMER_NUMBER) ?? '')
}
