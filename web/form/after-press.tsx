/** Entry of the lazy-loaded chunk: everything that appears after a press of a button. */
export { isMailAddress } from '#domain/mail-address.ts'
export { Answers } from './answers.tsx'
export { EstimateResult } from './estimate.tsx'
export { PriceNotes } from './guide.tsx'
export { FailureBanner, PriceChanged, ProblemList, Received } from './notices.tsx'
