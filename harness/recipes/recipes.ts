/** What CONTRIBUTING says has to change for what, done; `proof` then uses the change. */
import type { Copy } from './copy.ts'

export type Recipe = {
  name: string
  apply(copy: Copy): void
  /** A test in recipes/proofs/. */
  proof: string
  /** Tests that must pass afterwards: beside the code that the recipe changes, or all of `npm test -- unit` where it changes tables. */
  tests?: readonly string[] | 'all'
  /** A journey in recipes/proofs/, for which the copy is built. */
  journey?: string
}

export const RECIPES: readonly Recipe[] = [
  {
    name: 'a new service key',
    proof: 'service.proof.ts',
    apply(copy) {
      copy.addRow('domain/catalogue.ts', 'SERVICES', `TSUSHO: everywhere('通所支援', 'disability')`)
      copy.addRow('sheets/recognise/service-spellings.ts', 'WORDS', `TSUSHO: '通所'`)
    },
  },
  {
    name: 'a price revision',
    proof: 'price.proof.ts',
    tests: ['domain/price-lists.test.ts'],
    apply(copy) {
      copy.replace(
        'domain/price-lists.test.ts',
        /(\['contract', )'\S+'(\],\n)/,
        "$1'contract-2999-04'$2",
      )
      copy.addRow(
        'domain/prices.ts',
        'PRICE_LISTS',
        `{
          version: 'contract-2999-04',
          catalogue: 'contract',
          from: '2999-04-01',
          prices: { consultation: 11980, community: 5980, disability: 11980 },
        }`,
      )
    },
  },
  {
    name: 'a new applicant field',
    proof: 'field.proof.ts',
    tests: 'all',
    apply(copy) {
      copy.addRow(
        'domain/applicant.ts',
        'APPLICANT_FIELDS',
        `department: { label: '担当部署', missing: null, limit: 60, wire: 'busho', column: 'department' }`,
        'person',
      )
      copy.write(
        'server/store/migrations/9999-department.ts',
        `import type { Migration } from './migration.ts'

export const DEPARTMENT: Migration = {
  name: 'the department of the person who applies',
  steps: [
    \`alter table applications add column department text not null default ''\`,
    \`alter table revisions add column department text not null default ''\`,
  ],
}
`,
      )
      copy.replace(
        'server/store/migrations/migrations.ts',
        '\n\nexport',
        `\nimport { DEPARTMENT } from './9999-department.ts'\n\nexport`,
      )
      copy.addRow('server/store/migrations/migrations.ts', 'MIGRATIONS', 'DEPARTMENT')
      copy.replace(
        'domain/applicant.test.ts',
        /(\n +)(\['person', '登録担当者名'\],)/,
        `$1$2$1['department', '担当部署'],`,
      )
      copy.replace(
        'contract/contract.test.ts',
        /(\n +)(\['mailaddress', 'a@b'\],)/,
        `$1$2$1['busho', ''],`,
      )
    },
  },
  {
    name: 'a new status',
    proof: 'status.proof.ts',
    tests: 'all',
    apply(copy) {
      addStatus(copy)
      for (const [file, table, row] of STATUS_ROWS) copy.addRow(file, table, row)
    },
  },
  {
    name: 'a new setting',
    proof: 'setting.proof.ts',
    tests: ['server/config/settings.test.ts', 'server/config/settings-document.test.ts'],
    apply(copy) {
      copy.addRow(
        'server/config/settings.ts',
        'SETTINGS',
        `MOTTO: { about: 'A motto', allowed: 'any text', fallback: 'よろしく', read: (text) => text }`,
      )
      copy.replace(
        'docs/operations.md',
        /\n(\| `LOG_LEVEL` .*)/,
        '\n$1\n| `MOTTO` | `よろしく` | A motto | any text |',
      )
      copy.replace(
        'server/config/settings.test.ts',
        /(\n +)(LOG_LEVEL: .*)/,
        `$1$2$1MOTTO: 'よろしく',`,
      )
    },
  },
  {
    name: 'a fifth flow',
    proof: 'flow.proof.ts',
    journey: 'flow.journey.ts',
    apply(copy) {
      addFlow(copy)
      for (const [file, table, row] of FLOW_ROWS) copy.addRow(file, table, row)
      const page = copy.read('web/pages/entry.tsx')
      copy.write('web/pages/seminar.tsx', page.replaceAll(/(['"])entry\1/g, '$1seminar$1'))
    },
  },
]

/** The row of STAFF_STATUSES alone: open, and shown to the applicant as one that there is. */
export function addStatus(copy: Copy): void {
  copy.addRow(
    'domain/staff.ts',
    'STAFF_STATUSES',
    `held: { label: '保留', shownAs: 'in_progress', key: '6', sign: 'begun', isTold: false, isConfirmed: false, since: 2 }`,
    'in_progress',
  )
}

/** What needs words of each status: each is a compiler's error until it has a row. */
export const STATUS_ROWS: readonly (readonly [file: string, table: string, row: string])[] = [
  ['console/pages/guide-page.tsx', 'MEANINGS', `held: '担当者が手を止めています。'`],
]

/** The row of FLOWS alone: what the compiler then misses is the rest of the recipe. */
export function addFlow(copy: Copy): void {
  copy.addMember('domain/flows.ts', 'Flow', `'seminar'`)
  copy.replace('domain/flows.ts', /(\n {2}kind: \d[ \d|]*)/, '$1 | 5')
  copy.replace('domain/flows.ts', /(\n {2}appform: [^\n]*)/, '$1 | 5')
  const [, entry = ''] =
    /\n {2}entry: (\{[\s\S]*?\n {2}\}),/.exec(copy.read('domain/flows.ts')) ?? []
  const row = entry
    .replaceAll('/entry/', '/seminar/')
    .replace('kind: 1', 'kind: 5')
    .replace('appform: 3', 'appform: 5')
  copy.addRow('domain/flows.ts', 'FLOWS', `seminar: ${row}`)
}

/** The tables keyed by the flows: each is a compiler's error until it has a row. */
export const FLOW_ROWS: readonly (readonly [file: string, table: string, row: string])[] = [
  [
    'domain/completions.ts',
    'COMPLETIONS',
    `seminar: { title: '説明会のお申し込みを受け付けました', message: () => '日時をメールでお送りします。' }`,
  ],
  ['domain/consent.ts', 'CONSENT_WORDS', `seminar: '規約に同意して説明会に申し込む'`],
  ['domain/staff.ts', 'PROCEDURES', `seminar: '説明会のお申し込み'`],
  [
    'web/routes.tsx',
    'FORM_PAGES',
    `seminar: { module: 'seminar', load: () => import('./pages/seminar.tsx') }`,
  ],
  ['web/intros.tsx', 'FORM_INTROS', 'seminar: <Lead>説明会のお申し込み画面です。</Lead>'],
  [
    'web/procedures.tsx',
    'SHOWN',
    `seminar: { purpose: '説明会に参加される方', sign: 'M4 4h16v16H4z' }`,
  ],
  ['web/form/guide.tsx', 'NEEDED', `seminar: { time: '約1分', needed: PLACE }`],
  ['web/form/use-application.ts', 'ONWARD', `seminar: CONTRACT_ONWARD`],
  ['web/table/bar.tsx', 'LABELS', `seminar: '概算（月額・税抜）'`],
  ['harness/e2e/filled-forms.ts', 'DONE_TITLES', `seminar: '説明会のお申し込みを受け付けました'`],
]
