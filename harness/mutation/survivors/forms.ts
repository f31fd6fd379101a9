/** Mutants of forms and of the preview of a paste that may live. */
import type { Survivor } from '../survivor.ts'

const TYPED = 'for the compiler alone'
const SETTLED = 'what the directory settles: harness/e2e/directory-rows.spec.ts'

export const FORM_SURVIVORS: readonly Survivor[] = [
  {
    file: 'web/form/use-application.ts',
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
    file: 'web/form/use-application.ts',
    call: 'group === undefined',
    mutator: 'ConditionalExpression',
    why: `${TYPED}: no price stands under undefined either`,
  },

  {
    file: 'web/form/use-application.ts',
    call: 'offerDirectory(form.current)',
    why: 'the directory: harness/e2e/directory.spec.ts',
  },
  {
    file: 'web/form/use-application.ts',
    call: "{ import('../directory/load-directory.ts').then( ({ onTouch }) => onTouch(form), () => {}, ) }",
    why: 'the directory: harness/e2e/directory.spec.ts',
  },
  {
    file: 'web/form/use-application.ts',
    call: "Array.from(form.current?.elements ?? []).filter( (control) => control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value, )",
    why: 'leaves out what would not change: spares loading the code for nothing',
  },
  {
    file: 'web/form/use-application.ts',
    call: 'form.current?.elements ?? []',
    why: `${TYPED}: the form is there before its effects run`,
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
    call: '() => (excerpt && asksDirectory ? { excerpt } : {}), [excerpt, asksDirectory]',
    why: SETTLED,
  },
  {
    file: 'web/table/use-plan.ts',
    call: 'excerpt && { period: excerpt.period, mayAnswer: asksDirectory, askDirectory }',
    why: SETTLED,
  },
  {
    file: 'web/table/use-plan.ts',
    call: '[target, sheet, fromDirectory]',
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

  {
    file: 'web/form/use-application.ts',
    call: '() => saveDraft()',
    why: 'what was typed is kept 300 ms later as well',
  },
  {
    file: 'web/form/use-application.ts',
    call: '[]) return soon',
    mutator: 'ArrayDeclaration',
    why: 'any list does that never changes',
  },
]
