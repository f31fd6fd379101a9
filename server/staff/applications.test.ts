/** What staff's changes of an application record, what they refuse, and how its lists are read. */

import { describe, expect, test } from 'vitest'
import { filterOf } from '../admin/applications.ts'
import { AppError } from '../errors.ts'
import { applicationsOn, NOW, register, suspension } from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { completeEntry } from '../testing/staff-app.ts'
import { createStaffApplications, type StaffApplications } from './applications.ts'
import { createAudit } from './audit.ts'
import { changeInBulk } from './bulk.ts'

const by = { name: '花子', via: 'console' } as const
const REFUSAL = { name: 'AppError', code: 'action_refused' }

describe.each(ENGINES)('applications of staff on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const staff = createStaffApplications(database, () => NOW)
    const trail = async () => {
      const entries: string[] = []
      for await (const line of createAudit(database, () => NOW).lines(0, NOW + 1)) {
        const { who, action, subject, detail } = JSON.parse(line)
        entries.push([who, action, subject, detail].join(' '))
      }
      return entries
    }
    return { database, applications: applicationsOn(database), staff, trail }
  }

  test('a change that is refused says why', async () => {
    const { applications, staff, trail } = await setUp()
    const reference = await completeEntry(applications)
    const { reference: pending } = await applications.register(register())
    const twice = [
      (await applications.consent(suspension('C-1'))).reference,
      (await applications.consent(suspension('C-1'))).reference,
    ]
    await staff.changeStatus({ reference, by, to: 'done', note: '' })
    const change = (name: string) =>
      staff.changeStatus({ reference: name, by, to: 'rejected', note: '' }).catch(String)
    expect(await change(pending)).toContain('申し込みが完了していないため、')
    expect(await change(reference)).toContain('「完了」から「却下」には変更できません。')
    expect(await change('なし')).toContain('「なし」の申し込みは見つかりません。')
    const several = await change('C-1')
    const named = (a = '', b = '') => String(several).endsWith(`：${a}、${b}`)
    expect(named(...twice) || named(...twice.toReversed())).toBe(true)
    await expect(staff.addNote({ reference: 'C-1', by, note: 'a' })).rejects.toMatchObject(REFUSAL)
    const late = staff.changeStatus({ reference, by, from: 'received', to: 'done', note: '' })
    await expect(late).rejects.toBeInstanceOf(AppError)
    await expect(late).rejects.toMatchObject({
      name: 'AppError',
      code: 'changed_meanwhile',
    })
    expect(await trail()).toHaveLength(1)
    expect(await staff.find('C-1')).toMatchObject({ others: [expect.any(String)] })
    expect(twice).toContain((await staff.find('C-1'))?.others[0])
  })

  test('a receipt number that somebody gave as a customer number names its own application alone', async () => {
    const { applications, staff, database } = await setUp()
    const reference = await completeEntry(applications)
    const spelling = reference.toLowerCase().replace('-', '')
    for (const customer of [reference, spelling]) await applications.consent(suspension(customer))
    for (const name of [reference, spelling])
      expect((await staff.find(name))?.whole.application).toMatchObject({
        reference,
        flow: 'entry',
      })
    await staff.addNote({ reference, by, note: '電話で確認' })
    await staff.changeStatus({ reference, by, to: 'done', note: '' })
    const changes = [{ reference, from: 'done' } as const]
    const body = { changes, to: 'in_progress', note: '' } as const
    const bulk = await changeInBulk(database, () => NOW, { by, key: 'k', body })
    expect(bulk.reply).toMatchObject({ changed: [{ reference }], refused: [] })
  })

  test.each([
    ['console', 'in_progress', '花子'],
    ['console', 'done', ''],
    ['api', 'in_progress', ''],
  ] as const)(
    'whoever moves by the %s what nobody takes care of to %s: %j takes care of it',
    async (via, to, assignee) => {
      const { applications, staff } = await setUp()
      const reference = await completeEntry(applications)
      await staff.changeStatus({ reference, by: { ...by, via }, to, note: '' })
      const [row] = await staff.page(filterOf({}), { limit: 1 })
      expect(row?.work).toMatchObject({ assignee, touched_by: '花子', touched_at: NOW })
    },
  )

  test('a list is read page by page up to its bound, and ends; spaces around a search do not count', async () => {
    const { applications, staff } = await setUp()
    for (let i = 0; i < 51; i += 1) await applications.register(register())
    const reference = await completeEntry(applications, { companyName: '株式会社みほん' })
    expect(await sizes(staff)).toEqual([50, 2])
    expect(await sizes(staff, 50)).toEqual([50])
    expect(await sizes(staff, 3)).toEqual([3])
    expect(await sizes(staff, 0)).toEqual([])
    // Spaces alone are no search.
    expect(await sizes(staff, undefined, '　 ')).toEqual([50, 2])
    expect(await staff.count(filterOf({ search: '　 ' }))).toBe(52)
    for (const search of ['　みほん ', `　${reference} `]) {
      const searched = filterOf({ search })
      const [found, ...others] = await staff.page(searched, { limit: 9 })
      expect([found?.reference, others]).toEqual([reference, []])
      expect(await staff.count(searched)).toBe(1)
    }
    expect(await staff.count(filterOf({}))).toBe(52)
  })
})

async function sizes(staff: StaffApplications, limit?: number, search = ''): Promise<number[]> {
  const found: number[] = []
  for await (const page of staff.pages(filterOf({ search }), limit)) found.push(page.length)
  return found
}
