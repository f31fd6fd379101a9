/** Mutants of the pages that may live, but for the files that they read (readers.ts). */
import type { Survivor } from '../survivor.ts'

const TYPED = 'for the compiler alone'

export const WEB_SURVIVORS: readonly Survivor[] = [
  {
    file: 'web/browser/session.ts',
    call: '{ return undefined }',
    why: 'a function that returns nothing gives undefined as well',
  },
  {
    file: 'web/browser/session.ts',
    call: '{ return null }',
    why: 'what is read then, undefined, is no JSON: as if nothing were kept',
  },
  {
    file: 'web/form/draft.ts',
    call: 'if (name !== null)',
    mutator: 'ConditionalExpression',
    why: 'nothing is ever kept under the name null',
  },
  {
    file: 'web/form/draft.ts',
    call: '[form]',
    why: 'a form has the same reference for as long as it is shown',
  },
  {
    file: 'web/form/quote.ts',
    call: 'group === undefined',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: no price stands under undefined either`,
  },
  {
    file: 'web/sending/api.ts',
    call: 'asked > MAX_PAUSE_MS',
    mutator: 'EqualityOperator',
    why: 'a pause of exactly ten seconds may be waited for or not',
  },
  {
    file: 'web/sending/api.ts',
    call: '{ return undefined }',
    why: 'a function that returns nothing gives undefined as well',
  },
  {
    file: 'web/sending/receipt.ts',
    call: 'hasApplicant(flow) && applicant',
    mutator: 'LogicalOperator',
    why: `${TYPED}: a form has an applicant where its flow has one`,
  },
  {
    file: 'web/sending/run-calls.ts',
    call: 'formOf(flow, content)?.toString',
    mutator: 'OptionalChaining',
    why: `${TYPED}: a flow that has kept a registration registers somebody`,
  },
  {
    file: 'web/sending/run-calls.ts',
    call: 'priceText === undefined',
    mutator: 'ConditionalExpression',
    why: 'JSON leaves out what is undefined',
  },
  {
    file: 'web/sending/run-calls.ts',
    call: 'hasApplicant(flow) && applicant',
    why: `${TYPED}: asked only for flows that register, whose forms have an applicant`,
  },
]
