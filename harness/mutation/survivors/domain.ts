/** Mutants of the domain that may live. */
import type { Survivor } from '../survivor.ts'

export const DOMAIN_SURVIVORS: readonly Survivor[] = [
  {
    file: 'domain/prices.ts',
    call: 'rows.length === 0 || unitPrice === undefined',
    mutator: 'ConditionalExpression',
    why: 'rows of a group without a price were refused before; the compiler cannot know it',
  },
  {
    file: 'domain/prices.ts',
    call: 'if (!inForce) throw new RangeError(`no price list for ${catalogue}`)',
    why: 'every catalogue has a list; the compiler cannot know it',
  },
  {
    file: 'domain/prices.ts',
    call: 'group !== undefined &&',
    why: 'what has no group has no price either; the compiler wants the condition',
  },
  {
    file: 'web/table/row-notes.ts',
    call: 'provisionalEstimate(rules, list, [row])?.rows ?? []',
    why: 'what is not offered is left out before, so that there is always an estimate; the compiler cannot know it',
  },
  {
    file: 'contract/apply.ts',
    call: "'moushikomi-file-worker'",
    why: 'server/security.test.ts compares the whole policy; it is no test of this room',
  },
  {
    file: 'domain/prices.ts',
    call: 'group === undefined ||',
    why: 'what has no group has no price either; the compiler wants the condition',
  },
  {
    file: 'domain/facilities.ts',
    call: "'facilityNumber', row.facilityNumber",
    why: 'every cell that is neither name nor service is read as a number',
  },
  {
    file: 'domain/directory-notes.ts',
    call: "name .normalize('NFKC') .toLowerCase()",
    why: 'names are only compared with each other: capitals would do as well',
  },
  {
    file: 'domain/search-folding.ts',
    call: "([, old = '', modern = ''])",
    why: 'the pattern always has both parts; the compiler cannot know it',
  },
  {
    file: 'contract/apply.ts',
    call: '.exec(text) ?? []',
    why: 'a list without a second part is as good as an empty one',
  },
]
