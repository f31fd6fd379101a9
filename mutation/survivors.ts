/** Mutants that may live, each with the reason why no test can or need tell it from the original. */

export type Survivor = {
  file: string
  /** The part of the file that may be changed or left out, white space as single spaces: as little as has the reason. */
  call: string
  /** Stryker's name of the one kind of change that is meant; without it, every kind. */
  mutator?: string
  why: string
}

export const SURVIVORS: readonly Survivor[] = [
  {
    file: 'domain/estimate.ts',
    call: 'group === undefined ||',
    why: 'what has no group has no price either; the compiler wants the condition',
  },
  {
    file: 'domain/facilities.ts',
    call: "'facilityNumber', row.facilityNumber",
    why: 'every cell that is neither name nor service is read as a number',
  },
  {
    file: 'domain/known-numbers.ts',
    call: "name .normalize('NFKC') .toLowerCase()",
    why: 'names are only compared with each other: capitals would do as well',
  },
  {
    file: 'domain/old-characters.ts',
    call: "([, old = '', modern = ''])",
    why: 'the pattern always has both parts; the compiler cannot know it',
  },
  {
    file: 'domain/contract.ts',
    call: '.exec(text) ?? []',
    why: 'a list without a second part is as good as an empty one',
  },
  {
    file: 'server/http/client-address.ts',
    call: "const [head = '', tail]",
    why: 'a split has a first part',
  },
]
