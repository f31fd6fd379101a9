/** Entry of the lazy-loaded chunk: everything that appears after a press of a button. */
export { isMailAddress } from '#domain/mail-address.ts'
export { Answers } from './answers.tsx'
export { FailureBanner } from './banner.tsx'
export { EstimateResult } from './estimate.tsx'
export { PriceChanged } from './price-changed.tsx'
export { PriceNotes } from './price-notes.tsx'
export { ProblemList } from './problem-list.tsx'
export { Received } from './received.tsx'
