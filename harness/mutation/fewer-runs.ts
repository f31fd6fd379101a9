/** Stands in for `fast-check` in mutation runs: fewer cases, and the same for every mutant, for a mutant that lives is run against each property that reaches it. */
import fc from 'fast-check'

const USUAL_RUNS = 30

const assert = ((property, parameters) =>
  fc.assert(property, { numRuns: USUAL_RUNS, seed: 1, ...parameters })) as typeof fc.assert

export default { ...fc, assert }
