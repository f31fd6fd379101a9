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
  contract: { at: ['contract/'], sees: ['domain'], typesOf: ['schemas'] },
  schemas: {
    at: [
      'contract/apply-schemas.ts',
      'contract/staff-api-schemas.ts',
      'contract/console-schemas.ts',
      'contract/status-schemas.ts',
    ],
    sees: ['domain', 'contract'],
    packages: ['zod'],
    why: 'zod would be a third of a page: the browser takes types from these files, and nothing else',
  },
  sheets: { at: ['sheets/'], sees: ['domain', 'other workbooks'] },
  'other workbooks': {
    at: ['sheets/read/other-workbook.ts'],
    sees: ['domain', 'sheets'],
    packages: ['@e965/xlsx'],
    why: 'SheetJS is ten times the readers: the worker loads it when a workbook comes that they do not know',
  },
  'sheet corpus': {
    at: ['sheets/corpus/'],
    sees: [],
    why: 'sheets of real programs and a writer of archives: journeys and the bench choose the files that unit tests read',
  },
  ui: { at: ['ui/'], sees: ['domain', 'contract'], packages: REACT, typesOf: ['schemas'] },

  core: {
    at: ['server/errors.ts', 'server/http/limits/applications.ts'],
    sees: ['domain', 'contract'],
  },
  store: {
    at: ['server/store/'],
    sees: ['domain', 'contract', 'core'],
    typesOf: ['schemas'],
    packages: DRIVERS,
  },
  operations: {
    typesOf: ['schemas'],
    at: ['server/', 'server/http/limits/look-ups.ts', 'server/http/limits/sign-in.ts'],
    sees: ['domain', 'contract', 'sheets', 'core', 'store', 'observability'],
  },
  observability: {
    at: ['server/observability/'],
    sees: ['domain', 'core', 'store', 'traces'],
    why: 'the gauges of waiting work are read from the database',
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
  composition: {
    at: [
      'server/main.ts',
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
    ],
    packages: ['fastify'],
  },

  'web network': {
    typesOf: ['schemas'],
    at: [
      'web/sending/actions.ts',
      'web/sending/calls.ts',
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
    sees: ['domain', 'contract', 'sheets', 'ui', 'web network', 'web pages'],
    packages: REACT,
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
  'sample client': {
    at: ['docs/billing-client.js'],
    sees: [],
    why: 'a billing system is another program',
  },
  configuration: { at: ['playwright.config.ts', 'vitest.config.ts'], sees: ['bin'] },
  testing: {
    at: ['server/testing/', 'server/delivery/testing.ts', 'server/admin/testing.ts'],
    sees: [
      'domain',
      'contract',
      'schemas',
      'core',
      'store',
      'operations',
      'observability',
      'http',
      'composition',
      'commands',
      'bin',
      'test provider',
    ],
    packages: [...DRIVERS, 'fastify'],
    why: 'starts and breaks real databases and real servers for tests; no product file may import it',
  },
  'test provider': {
    at: ['server/testing/identity-provider.ts'],
    sees: [],
    why: 'an identity provider knows nothing of the product; journeys start it too',
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
    sees: ['domain', 'sheets', 'bin'],
    why: 'reads lists in ways that nobody has written down, and with features of the recogniser switched off',
  },
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
  mutation: { at: ['harness/mutation/'], sees: ['bin', 'testing'] },
  e2e: {
    typesOf: ['schemas'],
    at: ['harness/e2e/'],
    sees: [
      'domain',
      'contract',
      'sheets',
      'sheet corpus',
      'test provider',
      'started product',
      'plain client',
      'filled desk',
      'bin',
      'configuration',
    ],
  },
}

/** What a test may import besides: any zone of its own top folder, and these. */
export const TESTS = {
  sees: ['bin', 'sheet corpus', 'web testing'],
  packages: ['fastify', 'zod', '@e965/xlsx'],
}
