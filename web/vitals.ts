/** Web-vitals reporter: beacons to the product's own server, without query string or personal data (reading 27). */
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { VitalsBody } from '#contract/apply-schemas.ts'
import { VITALS_ADDRESS } from '#contract/vitals.ts'

export function report(): void {
  // The page that was opened, not the result it may have led to.
  const page = location.pathname
  const measured = new Map<string, VitalsBody['metrics'][number]>()
  const note = ({ name, value }: VitalsBody['metrics'][number]) =>
    measured.set(name, { name, value })
  for (const listen of [onCLS, onFCP, onINP, onLCP, onTTFB]) listen(note)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || measured.size === 0) return
    const body: VitalsBody = { page, metrics: [...measured.values()] }
    measured.clear()
    navigator.sendBeacon(
      VITALS_ADDRESS,
      new Blob([JSON.stringify(body)], { type: 'application/json' }),
    )
  })
}
