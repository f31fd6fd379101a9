import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmpty, temporaryFolder } from '../testing/databases.ts'
import { facilityNumber, publishedCsv, publishedRow } from '../testing/published-files.ts'
import { admin } from './testing.ts'

test('directory import and directory show', async () => {
  const database = await openEmpty('sqlite')
  const folder = temporaryFolder()
  const env = { DIRECTORY_FILE: join(folder, 'directory.db') }
  const table = join(folder, 'sfkopendata_202503_45.csv')
  const rows = [publishedRow(), publishedRow({ 事業所番号: '12' })]
  writeFileSync(table, publishedCsv(rows))
  await expect(admin(database, ['directory', 'show'], { env })).rejects.toThrow('directory import')

  const { out, err } = await admin(database, ['directory', 'import', folder], { env })
  expect(out).toContain(
    `${table} 3行目：取り込まない行：事業所番号が10桁の数字ではありません（12）。`,
  )
  expect(out).toContain(`${table}：2行のうち1行`)
  expect(out).toContain('2025年3月末時点　法人：1　行：1\n前回の名簿：なし')
  expect(err).toContain('取り込みました')

  writeFileSync(table, publishedCsv([publishedRow({ 事業所番号: facilityNumber(2) })]))
  const again = await admin(database, ['directory', 'import', table], { env })
  expect(again.out).toContain('新しい 1　なくなった 1　変わった 0')
  const shown = await admin(database, ['directory', 'show'], { env })
  expect(shown.out).toContain('時点：2025年3月末時点\n出典：WAM NET\n取り込んだ日時：')
  expect(shown.out).toContain('法人：1　行：1　事業所番号：1\n')
})

test('a wrong period is refused, and a failed import is told in words', async () => {
  const database = await openEmpty('sqlite')
  const env = { DIRECTORY_FILE: join(temporaryFolder(), 'directory.db') }
  const run = (...argv: string[]) => admin(database, ['directory', 'import', ...argv], { env })
  await expect(run('x.csv', '--period', '2025-13')).rejects.toThrow('--period')
  await expect(run('/nowhere.csv')).rejects.toThrow('ファイルがありません')
})

test('a place where the file cannot be made is told with the setting that names another', async () => {
  const folder = temporaryFolder()
  const table = join(folder, 'sfkopendata_202503_45.csv')
  writeFileSync(table, publishedCsv([publishedRow()]))
  const env = { DIRECTORY_FILE: join(table, 'directory.db') }
  const run = admin(await openEmpty('sqlite'), ['directory', 'import', table], { env })
  await expect(run).rejects.toThrow(/directory\.db を作れません（.*DIRECTORY_FILE で、/)
})

test('in a pipe nothing of its progress is printed', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'sfkopendata_202503_45.csv'), publishedCsv([publishedRow()]))
  const { stderr, status } = spawnSync(
    process.execPath,
    ['server/admin.ts', 'directory', 'import', folder],
    { env: { ...process.env, DIRECTORY_FILE: join(folder, 'd.db') }, encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([
    0,
    '取り込みました。起動中のサーバーも、数秒のうちに新しい名簿を使います。\n',
  ])
})
