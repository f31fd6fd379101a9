/** `npm test`: installs and builds what is missing, runs every check, and counts the tests in its last line. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { argv } from 'node:process'
import { memoryFolder } from './memory.js'
import { prepare } from './prepare.js'
import { command, PlainError, ROOT, run, typeScriptProjects } from './run.js'
import { installTestTools } from './test-tools.js'

/** Of the check that runs. */
const REPORT = join(ROOT, 'build', 'test-report.json')

/** What a whole run has at most: databases with their logs, profiles of browsers, copies of the project. */
const ROOM_BYTES = 6 * 2 ** 30
/** @type {string | undefined} */
let temporary

/** Flaky tests of a part: a machine that stalls for seconds makes those late that run just then; a defect makes many. */
const MAX_FLAKY = 4

/**
 * By the outcome in Playwright's report.
 * @type {Readonly<Record<string, string>>}
 */
const WORD_OF = { unexpected: 'FAILED', flaky: 'SECOND TRY', skipped: 'SKIPPED' }

/**
 * Too slow for each run: copies of the project, databases of earlier versions, processes that are started and killed,
 * settings one by one, databases, mail servers and clients that fail or are slow, models that draw calls, each pair of
 * actions at once, each action stopped at each statement, each value that is shown, tried as a key, each route with
 * each credential, each press repeated, a year of figures, and lists of the longest texts.
 */
const LONG_UNIT_TESTS = [
  'harness/faults/returned',
  'harness/recipes',
  'server/admin/long-commands.test.ts',
  'server/admin/maintenance.test.ts',
  'server/apply/public-calls.model.test.ts',
  'server/config/operator-start.test.ts',
  'server/config/wrong-settings.test.ts',
  'server/correction-rules.test.ts',
  'server/delivery/outbox-isolation.test.ts',
  'server/delivery/outbox-outages.test.ts',
  'server/delivery/webhook-isolation.test.ts',
  'server/demo/demo.test.ts',
  'server/main.test.ts',
  'server/pairs.test.ts',
  'server/shown-never-acts.test.ts',
  'server/sockets.test.ts',
  'server/staff/access-golden.test.ts',
  'server/staff/billing-system.test.ts',
  'server/staff/figures.test.ts',
  'server/staff/presses.test.ts',
  'server/stops.test.ts',
  'server/store/damage.test.ts',
  'server/store/postgres-damage.test.ts',
  'server/store/postgres-failover.test.ts',
  'server/store/postgres-hanging.test.ts',
  'server/store/sqlite-processes.test.ts',
  'server/stranger.model.test.ts',
  'server/traces.test.ts',
  'server/worst-hour.test.ts',
  'sheets/read/pdf.test.ts',
  'web/table/long-texts.test.ts',
]

/** @typedef {{ passed: number, failed: number, failures?: readonly string[] }} Counts `failures`: a line for each, with its file */
/** @typedef {Counts & { name: string, seconds: number }} Result */

/**
 * @typedef {object} Check
 * @property {'check' | 'unit' | 'e2e' | 'long'} part selects it: `npm test -- unit`
 * @property {string} name
 * @property {readonly (readonly [string, ...string[]])[]} commands
 * @property {(report: any) => Counts} [count] reads the JSON report, where there is one
 */

/** @type {readonly Check[]} */
const CHECKS = [
  { part: 'check', name: 'format and lint', commands: [['biome', 'check', '.']] },
  { part: 'check', name: 'boundaries', commands: [['node', 'bin/boundaries.js']] },
  {
    part: 'check',
    name: 'types',
    commands: typeScriptProjects(ROOT).map((folder) => ['tsc', '-p', folder]),
  },
  {
    part: 'unit',
    name: 'unit tests',
    commands: [
      unitTests(
        ...LONG_UNIT_TESTS.flatMap((path) => [`--exclude=${path}`, `--exclude=${path}/**`]),
      ),
    ],
    count: countUnitTests,
  },
  // Other browsers, screens and states, and what takes longest: `npm run test:long` (decision 58).
  { part: 'e2e', name: 'browser journeys', commands: [journeys('chromium')], count: countJourneys },
  {
    part: 'long',
    name: 'long unit tests',
    commands: [unitTests(...LONG_UNIT_TESTS)],
    count: countUnitTests,
  },
  {
    part: 'long',
    name: 'long journeys, states, phone, Firefox',
    commands: [journeys('long', 'states', 'mobile', 'firefox')],
    count: countJourneys,
  },
]

await command(test)

