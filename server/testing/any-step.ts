/** Any steps of applications: of few keys and customers, and mostly what fits, so that steps build on each other. */
import fc from 'fast-check'
import { type Customer, PRICES, type Step } from './model.ts'

type Kind = (Step & { call: 'consent' })['kind']

const key = among([null, 5], ['k1', 2], ['k2', 1], ['k3', 1])
const supersedes = among([null, 5], ['k1', 1], ['k2', 1])

const consentTo = (customer: fc.Arbitrary<Customer>, kind: fc.Arbitrary<Kind>) =>
  fc.record({
    call: fc.constant('consent' as const),
    key,
    customer,
    kind,
    price: fc.oneof(fc.constantFrom(...PRICES.slice(0, 2)), fc.constantFrom(...PRICES)),
  })

const issued = among<Customer>([0, 4], [1, 2], [2, 1])
const existing = among<Customer>(['C-1', 3], ['C-2', 1])

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      call: fc.constant('register' as const),
      key,
      flow: among<'entry' | 'trial'>(['entry', 2], ['trial', 1]),
      person: among(['田中', 4], ['佐藤', 1]),
      supersedes,
    }),
  },
  { weight: 3, arbitrary: consentTo(issued, among<Kind>([1, 8], [4, 4], [2, 1], [3, 1])) },
  { weight: 2, arbitrary: consentTo(existing, among<Kind>([2, 6], [3, 4], [1, 1], [4, 1])) },
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.constant('facilities' as const),
      key,
      customer: fc.oneof({ weight: 2, arbitrary: issued }, { weight: 1, arbitrary: existing }),
      rows: fc.constantFrom('one' as const, 'two' as const),
    }),
  },
)

/** Without a size of its own fast-check prefers few, and hardly an application would be completed. */
export const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 40, size: 'max' })

function among<T>(...choices: [value: T, weight: number][]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })))
}
