/** What is mutated, by area: its files, and the tests that must notice. */
import { globSync } from 'node:fs'

export type Area = {
  /** Globs under the root; tests and test helpers are always left out. */
  mutate: readonly string[]
  tests: readonly string[]
  /** The database of the suites that run on both; SQLite where nothing is said. */
  engine?: 'postgres'
}

const AREAS_TABLE = {
  domain: {
    // Not the files that the areas applications and staff have.
    mutate: [
      'contract/!(console|*-schemas).ts',
      'domain/!(search-grams|staff).ts',
      'sheets/{*,recognise/*}.ts',
    ],
    // Workbooks and files that are read are tried where they are written and opened.
    // Not the properties of whole sheets, which take longer than all the others together.
    tests: [
      '{contract,domain}/**/*.test.ts',
      'sheets/{!(fuzz|properties),recognise/*}.test.ts',
      'web/saved-form/*.test.ts',
      'web/table/spreadsheets.test.ts',
      'server/staff/export-xlsx.test.ts',
    ],
  },
  applications: {
    mutate: ['server/applications/**/*.ts', 'contract/{apply,status}-schemas.ts'],
    // The models draw calls for seconds, and kill little that the others do not.
    tests: [
      'server/applications/!(applications.model).test.ts',
      'server/{status,status-around,conversation,withdrawal,left-behind}.test.ts',
      'server/correction{,-at-once,-billing,-content,-rules}.test.ts',
      'server/admin/invitations.test.ts',
      'contract/status.test.ts',
    ],
  },
  store: {
    // Not what runs in a thread or process of its own, nor tests that start one: no mutant is at work there;
    // nor what the area postgres has.
    mutate: [
      'server/store/!(sqlite-examination-process|postgres-examination)*.ts',
      'server/store/queries/*.ts',
      'server/store/sqlite/!(checkpoint-thread).ts',
    ],
    tests: [
      'server/store/!(postgres*|sqlite-processes).test.ts',
      'server/store/{queries,sqlite}/*.test.ts',
      'server/applications/retention.test.ts',
      'server/http/limits/applications.test.ts',
      'server/directory/{import,search,guards}.test.ts',
      // Queries whose only callers are the status page, the search, the counter and the postal codes.
      'server/{conversation,withdrawal,correction,status-around,left-behind}.test.ts',
      'server/staff/{search,applications}.test.ts',
      'server/staff/routes/counter.test.ts',
      'server/postal/{look-up,import}.test.ts',
    ],
  },
  postgres: {
    mutate: ['server/store/postgres/*.ts', 'server/store/postgres-examination.ts'],
    // Not those that wait for ten seconds.
    tests: [
      'server/store/{open-database,transactions,migrate,migrations,statement}.test.ts',
      'server/store/{postgres-!(hanging),postgres/*}.test.ts',
    ],
    engine: 'postgres',
  },
  delivery: {
    mutate: ['server/delivery/**/*.ts'],
    // Not whole outboxes at a mail server, which take seconds and come to nearly every line.
    tests: [
      'server/delivery/!(*-isolation|outbox*).test.ts',
      'server/delivery/mail/*.test.ts',
      // The mails about the status and to staff.
      'server/{conversation,withdrawal,correction,status-around}.test.ts',
    ],
  },
  http: {
    mutate: ['server/http/*.ts', 'server/http/limits/!(applications).ts'],
    // Of the tests in other folders only these: they hold checks that no test in server/http reaches.
    tests: [
      'server/http/**/*.test.ts',
      'server/{app,staff-app-requests}.test.ts',
      'server/routes/directory.test.ts',
      'server/staff/{small-rules,overtaken}.test.ts',
    ],
  },
  limits: {
    mutate: ['server/http/limits/applications.ts', 'server/applications/retention.ts'],
    tests: [
      'server/http/limits/applications.test.ts',
      'server/{left-behind,limits-at-once}.test.ts',
      'server/applications/retention.test.ts',
    ],
  },
  staff: {
    mutate: [
      'server/staff/**/*.ts',
      'contract/{console,console-schemas,staff-api-schemas}.ts',
      'domain/{search-grams,staff}.ts',
    ],
    // Not those that take seconds: whole billing systems, and each pair of two people's actions.
    tests: [
      'server/staff/**/!(billing-system|pairs).test.ts',
      'server/staff-app{,-requests}.test.ts',
      'server/admin/{applications,staff-accounts}.test.ts',
      'contract/staff.test.ts',
      'domain/search-*.test.ts',
      // What staff do with what an applicant sends after the application.
      'server/{conversation,withdrawal,status,correction{,-at-once,-content}}.test.ts',
    ],
  },
  web: {
    // Of the components only those with functions that unit tests call: the others are the journeys' matter, and so are
    // focus, the clipboard and the address bar.
    mutate: [
      'web/render-pages.tsx',
      'web/navigation.ts',
      'web/directory/look-up.ts',
      'web/form/*.ts',
      'web/form/estimate-lines.tsx',
      'web/{correct/{change,first-draft,hand-over,use-correction},status/use-{press,status}}.ts',
      'web/saved-form/{applicant-controls,saved-form,workbook}.ts',
      'web/sending/*.ts',
      'web/table/{row-edits,row-notes,use-plan}.ts',
      'sheets/read/!(clipboard).ts',
    ],
    tests: [
      'web/!(golden).test.ts',
      'web/{correct,directory,form,saved-form,sending,status}/*.test.ts',
      // Whole sheets too: what plain text becomes shows in the rows.
      'sheets/{!(fuzz|properties),read/*,recognise/*}.test.ts',
      'web/table/{export,row-edits,row-notes,spreadsheets,overflow,use-plan}.test.ts',
      'console/**/*.test.ts',
    ],
  },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof AREAS_TABLE
export const AREAS: Readonly<Record<AreaName, Area>> = AREAS_TABLE
export const AREA_NAMES = Object.keys(AREAS) as AreaName[]

/** A area's files, or those whose path contains one of the words. */
export const mutatedFiles = (area: AreaName, words: readonly string[]): string[] =>
  globSync([...AREAS[area].mutate])
    .filter(
      (file) =>
        !/\.test\.|testing[./]/.test(file) &&
        (words.length === 0 || words.some((word) => file.includes(word))),
    )
    .toSorted()
