/** Mutants of the pages that may live, but for the files that they read (readers.ts). */
import type { Survivor } from '../survivor.ts'

const TYPED = 'for the compiler alone'
const SETTLED = 'what the directory settles: e2e/directory-rows.spec.ts'

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
  {
    file: 'web/form/use-application.ts',
    call: "[{ field: '', message: messages.generic }]",
    why: 'only where a script cannot be loaded',
  },
  {
    file: 'web/form/use-application.ts',
    call: 'for (const load of [actionsCode, sendingCode, loadParts, postalCode]) load().catch(() => {})',
    why: 'loads ahead what a press would load',
  },
  {
    file: 'web/form/use-application.ts',
    call: 'offerDirectory(form.current)',
    why: 'the directory: e2e/directory.spec.ts',
  },
  {
    file: 'web/form/use-application.ts',
    call: "{ import('../directory/touched.ts').then( ({ onTouch }) => onTouch(form), () => {}, ) }",
    why: 'the directory: e2e/directory.spec.ts',
  },
  {
    file: 'web/form/use-application.ts',
    call: 'form.current?.elements ?? []',
    why: `${TYPED}: the form is there before its effects run`,
  },
  {
    file: 'web/form/use-application.ts',
    call: "control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value",
    why: 'leaves out what would not change: spares loading the code for nothing',
  },
  {
    file: 'web/form/use-application.ts',
    call: 'if (typed.length > 0)',
    why: 'spares loading the code for nothing',
  },
  {
    file: 'web/form/use-application.ts',
    call: '}, [])',
    mutator: 'ArrayDeclaration',
    why: 'any list does that never changes',
  },
  {
    file: 'web/form/use-application.ts',
    call: 'name === null ? [] : recallRefused(name)',
    why: `${TYPED}: nothing is ever kept under the name null`,
  },
  {
    file: 'web/form/use-application.ts',
    call: 'if (refused.length > 0)',
    why: 'another empty list is as empty',
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'cells.facilityNumber?.numbers.length ?? 0',
    why: `${TYPED}: every row has a cell for its number`,
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'cell?.unclear',
    mutator: 'OptionalChaining',
    why: `${TYPED}: every row has a cell for its service`,
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'useState(true)',
    mutator: 'BooleanLiteral',
    why: SETTLED,
  },
  {
    file: 'web/table/use-plan.ts',
    call: '() => (known && asksDirectory ? { known } : {}), [known, asksDirectory]',
    why: SETTLED,
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'known && { period: known.period, mayAnswer: asksDirectory, askDirectory }',
    why: SETTLED,
  },
  {
    file: 'web/table/use-plan.ts',
    call: '[target, sheet, settling]',
    why: 'the preview of another sheet is another one',
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'Object.keys(corrections).length > 0',
    why: 'without corrections both plans are the same: spares the second',
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'sheet.published ? [] : plan.offered',
    mutator: 'ArrayDeclaration',
    why: SETTLED,
  },
  {
    file: 'web/table/use-plan.ts',
    call: '(cells.facilityNumber?.numbers.length ?? 0) > 1',
    mutator: 'EqualityOperator',
    why: 'a cell lists its numbers only where there are several',
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'plan.offered.map(({ key }) => key) : []',
    mutator: 'ArrayDeclaration',
    why: 'no row has the key of the other list',
  },
]
