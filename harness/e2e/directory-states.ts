/** What a directory of published facilities adds to the pages and to the console; the server needs the sample directory. */
import { expect, type Page } from '@playwright/test'
import { applyForContract } from './apply.ts'
import { button, fillFacilities } from './form.ts'
import { companyName, openEntry } from './sample-directory.ts'
import type { State } from './state.ts'

export const DIRECTORY_STATES: readonly State[] = [
  { name: 'directory-options', reach: reachOptions },
  { name: 'directory-filled', reach: (page) => choose(page, 'あさひ', /あさひの里/) },
  { name: 'directory-preview', reach: (page) => reachPreview(page, 'あさひ', /あさひの里/) },
  { name: 'directory-preview-overflow', reach: (page) => reachPreview(page, '百花会', /百花会/) },
  { name: 'directory-search', reach: reachSearch },
  { name: 'directory-audit', reach: (page) => reachAudit(page) },
  { name: 'staff-application-marks', reach: reachMarks },
]

async function reachOptions(page: Page) {
  await openEntry(page)
  await companyName(page).pressSequentially('あさひ')
  await expect(page.getByRole('option').filter({ hasText: 'あさひの里' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
}

async function choose(page: Page, typed: string, name: RegExp) {
  await openEntry(page)
  await companyName(page).fill(typed)
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('status').filter({ hasText: 'を入力しました。' })).toBeVisible()
}

async function reachPreview(page: Page, typed: string, name: RegExp) {
  await choose(page, typed, name)
  await button(page, '公表されている事業所を表に入れる').click()
  await expect(button(page, '表に取り込む')).toBeVisible()
}

async function reachSearch(page: Page) {
  await openEntry(page)
  await button(page, '公表されている事業所を表に入れる').click()
  const search = page.getByRole('dialog', { name: '公表されている事業所を探す' })
  await search.getByRole('combobox', { name: '法人名' }).fill('あさひ')
  await expect(page.getByRole('option').filter({ hasText: 'あさひの里' })).toBeVisible()
}

/** A table of あさひの里 that differs from its published list in each way. */
const AUDITED = [
  // The same, in another spelling.
  ['ｱｻﾋの里ワークセンター', '1390010005', 'SYUKEI_A'],
  ['あさひの里 ワークセンター', '1390010005', 'SYUKEI_B'],
  ['あさひの里作業所', '1390010005', 'SYURO_IKOU'],
  ['あさひの里デイ', '1390010031', 'SEIKATSU_KAIGO'],
  ['あさひの里デイ', '1390010013', 'KYODO'],
  ['ねこのて作業所', '1390050001', 'SYUKEI_B'],
  ['つばさ作業所', '1310000003', 'SYUKEI_B'],
  ['あさひの里移動支援', '', 'IDO'],
] as const

export async function reachAudit(page: Page) {
  await openEntry(page)
  await fillFacilities(
    page,
    AUDITED.map(([facilityName, facilityNumber, serviceKey]) => ({
      facilityName,
      facilityNumber,
      serviceKey,
    })),
  )
  await button(page, '名簿と照合する').click()
  await expect(page.getByRole('dialog', { name: '名簿との照合' })).toContainText('照合しました')
}

/** The corporation's own number, another's with a long name, one that is not published, one of a service that is not covered. */
async function reachMarks(page: Page, { url, staffUrl }: Parameters<State['reach']>[1]) {
  await applyForContract(url, { companyName: '社会福祉法人あさひの里' }, [
    {
      facilityName: 'あさひの里ワークセンター',
      facilityNumber: '1390010005',
      serviceKey: 'SYUKEI_B',
    },
    { facilityName: 'みほん病院', facilityNumber: '1390060026', serviceKey: 'RYOYO' },
    { facilityName: 'さくら作業所', facilityNumber: '1310000003', serviceKey: 'SYUKEI_B' },
    { facilityName: 'さくら移動支援', facilityNumber: '1310000011', serviceKey: 'IDO' },
  ])
  await page.goto(staffUrl)
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByText('同じ法人')).toBeVisible()
}
