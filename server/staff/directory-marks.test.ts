import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admin } from '../admin/testing.ts'
import { importDirectory } from '../directory/import.ts'
import { suspension } from '../testing/calls.ts'
import { temporaryFolder } from '../testing/databases.ts'
import { publishedCsv, publishedRow } from '../testing/published-files.ts'
import { completeEntry, startConsole } from '../testing/staff-app.ts'

/** The first number of the application is published for a corporation. */
function directoryWith(corporation: string): string {
  const folder = temporaryFolder()
  const table = join(folder, 'sfkopendata_202503_46.csv')
  const cells = {
    法人の名称: corporation,
    事業所番号: '1310000011',
    サービス種別: '就労継続支援Ｂ型',
  }
  writeFileSync(table, publishedCsv([publishedRow(cells)]))
  const out = join(folder, 'directory.db')
  importDirectory([table], {
    out,
    period: '',
    now: Date.parse('2026-01-01'),
    zipcodeOf: () => '',
    progress: () => {},
  })
  return out
}

async function applicationUnder(corporation: string) {
  const DIRECTORY_FILE = directoryWith(corporation)
  const staff = await startConsole({ config: { DIRECTORY_FILE } })
  const reference = await completeEntry(staff.applications, { companyName: '(株)みほん' })
  const shown = await staff.app.inject(`/api/applications/${reference}`)
  const env = { DIRECTORY_FILE }
  const { out } = await admin(staff.database, ['applications', 'show', reference], { env })
  return { ...staff, reference, directory: shown.json().directory, out, env }
}

test('the console and the command mark the numbers of an application', async () => {
  const { directory, out } = await applicationUnder('株式会社　みほん')
  const same = { kind: 'same', corporation: '株式会社　みほん' }
  expect(directory).toEqual({
    period: '2025-03',
    marks: [
      { no: 1, ...same },
      { no: 2, ...same },
    ],
  })
  expect(out).toContain('名簿（2025年3月末時点）')
  expect(out).toMatch(/1310000011.*同じ法人\n/)
})

test('a number of another corporation is marked with its name', async () => {
  const { directory, out } = await applicationUnder('別の会')
  expect(directory.marks[0]).toEqual({ no: 1, kind: 'other', corporation: '別の会' })
  expect(out).toMatch(/1310000011.*別の法人名：別の会\n/)
})

test('nothing is said of an application without numbers', async () => {
  const { app, applications } = await applicationUnder('別の会')
  const { reference } = await applications.consent(suspension('C-1'))
  expect((await app.inject(`/api/applications/${reference}`)).json().directory).toBeNull()
})

test('without a directory nothing is said, and JSON stays as it is for programs', async () => {
  const staff = await startConsole()
  const reference = await completeEntry(staff.applications)
  const shown = await staff.app.inject(`/api/applications/${reference}`)
  expect(shown.json().directory).toBeNull()
  const show = ['applications', 'show', reference]
  const env = { DIRECTORY_FILE: join(temporaryFolder(), 'none.db') }
  expect((await admin(staff.database, show, { env })).out).not.toContain('名簿')
  const other = await applicationUnder('別の会')
  const json = await admin(other.database, ['applications', 'show', other.reference, '--json'], {
    env: other.env,
  })
  expect(JSON.parse(json.out)).not.toHaveProperty('directory')
})

test('a directory that was damaged under the server keeps nobody from reading an application', async () => {
  const DIRECTORY_FILE = directoryWith('別の会')
  const staff = await startConsole({ config: { DIRECTORY_FILE } })
  const read = async (reference: string) => {
    const shown = await staff.app.inject(`/api/applications/${reference}`)
    return [shown.statusCode, shown.json().directory]
  }
  const numbered = await completeEntry(staff.applications)
  expect(await read((await staff.applications.consent(suspension('C-1'))).reference)).toEqual([
    200,
    null,
  ])
  // Copied over in place, and not by an import: the open file itself is another.
  writeFileSync(DIRECTORY_FILE, Buffer.alloc(statSync(DIRECTORY_FILE).size, 1))
  expect(await read(numbered)).toEqual([200, null])
  expect(await read(numbered)).toEqual([200, null])
  expect(staff.logged().split('directory_unreadable')).toHaveLength(2)
})
