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
    file: 'web/directory/fill.ts',
    call: "before[field]?.trim() ?? ''",
    why: `${TYPED}: what stood in a field is kept for every field`,
  },
  {
    file: 'web/form/actions.ts',
    call: '|| name === null) return',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: without a name nothing is read`,
  },
  {
    file: 'web/form/draft.ts',
    call: '(name !== null)',
    mutator: 'ConditionalExpression',
    why: 'nothing is ever kept under the name null',
  },
  {
    file: 'web/form/draft.ts',
    call: '[form]',
    why: 'a form has the same reference for as long as it is shown',
  },
  {
    file: 'web/form/postal.ts',
    call: 'presses += 1',
    mutator: 'AssignmentOperator',
    why: 'any number does that no press before had',
  },
  {
    file: 'web/form/postal.ts',
    call: "if (!(zipcode instanceof HTMLInputElement) || !(address instanceof HTMLInputElement)) return { sentence: '' }",
    why: `${TYPED}: a form with this button has both fields`,
  },
  {
    file: 'web/form/postal.ts',
    call: '!(error instanceof ApiError)',
    why: `${TYPED}: a call fails with nothing else`,
  },
  {
    file: 'web/form/postal.ts',
    call: 'results?.length',
    mutator: 'OptionalChaining',
    why: `${TYPED}: the first of a list was found before`,
  },
  {
    file: 'web/form/quote.ts',
    call: 'group === undefined',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: no price stands under undefined either`,
  },
  {
    file: 'web/parts/remarks.ts',
    call: 'lines.find((line) => line.group === group)?.unitPrice',
    mutator: 'OptionalChaining',
    why: `${TYPED}: every group that is charged has its line`,
  },
  {
    file: 'web/sending/api.ts',
    call: 'this.status !== null',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: null is less than 400 as well`,
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
    file: 'web/sending/result.ts',
    call: "typeof value !== 'object'",
    mutator: 'ConditionalExpression',
    why: 'a text or a number has none of these members: the check of null is what counts',
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
  {
    file: 'web/sending/submit.ts',
    call: "at ?? 'consent'",
    mutator: 'StringLiteral',
    why: `${TYPED}: every call is announced before anything of it can fail`,
  },
  {
    file: 'web/sending/use-sending.ts',
    call: '({ submit: async () => codeMissing(flow) })',
    why: 'only where a script cannot be loaded; what is said then is tried in attempt.test.ts',
  },
  {
    file: 'web/sending/use-sending.ts',
    call: '(name === null || recallAttempt',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: nothing is ever kept under the name null`,
  },
  {
    file: 'web/sending/use-sending.ts',
    call: '}, [])',
    mutator: 'ArrayDeclaration',
    why: 'any list does that never changes',
  },
]
