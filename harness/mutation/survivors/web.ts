/** Mutants of the pages that may live, but for forms (forms.ts) and the files that they read (readers.ts, workbooks.ts). */
import type { Survivor } from '../survivor.ts'

const TYPED = 'for the compiler alone'

export const WEB_SURVIVORS: readonly Survivor[] = [
  {
    file: 'web/sending/session-storage.ts',
    call: '{ return undefined }',
    why: 'a function that returns nothing gives undefined as well',
  },
  {
    file: 'web/sending/session-storage.ts',
    call: '{ return null }',
    why: 'what is read then, undefined, is no JSON: as if nothing were kept',
  },
  {
    file: 'web/form/estimate-lines.tsx',
    call: 'lines.find((line) => line.group === group)?.unitPrice',
    mutator: 'OptionalChaining',
    why: `${TYPED}: every group that is charged has its line`,
  },
  {
    file: 'web/sending/calls.ts',
    call: 'this.status !== null',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: null is less than 400 as well`,
  },
  {
    file: 'web/sending/calls.ts',
    call: 'requestedMs > MAX_PAUSE_MS',
    mutator: 'EqualityOperator',
    why: 'a pause of exactly ten seconds may be waited for or not',
  },
  {
    file: 'web/sending/calls.ts',
    call: '{ return undefined }',
    why: 'a function that returns nothing gives undefined as well',
  },
  {
    file: 'web/sending/application-state.ts',
    call: "(state.step === 'estimated' &&",
    mutator: 'ConditionalExpression',
    why: `${TYPED}: no other step has a notice`,
  },
  {
    file: 'web/sending/receipt.ts',
    call: 'hasApplicant(flow) && applicant',
    mutator: 'LogicalOperator',
    why: `${TYPED}: a form has an applicant where its flow has one`,
  },
  {
    file: 'web/sending/receipt.ts',
    call: "typeof value !== 'object'",
    mutator: 'ConditionalExpression',
    why: 'a text or a number has none of these members: the check of null is what counts',
  },
  {
    file: 'web/sending/calls.ts',
    call: 'formOf(flow, content)?.toString',
    mutator: 'OptionalChaining',
    why: `${TYPED}: a flow that has kept a registration registers somebody`,
  },
  {
    file: 'web/sending/calls.ts',
    call: 'priceText === undefined',
    mutator: 'ConditionalExpression',
    why: 'JSON leaves out what is undefined',
  },
  {
    file: 'web/sending/calls.ts',
    call: 'hasApplicant(flow) && applicant',
    why: `${TYPED}: asked only for flows that register, whose forms have an applicant`,
  },
  {
    file: 'web/sending/use-sending.ts',
    call: "at ?? 'consent'",
    mutator: 'StringLiteral',
    why: `${TYPED}: every call is announced before anything of it can fail`,
  },

  {
    file: 'web/sending/use-sending.ts',
    call: 'name === null || recallAttempt(name) === null',
    why: 'looked at again by the code that is loaded then: spares loading it',
  },
  {
    file: 'web/sending/calls.ts',
    call: "outcome.headers.get('Retry-After') ?? ''",
    mutator: 'StringLiteral',
    why: 'any text does that is no time',
  },
  {
    file: 'web/sending/use-sending.ts',
    call: 'if (refused.length > 0)',
    why: 'an empty list is as good as none',
  },

  {
    file: 'web/sending/use-sending.ts',
    call: 'token !== null',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: null is given for null either way`,
  },
  {
    file: 'web/sending/application-state.ts',
    call: '[flow]',
    mutator: 'ArrayDeclaration',
    why: 'a page has one flow',
  },
  {
    file: 'web/sending/use-sending.ts',
    call: '}, [])',
    mutator: 'ArrayDeclaration',
    why: 'any list does that never changes',
  },
  {
    file: 'web/sending/use-sending.ts',
    call: 'ending.receipt?.number',
    mutator: 'OptionalChaining',
    why: `${TYPED}: what was sent has a receipt`,
  },
  {
    file: 'web/sending/outcome.ts',
    call: "{ if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true })) await new Promise((resolve) => setTimeout(resolve)) }",
    why: 'a simulated page has loaded; where a browser scrolls to after a reload is the journeys’ matter',
  },
]
