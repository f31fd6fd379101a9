/** Mutants of what makes and reads directory files that may live. */
import type { Survivor } from '../survivor.ts'

export const DIRECTORY_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/store/directory-build.ts',
    call: '`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000; pragma locking_mode = exclusive`',
    why: 'speed alone: a failure leaves a file to delete either way',
  },
  {
    file: 'server/store/directory-build.ts',
    call: 'db.prepare(sql).get()?.total',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/directory-build.ts',
    call: 'const [first] = group ?? []',
    why: 'where there is no group its first row is not asked for',
  },
  {
    file: 'server/store/directory-build.ts',
    call: 'first?.corporation',
    why: 'a group has a first row; the compiler cannot know it',
  },
  {
    file: 'server/store/directory-file.ts',
    call: '{ readOnly: true }',
    why: 'it writes nothing but temporary tables',
  },
  {
    file: 'server/store/directory-file.ts',
    call: 'row?.new',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/directory-file.ts',
    call: 'row?.gone',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/directory-file.ts',
    call: 'row?.changed',
    why: 'the query always gives a row; the compiler cannot know it',
  },
  {
    file: 'server/store/directory-file.ts',
    call: '{ readOnly: true }',
    why: 'no statement here writes',
  },
  {
    file: 'server/store/directory-file.ts',
    call: "'pragma cache_size = -16000'",
    why: 'speed alone',
  },
  {
    file: 'server/store/directory-file.ts',
    call: 'Array.from(phrase).length < TRIGRAM',
    why: 'an index of three characters finds nothing shorter',
  },
  {
    file: 'server/store/directory-build.ts',
    call: "`insert into entry_index (entry_index) values ('optimize')`",
    why: 'speed alone',
  },
  {
    file: 'server/store/directory-build.ts',
    call: "`insert into facility_index (facility_index) values ('optimize')`",
    why: 'speed alone',
  },
  {
    file: 'server/store/directory-build.ts',
    call: "namesOf(String(row.name), '')",
    mutator: 'StringLiteral',
    why: 'a reading that no facility has is found only by who looks for it',
  },
  {
    file: 'server/store/directory-build.ts',
    call: "NAME_START + name + NAME_END).join('')",
    mutator: 'StringLiteral',
    why: 'no phrase goes beyond the end of a name',
  },
  {
    file: 'server/store/directory-build.ts',
    call: 'list.length < DIRECTORY_HITS && list.at(-1) !== id',
    why: 'the first ten are taken at the end: here it bounds memory',
  },
  {
    file: 'server/store/directory-build.ts',
    call: 'length < TRIGRAM',
    mutator: 'EqualityOperator',
    why: 'three characters are looked for in the other index',
  },
  {
    file: 'server/store/directory-build.ts',
    call: 'at + length',
    mutator: 'ArithmeticOperator',
    why: 'pieces that are cut short stand in the table already, or are empty',
  },
]
