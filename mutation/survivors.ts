/** Mutants that may live, each with the reason why no test can or need tell it from the original. */

export type Survivor = { file: string; call: string; why: string }

export const SURVIVORS: readonly Survivor[] = []