async function test() {
  const checks = chosenChecks(argv.slice(2))
  const install = { name: 'install and build', work: () => prepareFor(checks) }
  const results = [await timed(install)]
  if (results[0]?.failed === 0) {
    for (const check of checks)
      results.push(await timed({ name: check.name, work: () => runCheck(check) }))
  }
  console.log('')
  for (const { name, seconds, failed } of results) {
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${name}`,
    )
  }
  // Last, where a long log is cut: what failed is named beside the counts.
  for (const line of results.flatMap(({ failures = [] }) => failures)) console.log(line)
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, result) => total + result[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}

/**
 * @param {readonly string[]} which
 * @returns {[string, ...string[]]}
 */
function unitTests(...which) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  return ['vitest', 'run', '--retry=1', ...report, ...which]
}

/**
 * @param {readonly string[]} projects of playwright.config.ts
 * @returns {[string, ...string[]]}
 */
function journeys(...projects) {
  const chosen = projects.map((project) => `--project=${project}`)
  return ['playwright', 'test', '--reporter=list,json', ...chosen]
}

/**
 * Tests that passed only at their second try are named, and more than a few of them are a failure. What was skipped was
 * not shown to work: it counts as failed.
 * @param {Record<'passed' | 'flaky' | 'failed', number>} of
 * @param {readonly string[]} failures
 * @returns {Counts}
 */
function judged({ passed, flaky, failed }, failures) {
  const isFew = flaky <= MAX_FLAKY
  return { passed: passed + (isFew ? flaky : 0), failed: failed + (isFew ? 0 : flaky), failures }
}

/**
 * A file that fails as a whole, while it is loaded, has no failed test: its message says what happened.
 * @typedef {{ status: string, fullName: string, failureMessages: readonly string[] }} UnitTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly UnitTest[] }} UnitFile
 * @param {{ numPassedTests: number, numTotalTests: number, testResults: readonly UnitFile[] }} report
 */
function countUnitTests({ numPassedTests, numTotalTests, testResults }) {
  const isFlaky = (/** @type {UnitTest} */ { status, failureMessages }) =>
    status === 'passed' && failureMessages.length > 0
  const flaky = testResults.flatMap((file) => file.assertionResults.filter(isFlaky)).length
  const lines = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    const failed = assertionResults.filter((test) => test.status !== 'passed' || isFlaky(test))
    if (failed.length === 0 && status !== 'passed')
      return [`FAILED ${file}: ${message.split('\n')[0]}`]
    return failed.map(
      (test) =>
        `${isFlaky(test) ? WORD_OF.flaky : test.status.toUpperCase()} ${file}: ${test.fullName}`,
    )
  })
  const failed = numTotalTests - numPassedTests
  return judged({ passed: numPassedTests - flaky, flaky, failed }, lines)
}

/**
 * @param {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, suites: readonly Suite[] }} report
 * @typedef {{ suites?: readonly Suite[], specs: readonly { file: string, title: string, tests: readonly { projectName: string, status: string }[] }[] }} Suite
 */
function countJourneys({ stats: { expected, unexpected, flaky, skipped }, suites }) {
  return judged(
    { passed: expected, flaky, failed: unexpected + skipped },
    suites.flatMap(journeysThatDidNotSimplyPass),
  )
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function journeysThatDidNotSimplyPass({ suites = [], specs }) {
  const lines = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(
        ({ projectName, status }) =>
          `${WORD_OF[status] ?? status} ${file} [${projectName}]: ${title}`,
      ),
  )
  return [...lines, ...suites.flatMap(journeysThatDidNotSimplyPass)]
}

/** @param {readonly string[]} parts */
function chosenChecks(parts) {
  const unknown = parts.find((part) => !CHECKS.some((check) => check.part === part))
  if (unknown)
    throw new PlainError(`There is no part ${unknown}: choose among check, unit, e2e and long.`)
  return CHECKS.filter(({ part }) => (parts.length === 0 ? part !== 'long' : parts.includes(part)))
}

/** @param {readonly Check[]} checks */
async function prepareFor(checks) {
  await prepare()
  if (checks.some(({ part }) => part !== 'check')) await installTestTools()
  return { passed: 0, failed: 0 }
}

/**
 * A step that throws, or fails without a test of its own failing, counts as one failure.
 * @param {{ name: string, work: () => Promise<Counts> }} step
 * @returns {Promise<Result>}
 */
async function timed({ name, work }) {
  console.log(`\n— ${name}`)
  const start = performance.now()
  const counts = await work().catch((error) => {
    console.error(error instanceof PlainError ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  return { name, ...counts, seconds: (performance.now() - start) / 1000 }
}

/**
 * @param {Check} check
 * @returns {Promise<Counts>}
 */
async function runCheck({ part, commands, count }) {
  mkdirSync(dirname(REPORT), { recursive: true })
  rmSync(REPORT, { force: true })
  // Tests start hundreds of servers and commands: each finds its code compiled.
  const env = {
    NODE_ENV: 'test',
    TMPDIR: temporaryFolder(),
    NODE_COMPILE_CACHE: join(ROOT, 'build', 'compile-cache'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
  }
  let failures = 0
  for (const [program, ...args] of commands)
    failures += (await run(program, args, { env })) === 0 ? 0 : 1
  if (!count) return { passed: 0, failed: failures }
  const counts = count(JSON.parse(readFileSync(REPORT, 'utf8')))
  if (counts.failed >= failures) return counts
  const line = `FAILED ${part}: an error outside every test, see above`
  return { ...counts, failed: failures, failures: [...(counts.failures ?? []), line] }
}

/** Gone with the run; in memory where there is room, for thousands of databases need not wait for a disk. */
function temporaryFolder() {
  if (temporary !== undefined) return temporary
  const folder = mkdtempSync(join(memoryFolder(ROOM_BYTES), 'test-'))
  // As the machine's own: PostgreSQL runs as another user, and takes its folders away.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  temporary = folder
  return folder
}
