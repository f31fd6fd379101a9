/** What the documents name is there: files and folders in backticks, and the targets of links; and every folder is in the maps. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.js'

const RECORDS = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d/.test(name))
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'PRIVACY.md',
  'harness/bench/README.md',
  'docs/decisions/README.md',
  ...markdownIn('docs'),
  ...RECORDS.map((name) => `docs/decisions/${name}`),
]

/** These name files of earlier versions and of other programs too; what they link to and cite is there all the same. */
const CITING = ['CHANGELOG.md', 'harness/sheets/README.md', 'docs/screen-reader/README.md']

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => `${folder}/${name}`)
}

/** What a build, an installation or a run makes. */
const MADE = readFileSync(join(ROOT, '.gitignore'), 'utf8')
  .split('\n')
  .filter((line) => line.endsWith('/'))
  .map((line) => line.replace(/^\//, ''))
/** Written by `npm run bench`. */
const RESULTS = 'harness/bench/results.md'
/** Where a file may be that is named without its folder, as SECURITY.md says. */
const FOLDERS = ['', 'server', 'web']

test.each(DOCUMENTS)('%s names no file and no folder that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [
    ...text.matchAll(
      /`(\w[\w.-]*\/(?:[\w./-]+\.(?:tsx?|js|md|json|ya?ml|toml|html|css|sql|conf|cfg|service|timer|pdf|svg)|(?:[\w.-]+\/)*))`/g,
    ),
  ].map(([, path = '']) => path)
  const gone = named.filter(
    (file) =>
      !MADE.some((folder) => file.startsWith(folder)) &&
      !FOLDERS.some((folder) => existsSync(join(ROOT, folder, file))),
  )
  expect(gone).toEqual([])
})

/** In a rule about names. */
const EXAMPLES = new Set(['x.test.ts', 'types.ts'])
/** Where a folder is named once for several files, the others stand by their names alone. */
const NAMES = new Set(
  globSync('{bin,console,contract,deploy,docs,domain,harness,server,sheets,ui,web}/**/*.*', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  }).map((file) => basename(file)),
)

test.each(DOCUMENTS)('%s names no file by its name alone that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/`([\w-][\w.-]*\.(?:tsx?|jsx?|css|sql|html))`/g)]
  const gone = named.map(([, name = '']) => name).filter((name) => !existsSync(join(ROOT, name)))
  expect(gone.filter((name) => !NAMES.has(name) && !EXAMPLES.has(name))).toEqual([])
})

test.each([...DOCUMENTS, ...CITING])('%s links to nothing that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, to = '']) => to,
  )
  const gone = targets.filter(
    (to) =>
      join(dirname(document), to) !== RESULTS && !existsSync(join(ROOT, dirname(document), to)),
  )
  expect(gone).toEqual([])
})

/** The addresses of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = readFileSync(join(ROOT, document), 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each([...DOCUMENTS, ...CITING])('%s links to no heading that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
  const gone = targets.filter(([, to = '', anchor = '']) => {
    const file = to === '' ? document : join(dirname(document), to)
    return file.endsWith('.md') && !anchorsOf(file).includes(anchor)
  })
  expect(gone.map(([link]) => link)).toEqual([])
})

test.each(RECORDS)('%s has its number, a date and a status', (name) => {
  const text = readFileSync(join(ROOT, 'docs/decisions', name), 'utf8')
  const [first, , ...rest] = text.split('\n')
  expect(first).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `))
  expect(rest.slice(0, 3).join('\n')).toMatch(/Date: 20\d\d-\d\d-\d\d[\s\S]*Status: \w/)
})

/** "decision 12", "decisions 12 and 20", "record 12", in comments too. */
const CITATION =
  /\b(?:decision|record)s? (?:records? )?(\d{1,3})(?:(?:, | and | to )(\d{1,3}))*\b/gi

test('every decision that a document or a comment cites is a record', () => {
  const numbers = new Set(RECORDS.map((name) => Number(name.slice(0, 4))))
  const sources = globSync(
    '{bin,console,contract,deploy,domain,harness,server,sheets,ui,web}/**/*.{ts,tsx,js,css,conf,sql,service}',
    { cwd: ROOT, exclude: ['**/node_modules/**', '**/build/**'] },
  )
  expect(sources.length).toBeGreaterThan(500)
  const cited = [...DOCUMENTS, ...CITING, ...sources, 'playwright.config.ts'].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITATION)].map(([text]) => ({
      file,
      text,
    })),
  )
  expect(cited.length).toBeGreaterThan(20)
  const missing = cited.filter(({ text }) =>
    [...text.matchAll(/\d+/g)].some(([number]) => !numbers.has(Number(number))),
  )
  expect(missing).toEqual([])
})

test('a link whose text is the number of a decision leads to that record', () => {
  const links = [...DOCUMENTS, ...CITING].flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /\[(?:(?:decision|record) )?(\d{1,3})\]\([^)]*?(\d{4})-[^)]*\.md\)/gi,
      ),
    ].map(([text, said, target]) => ({ file, text, isRight: Number(said) === Number(target) })),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ isRight }) => !isRight)).toEqual([])
})

test('the index of the decisions has a row for each record, under its title', () => {
  const index = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8')
  const rows = [...index.matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \|/gm)].map(([, ...row]) => row)
  const records = RECORDS.map((name) => {
    const [title = ''] = readFileSync(join(ROOT, 'docs/decisions', name), 'utf8').split('\n', 1)
    return [String(Number(name.slice(0, 4))), title.replace(/^# \d+\. /, ''), name]
  })
  expect(rows.toSorted()).toEqual(records.toSorted())
})

function foldersIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name, '/'))
    .filter((name) => !MADE.includes(name))
}

