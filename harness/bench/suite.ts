/** What a part of the bench is. */
import type { Figure } from './figure.ts'

export type Report = (figure: Figure) => void

/** Measures and reports, figure by figure; leaves nothing running and nothing behind. */
export type Suite = (report: Report) => Promise<void>
