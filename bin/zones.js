/** The zones of the code and what each may import: the one table that `npm run check` holds the imports to. */

/**
 * @typedef {object} Zone
 * @property {readonly string[]} at files and folders (with a slash); the longest that fits a file decides its zone
 * @property {readonly string[]} sees other zones that it may import, by value or by type
 * @property {readonly string[]} [typesOf] further zones of which it may import types alone, by `import type`
 * @property {readonly string[]} [packages] what it may import of LIMITED_PACKAGES
 * @property {string} [why] the reason where the row is an exception from the usual layers
 */

/** Who knows SQL and who knows HTTP is a decision, and what is not loaded at a start; every other package may be imported wherever it is needed. */
export const LIMITED_PACKAGES = [
  '@e965/xlsx',
  'pdfjs-dist',
  'kysely',
  'pg',
  'node:sqlite',
  'fastify',
  'zod',
  'react',
  'react-dom',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
]
const DRIVERS = ['kysely', 'pg', 'node:sqlite']
const REACT = ['react', 'react-dom']
const OPEN_TELEMETRY = LIMITED_PACKAGES.filter((name) => name.startsWith('@opentelemetry/'))

/** @type {Readonly<Record<string, Zone>>} */
export const ZONES = {
  domain: { at: ['domain/'], sees: [] },
  calendar: {
    at: ['domain/working-days.ts'],
    sees: ['domain'],
    why: 'public holidays are a table that others keep, a package: the pages load nothing of it',
  },
  contract: { at: ['contract/'], sees: ['domain'], typesOf: ['schemas'] },
  schemas: {
    at: [
      'contract/apply-schemas.ts',
      'contract/staff-api-schemas.ts',
      'contract/console-schemas.ts',
      'contract/console-answers.ts',
      'contract/error-schemas.ts',
      'contract/status-schemas.ts',
      'contract/text-schemas.ts',
    ],
    sees: ['domain', 'contract'],
    packages: ['zod'],
    why: 'zod would be a third of a page: the browser takes types from these files, and nothing else',
  },
  sheets: { at: ['sheets/'], sees: ['domain', 'other workbooks', 'pdf files'] },
  'other workbooks': {
    at: ['sheets/read/other-workbook.ts'],
    sees: ['domain', 'sheets'],
    packages: ['@e965/xlsx'],
    why: 'SheetJS is ten times the readers: the worker loads it when a workbook comes that they do not know',
  },
  'pdf files': {
    at: ['sheets/read/pdf.ts'],
    sees: ['domain', 'sheets'],
    packages: ['pdfjs-dist'],
    why: 'PDF.js is twenty times the readers: the worker loads it when a PDF comes',
  },
  'sheet corpus': {
    at: ['sheets/corpus/'],
    sees: [],
    why: 'sheets of real programs and a writer of archives: journeys and the bench choose the files that unit tests read',
  },
  ui: { at: ['ui/'], sees: ['domain', 'contract'], packages: REACT, typesOf: ['schemas'] },

  core: {
    at: ['server/errors.ts', 'server/polling.ts', 'server/http/limits/rate-limits.ts'],
    sees: ['domain', 'contract'],
    typesOf: ['schemas'],
  },
  migrations: {
    at: ['server/store/migrations/'],
    sees: [],
    typesOf: ['store'],
    why: 'what was applied somewhere never changes: a constant of the living code in it would make two schemas of one number',
  },
  store: {
    at: ['server/store/'],
    sees: ['domain', 'contract', 'core', 'migrations'],
    typesOf: ['schemas'],
    packages: DRIVERS,
  },
  operations: {
    typesOf: ['schemas'],
    at: ['server/', 'server/http/limits/look-ups.ts', 'server/http/limits/sign-in.ts'],
    sees: ['domain', 'calendar', 'contract', 'sheets', 'core', 'store', 'observability'],
  },
  observability: {
    at: ['server/observability/'],
    sees: ['domain', 'calendar', 'core', 'store', 'traces'],
    why: 'the gauges of waiting work are read from the database, and count working days',
  },
  traces: {
    at: ['server/observability/open-telemetry.ts'],
    sees: ['observability'],
    packages: OPEN_TELEMETRY,
    why: 'loaded only where a collector is set: whatever imports it besides would load it at every start',
  },
  http: {
    at: ['server/http/', 'server/observability/metrics-server.ts'],
    sees: ['domain', 'contract', 'core', 'observability'],
    packages: ['fastify', 'zod'],
  },
  routes: {
    at: ['server/routes/', 'server/staff/routes/'],
    sees: ['domain', 'contract', 'schemas', 'core', 'operations', 'observability', 'http'],
    packages: ['fastify', 'zod'],
  },
  commands: {
    typesOf: ['schemas'],
    at: ['server/admin/'],
    sees: ['domain', 'contract', 'sheets', 'core', 'operations', 'store', 'observability'],
    why: 'a command opens the database it works on: construction and operation are one there',
  },
  demo: {
    at: ['server/demo/'],
    sees: ['domain', 'contract', 'core', 'operations', 'store', 'observability'],
    typesOf: ['schemas'],
    packages: ['node:sqlite'],
    why: 'a demo fills the database that it opens: construction and operation are one there',
  },
  composition: {
    at: [
      'server/main.ts',
      'server/demo.ts',
      'server/admin.ts',
      'server/app.ts',
      'server/staff-app.ts',
      'server/staff-main.ts',
      'server/lifecycle.ts',
      'server/clock.ts',
    ],
    sees: [
      'domain',
      'contract',
      'core',
      'store',
      'operations',
      'observability',
      'http',
      'routes',
      'commands',
      'demo',
    ],
    packages: ['fastify'],
  },

  'web network': {
    typesOf: ['schemas'],
    at: [
      'web/sending/actions.ts',
      'web/sending/calls.ts',
      'web/sending/fetch-text.ts',
      'web/sending/http.ts',
      'web/sending/session-storage.ts',
    ],
    sees: ['domain', 'contract'],
  },
  'web pages': {
    typesOf: ['schemas'],
    at: ['web/pages/'],
    sees: ['domain', 'contract', 'ui', 'web'],
    packages: REACT,
  },
  web: {
    typesOf: ['schemas'],
    at: ['web/'],
    sees: ['domain', 'contract', 'sheets', 'ui', 'web network', 'web routes'],
    packages: REACT,
  },
  'web routes': {
    at: ['web/routes.tsx'],
    sees: ['domain', 'contract', 'web', 'web pages'],
    packages: REACT,
    why: 'pages stand on top: the table of addresses alone knows them',
  },

  'console network': { at: ['console/api.ts'], sees: ['domain', 'contract'], typesOf: ['schemas'] },
  'console parts': {
    typesOf: ['schemas'],
    at: ['console/parts/'],
    sees: ['domain', 'contract', 'ui', 'console'],
    packages: REACT,
  },
  'console pages': {
    typesOf: ['schemas'],
    at: ['console/pages/'],
    sees: ['domain', 'contract', 'ui', 'console', 'console network', 'console parts'],
    packages: REACT,
  },
  console: {
    typesOf: ['schemas'],
    at: ['console/'],
    sees: ['domain', 'contract', 'ui', 'console network', 'console parts', 'console pages'],
    packages: REACT,
  },

  bin: { at: ['bin/'], sees: [] },
  'sample clients': {
    at: ['docs/billing-client.js', 'docs/returned-events.js'],
    sees: [],
    why: 'a billing system is another program, and so is whatever receives a provider’s events',
  },
  configuration: {
    at: [
      'playwright.config.ts',
      'vitest.config.ts',
      'web/vite.config.ts',
      'console/vite.config.ts',
    ],
    sees: ['bin'],
  },
  testing: {
    at: ['server/testing/', 'server/admin/testing.ts'],
    sees: [
      'domain',
      'contract',
      'schemas',
      'core',
      'migrations',
      'store',
      'operations',
      'observability',
      'http',
      'routes',
      'composition',
      'commands',
      'bin',
      'test provider',
      'test mail server',
    ],
    packages: [...DRIVERS, 'fastify', 'zod'],
    why: 'starts and breaks real databases and real servers for tests; no product file may import it',
  },
  'test provider': {
    at: ['server/testing/identity-provider.ts'],
    sees: [],
    why: 'an identity provider knows nothing of the product; journeys start it too',
  },
  'test mail server': {
    at: ['server/delivery/testing.ts'],
    sees: ['operations'],
    why: 'of the product it knows what a mail is, and no more; journeys start it too',
  },
  'started product': {
    at: ['server/testing/process.ts', 'server/testing/ports.ts'],
    sees: ['bin'],
    why: 'starts the server and the command as processes, with nothing of their code: whatever runs the product from outside does it so',
  },
  'filled desk': {
    at: ['server/testing/filled-desk.ts'],
    sees: ['testing'],
    why: 'fills a database with SQL alone; journeys over many applications do too',
  },
  'web testing': {
    at: ['web/testing.ts', 'web/testing-page.ts'],
    sees: ['domain', 'contract', 'sheets', 'ui', 'web'],
    packages: REACT,
  },

  'plain client': {
    typesOf: ['schemas'],
    at: ['harness/client/'],
    sees: ['domain', 'contract'],
    why: 'makes applications and sends them as a client of the calls does, for everything that runs the product from outside',
  },

  // Each of these runs the product from outside. None of them is in the list of any other zone.
  bench: {
    typesOf: ['schemas'],
    at: ['harness/bench/'],
    sees: [
      'domain',
      'contract',
      'sheets',
      'core',
      'store',
      'operations',
      'testing',
      'started product',
      'plain client',
      'filled desk',
      'sheet corpus',
      'bin',
    ],
    packages: ['node:sqlite', 'fastify'],
    why: 'compares the product with a bare database engine and a bare server',
  },
  faults: {
    typesOf: ['schemas'],
    at: ['harness/faults/'],
    sees: [
      'domain',
      'contract',
      'testing',
      'test mail server',
      'started product',
      'plain client',
      'filled desk',
      'bin',
      'open pages',
    ],
    packages: ['pg', 'node:sqlite'],
    why: 'reads the database without the store, so that a fault of the store is seen',
  },
  'open pages': {
    at: ['harness/faults/failover/open-pages.ts', 'harness/faults/failover/rolling.ts'],
    sees: [
      'domain',
      'testing',
      'started product',
      'plain client',
      'bin',
      'configuration',
      'faults',
      'e2e',
    ],
    why: 'an upgrade of two processes is seen by real browsers, which fill in the forms as journeys do',
  },
  fuzz: {
    typesOf: ['schemas'],
    at: ['harness/fuzz/'],
    sees: [
      'domain',
      'contract',
      'sheets',
      'core',
      'store',
      'testing',
      'started product',
      'plain client',
      'bin',
    ],
  },
  'sheet trials': {
    at: ['harness/sheets/'],
    sees: ['domain', 'sheets', 'pdf files', 'bin'],
    why: 'reads lists in ways that nobody has written down, and with features of the recogniser switched off',
  },
  unicode: { at: ['harness/unicode/'], sees: ['domain'] },
  recipes: {
    at: ['harness/recipes/'],
    sees: [
      'domain',
      'contract',
      'schemas',
      'sheets',
      'core',
      'store',
      'operations',
      'testing',
      'bin',
      'configuration',
      'e2e',
    ],
    why: 'its proofs run in a copy of the project, as tests there',
  },
  mutation: { at: ['harness/mutation/'], sees: ['bin', 'configuration'] },
  'browser promise': {
    at: ['harness/browsers/'],
    sees: ['bin'],
    why: 'reads the built files alone, and what browsers have',
  },
  e2e: {
    typesOf: ['schemas'],
    at: ['harness/e2e/'],
    sees: [
      'domain',
      'contract',
      'sheets',
      'sheet corpus',
      'test provider',
      'test mail server',
      'started product',
      'plain client',
      'filled desk',
      'bin',
      'configuration',
      'calendar',
    ],
    packages: ['node:sqlite'],
    why: 'what a desk says is counted from the rows themselves, without the store',
  },
}

/** What a test may import besides: any zone of its own top folder, and these. */
export const TESTS = {
  sees: ['bin', 'sheet corpus', 'web testing'],
  packages: ['fastify', 'zod', '@e965/xlsx'],
}
