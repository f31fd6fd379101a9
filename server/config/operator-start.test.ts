import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { FLOWS } from '#domain/flows.ts'
import { admin } from '../admin/testing.ts'
import { loadBuiltPages } from '../http/static-files.ts'
import { everythingIn } from '../testing/calls.ts'
import { openEmpty, openForTest, temporaryFolder } from '../testing/databases.ts'
import { operatorFile } from '../testing/operator-file.ts'
import { launch } from '../testing/process.ts'
import { rowsIn } from '../testing/rows.ts'
import { readOperator } from './operator-file.ts'
import { operatorPages } from './operator-pages.ts'
import { PROJECT_ROOT } from './settings.ts'

const BUILT = join(PROJECT_ROOT, 'build/web')
const RENDERER = join(PROJECT_ROOT, 'build/ssr')
const NEW_HOURS: [string, string] = ['平日 9:00〜17:00', '平日 10:00〜18:00']

async function htmlOf(...changes: [string, string][]): Promise<(path: string) => string> {
  const operator = readOperator(operatorFile(...changes).path)
  const replaced = await operatorPages(operator, { INVITATIONS: 'optional' }, RENDERER)
  const { assets } = loadBuiltPages(BUILT, replaced)
  return (path) => {
    const page = assets.get(path)
    const html = page?.plain.content.toString() ?? ''
    expect(brotliDecompressSync(page?.variants.get('br')?.content ?? '').toString()).toBe(html)
    return plain(html)
  }
}

/** Without React's marks between two texts, and what keeps figures on one line. */
const plain = (html: string) =>
  html.replaceAll('<!-- -->', '').replace(/<span class="unbroken">(.*?)<\/span>/g, '$1')

test('every page says the operator’s words, and its data block the same to its scripts', async () => {
  const html = await htmlOf(
    NEW_HOURS,
    ['"0120-000-000"', '"03-1234-5678"'],
    ['あおぞら請求', 'ひだまり'],
  )
  for (const path of [
    '/',
    ...Object.values(FLOWS).flatMap((flow) => [flow.inputPath, flow.resultPath]),
  ]) {
    const page = html(path)
    expect(page).toMatch(/<a href="tel:0312345678">03-1234-5678<\/a>（平日 10:00〜18:00）/)
    expect(page).toContain('｜ひだまり</title>')
    expect(page).not.toMatch(/0120-000-000|あおぞら請求|平日 9:00/)
    const [, block = ''] =
      /<script type="application\/json" id="words">(.*?)<\/script>/.exec(page) ?? []
    expect(JSON.parse(block)).toMatchObject({ productName: 'ひだまり', supportHours: NEW_HOURS[1] })
  }
})

test('what is known of charges and of the end stands on its pages, and nothing else does', async () => {
  const termsOf = await htmlOf()
  expect(termsOf(FLOWS.entry.inputPath)).toContain('料金の発生：利用を開始した月の翌月分から')
  expect(termsOf(FLOWS.migration.inputPath)).toContain('料金の発生：')
  expect(termsOf(FLOWS.trial.inputPath)).not.toContain('料金の発生：')
  const suspension = termsOf(FLOWS.suspension.inputPath)
  expect(suspension).toContain('<li>ご利用の終了日：お申し込みをいただいた月の末日に')
  expect(suspension).toContain('<li>最後のご請求：終了する月の分を')
  expect(suspension).toContain('<li>終了後のデータ：終了した日から90日後に')
  expect(suspension).not.toContain('お手続きの前にサポート')
  const partly = await htmlOf(['last_bill =', '# last_bill ='])
  expect(partly(FLOWS.suspension.inputPath)).toContain('<li>最後のご請求については、お手続きの前に')
})

test('without a file nothing is said that nobody knows', () => {
  const page = (path: string) => plain(readFileSync(join(BUILT, `${path}.html`), 'utf8'))
  expect(page(FLOWS.entry.inputPath)).not.toContain('料金の発生')
  expect(page(FLOWS.suspension.inputPath)).toContain(
    'ご利用の終了日、最後のご請求、終了後のデータについては、お手続きの前にサポート（',
  )
})

