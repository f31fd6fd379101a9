/** Any step of an application, of few enough keys and numbers that they meet each other. */
import fc from 'fast-check'
import { PRICES, type Step } from './model.ts'

const key = fc.constantFrom(null, 'k1', 'k2', 'k3')
const customer = fc.oneof(fc.constantFrom('C-1', 'C-2'), fc.nat({ max: 3 }))

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    call: fc.constant('register' as const),
    key,
    flow: fc.constantFrom('entry' as const, 'trial' as const),
    person: fc.constantFrom('田中', '佐藤'),
    supersedes: fc.constantFrom(null, 'k1', 'k2'),
  }),
  fc.record({
    call: fc.constant('consent' as const),
    key,
    customer,
    kind: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
    price: fc.constantFrom(...PRICES),
  }),
  fc.record({
    call: fc.constant('facilities' as const),
    key,
    customer,
    rows: fc.constantFrom('one' as const, 'two' as const),
  }),
)
