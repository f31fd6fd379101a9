/** Usage reporter: a beacon to the product's own server of how far a form was filled, without value, id, cookie or address (reading 47). */
import type { UsageBody } from '#contract/apply-schemas.ts'
import { USAGE_ADDRESS } from '#contract/usage.ts'
import { FLOW_NAMES, FLOWS } from '#domain/flows.ts'
import { FILLINGS, type Mark, STEPS, WIDTHS, type Width } from '#domain/usage.ts'
import { way } from './way.ts'

/** Sends what `take` has, each time that the page is hidden. */
export function sendWhenHidden(address: string, take: () => object | null): void {
  document.addEventListener('visibilitychange', () => {
    const body = document.visibilityState === 'hidden' && take()
    if (body)
      navigator.sendBeacon(address, new Blob([JSON.stringify(body)], { type: 'application/json' }))
  })
}

/** What a person alone does; a click may be the press of a form that came back filled. */
const TOUCHES = ['input', 'paste', 'drop', 'click'] as const

export function reportUsage(): void {
  const flow = FLOW_NAMES.find((each) => FLOWS[each].inputPath === location.pathname)
  if (!flow) return
  let isTouched = false
  for (const type of TOUCHES)
    addEventListener(
      type,
      ({ isTrusted, target }) => {
        if (!isTrusted) return
        isTouched = true
        if (type !== 'input') return
        way.marks.add('begun')
        if (/^facilities\./.test((target as HTMLInputElement).name)) way.marks.add('hand')
      },
      true,
    )
  const sent = new Set<Mark>()
  let isErrorSent = false
  sendWhenHidden(USAGE_ADDRESS, (): UsageBody | null => {
    const marks = (isTouched ? reached() : STEPS.slice(0, 1)).filter((mark) => !sent.has(mark))
    const error = isTouched && !isErrorSent && way.error
    if (marks.length === 0 && !error) return null
    for (const mark of marks) sent.add(mark)
    isErrorSent ||= !!error
    return { flow, width: widthNow(), marks, ...(error && { error }) }
  })
}

function reached(): Mark[] {
  const fillings = FILLINGS.filter((filling) => way.marks.has(filling))
  const last = STEPS.findLastIndex(
    (step) => way.marks.has(step) || (step === 'rows' && fillings.length > 0),
  )
  return [...STEPS.slice(0, Math.max(1, last + 1)), ...fillings]
}

function widthNow(): Width {
  const names = Object.keys(WIDTHS) as Width[]
  return names.find((name) => innerWidth >= WIDTHS[name]) ?? 'phone'
}
