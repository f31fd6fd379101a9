/** A mutant that may live, with the reason why no test can or need tell it from the original. */
export type Survivor = {
  file: string
  /** The part of the file that may be changed or left out, white space as single spaces: as little as has the reason. */
  call: string
  /** Stryker's name of the one kind of change that is meant; without it, every kind. */
  mutator?: string
  why: string
}
