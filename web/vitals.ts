/** Web-vitals reporter: beacons to the product's own server, without query string or personal data (reading 27). */
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { VitalsBody } from '#contract/apply-schemas.ts'
import { VITALS_ADDRESS } from '#contract/vitals.ts'
import { reportUsage, sendWhenHidden } from './usage.ts'

export function report(): void {
  // The page that was opened, not the result it may have led to.
  const page = location.pathname
  const measured = new Map<string, VitalsBody['metrics'][number]>()
  const note = ({ name, value }: VitalsBody['metrics'][number]) =>
    measured.set(name, { name, value })
  for (const listen of [onCLS, onFCP, onINP, onLCP, onTTFB]) listen(note)
  sendWhenHidden(VITALS_ADDRESS, (): VitalsBody | null => {
    if (measured.size === 0) return null
    const body = { page, metrics: [...measured.values()] }
    measured.clear()
    return body
  })
  reportUsage()
}