test('pages know that an invitation is needed, with an operator’s words or without', async () => {
  const blockOf = (html: string | undefined) =>
    JSON.parse(
      /<script type="application\/json" id="words">(.*?)<\/script>/.exec(html ?? '')?.[1] ?? '',
    )
  for (const file of ['', operatorFile(NEW_HOURS).path]) {
    const operator = readOperator(file, BUILT)
    const render = (INVITATIONS: 'optional' | 'required') =>
      operatorPages(operator, { INVITATIONS }, RENDERER)
    const optional = await render('optional')
    expect(optional.size > 0).toBe(file !== '')
    for (const flow of ['migration', 'suspension'] as const) {
      const name = `${FLOWS[flow].inputPath.slice(1)}.html`
      const words = blockOf((await render('required')).get(name)?.toString())
      expect(words).toEqual({ ...operator.words, needsInvitation: true })
      const before = optional.get(name)
      if (before) expect(blockOf(before.toString())).toEqual(operator.words)
    }
  }
})

test('no word can end the element that carries it, nor become markup', async () => {
  const html = await htmlOf(['平日 9:00〜17:00', '</script><script>alert(1)</script>'])
  expect(html('/')).not.toMatch(/<\/script><script>alert/)
  expect(html('/')).toContain('&lt;/script&gt;')
})

/** The real process, on a database that outlives it. */
function start(path: string, database: string) {
  const folder = temporaryFolder()
  const log = join(folder, 'log')
  const server = launch({
    tree: PROJECT_ROOT,
    log,
    env: {
      PORT: '0',
      STAFF_PORT: 'off',
      METRICS_PORT: 'off',
      DATABASE_URL: `sqlite:${database}`,
      MAIL_FOLDER: join(folder, 'mail'),
      OPERATOR_FILE: path,
    },
  })
  onTestFinished(() => server.signal('SIGKILL'))
  return { ...server, logged: () => readFileSync(log, 'utf8') }
}

test('a server with the file serves its documents, records its version, and does not start with other words under it', async () => {
  const file = operatorFile(
    ['# campaigns = ', 'campaigns = '],
    ['# days = "2026-12-29〜2027-01-03、2027-08-13"', 'days = "2026-12-29"'],
  )
  const database = join(temporaryFolder(), 'operator.db')
  const first = start(file.path, database)
  const url = await first.listening
  const terms = await fetch(`${url}/documents/terms.pdf`)
  expect(terms.headers.get('content-type')).toBe('application/pdf')
  expect(await terms.text()).toBe('%PDF-1.4 terms')
  const consent = await fetch(`${url}/api/public/temp/customers/C123/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 3 }),
  })
  expect(consent.status).toBe(200)
  await first.stop()
  const stored = await openForTest(`sqlite:${database}`)
  const { consents } = await everythingIn(stored)
  expect(await rowsIn(stored, 'facts')).toEqual(
    expect.arrayContaining([
      { name: 'campaigns', value: '["2026秋の展示会","メルマガ","検索広告"]' },
      { name: 'closed_days', value: '["2026-12-29"]' },
    ]),
  )
  expect(consents.map(({ terms_version }) => terms_version)).toEqual(['2026-12-01'])

  file.change(NEW_HOURS)
  const second = start(file.path, database)
  expect(await second.ended).toEqual({ code: 1, signal: null })
  expect(second.logged()).toContain('version が「2026-12-01」のまま')
  file.change(['[support]', '[suport]'])
  const third = start(file.path, database)
  expect(await third.ended).toEqual({ code: 1, signal: null })
  expect(third.logged()).toMatch(/^operator\.toml:22 suport\.telephone：/)
})

test('operator check prints what would be said, and names what is wrong', async () => {
  const database = await openEmpty('sqlite')
  const file = operatorFile(['use_ends =', '# use_ends ='])
  const { code, out } = await admin(database, ['operator', 'check', file.path])
  expect(code).toBe(0)
  expect(out).toMatch(/support\.hours +サポートの受付時間 +平日 9:00〜17:00/)
  expect(out).toMatch(/contract\.use_ends .*（なし）/)
  file.change([NEW_HOURS[0], ''])
  await expect(admin(database, ['operator', 'check', file.path])).rejects.toThrow('support.hours')
})