/** The first cells of the tables under a heading, and what they name in backticks. */
function mapOf(document: string, heading: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const section = text.split(/\n(?=## )/).find((part) => part.startsWith(`## ${heading}\n`)) ?? ''
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
}

test('every folder of the tree is a row of the maps, and they have no other', () => {
  const folders = foldersIn('.')
  expect(mapOf('README.md', 'The map').toSorted()).toEqual(folders.toSorted())
  const parts = mapOf('docs/design.md', 'The parts').toSorted()
  expect(parts).toEqual([...folders, ...foldersIn('server')].toSorted())
})

/** A reader's way through the code, in the order of docs/design.md: a numbered line each, its files first. */
function walkOf(heading: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/design.md'), 'utf8')
  const section = text.split(/\n(?=##+ )/).find((part) => part.includes(`# ${heading}\n`)) ?? ''
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
}

test.each([
  ['A registration', 16],
  ['A press', 12],
])('%s is read downwards in at most %i files, each of them once', (heading, most) => {
  const files = walkOf(heading)
  expect(files.length).toBeGreaterThan(5)
  expect(files.length).toBeLessThanOrEqual(most)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})

/** The usual word for what a file does stands in it, so that a search for the word leads there. */
const SEARCHES = {
  debounce: 'web/form/draft.ts',
  'back-off': 'server/delivery/retry-policy.ts',
  polling: 'server/delivery/deliveries.ts',
  lease: 'server/delivery/worker.ts',
  CSRF: 'server/http/request-checks.ts',
  middleware: 'server/http/request-checks.ts',
  'graceful shutdown': 'server/lifecycle.ts',
  'group commit': 'server/store/transactions.ts',
  idempotency: 'server/apply/idempotency.ts',
  retry: 'web/sending/http.ts',
  'rate limit': 'server/http/limits/rate-limits.ts',
}

test.each(Object.entries(SEARCHES))('a search for %s leads to %s', (word, file) => {
  expect(readFileSync(join(ROOT, file), 'utf8').toLowerCase()).toContain(word.toLowerCase())
})

test('"Find it" answers at least thirty questions, each with a file that is there', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const [, section = ''] = /\n## Find it\n([\s\S]*?)\n## /.exec(text) ?? []
  const rows = section.split('\n').filter((line) => /^\| .*[?] \|/.test(line))
  expect(rows.length).toBeGreaterThanOrEqual(30)
  for (const row of rows) {
    const files = [...row.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    expect(files, row).not.toEqual([])
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  }
})

test('docs/evidence.md lists every command that tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const commands = Object.keys(scripts).filter((name) => /^(test:|bench$)/.test(name))
  const text = readFileSync(join(ROOT, 'docs/evidence.md'), 'utf8')
  expect(commands.filter((name) => !text.includes(`\`npm run ${name}`))).toEqual([])
})

/** The product's and the harness's code, where a command, a setting or a path that documents name has to be. */
const CODE = globSync('{bin,contract,domain,harness,server,sheets,web}/**/*.{ts,tsx,js}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/build/**'],
})
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

/** Paths are written whole, or behind the base of their API. */
function isServed(path: string): boolean {
  const whole = path.replace(/\/$/, '')
  return [whole, whole.replace(/^\/api(\/staff\/v1)?/, '')].some((each) => CODE.includes(each))
}

const PLACES = [...DOCUMENTS, 'docs/screen-reader/README.md']

test.each(PLACES)('%s names no command, setting or path of the APIs that is gone', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(
    ([, name = '']) => name,
  )
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const named = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)]
  expect(named.map(([, name = '']) => name).filter((name) => !CODE.includes(name))).toEqual([])
  const paths = [...text.matchAll(/`(?:GET |POST )?(\/(?:api|readyz|livez|metrics)[\w/.-]*)/g)]
  expect(paths.map(([, path = '']) => path).filter((path) => !isServed(path))).toEqual([])
})

test('the newest version of CHANGELOG.md is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, newest] =
    /^## (\d\S*) \(20\d\d-\d\d-\d\d\)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ??
    []
  expect(newest).toBe(version)
})

/** Of examples, and of what a screen reader says by itself. */
const OTHERS_WORDS = new Set(['エントリ', 'fdp.exe', 'exe.pdf', 'n行目 事業所名', '3行目 事業所名'])
const squeezed = (text: string) => text.replaceAll(/\s+/g, '')
/** Everything that a screen, a mail or a command can say, but for the guide. */
const SPOKEN = squeezed(
  globSync('{console,contract,domain,server,sheets,ui,web,deploy}/**/*.{ts,tsx,toml,html}', {
    cwd: ROOT,
  })
    .filter((file) => !/\.test\.|testing|corpus|guide-page/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n'),
)

test.each([...DOCUMENTS, 'console/pages/guide-page.tsx'])(
  '%s quotes no label and no sentence that nothing says',
  (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8').replaceAll(/\{' '\}/g, '')
    const quoted = [...text.matchAll(/「([^」]+)」/g)].map(([, words = '']) => words)
    const isSaid = (words: string) =>
      // Numbers, and what is left out, stand between what the source has.
      squeezed(words.replaceAll(/<[^>]+>/g, ''))
        .split(/…|〜|[0-9０-９]+|n(?=行)|○+|\*\*|`|\{[^}]*\}/)
        .every((part) => part.length < 2 || SPOKEN.includes(part) || text.includes(`# ${part}`))
    expect(quoted.filter((words) => !OTHERS_WORDS.has(words) && !isSaid(words))).toEqual([])
  },
)
