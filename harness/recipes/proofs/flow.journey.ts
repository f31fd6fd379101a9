/** The fifth flow as an applicant and the staff meet it, on both databases with data from the first release. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { rowsOf } from '../../../server/testing/raw-sql.ts'
import { fillAsReleased } from '../../../server/testing/released.ts'
import { CORPORATION, ROWS } from '../../e2e/filled-forms.ts'
import { button, fillApplicant, fillFacilities } from '../../e2e/form.ts'
import { startProduct } from '../../e2e/product.ts'

const MAIL = 'seminar@example.jp'

for (const engine of ['sqlite', 'postgres'] as const)
  test(`from the page to the console on ${engine}`, async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'moushikomi-flow-'))
    const cluster = engine === 'postgres' ? await startPostgres() : undefined
    const database = (await cluster?.createDatabase()) ?? `sqlite:${join(folder, 'old.db')}`
    await fillAsReleased(database)
    const before = await rowsOf(database, 'select reference from applications')
    const product = await startProduct({ DATABASE_URL: database })

    await page.goto(product.url)
    await page.getByRole('link', { name: '説明会のお申し込み' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('説明会のお申し込み')
    await fillApplicant(page, { ...CORPORATION, email: MAIL })
    await fillFacilities(page, ROWS)
    await button(page, '見積もる').click()
    await button(page, '規約に同意して説明会に申し込む').click()

    await expect(page).toHaveURL(/\/seminar\/result$/)
    await expect(page.getByText('日時をメールでお送りします。')).toBeVisible()
    await expect(page.getByText('同意いただいた料金')).toBeVisible()
    const rows = await rowsOf(database, 'select flow, reference, state from applications')
    expect(rows).toHaveLength(before.length + 1)
    const { reference, state } = rows.find(({ flow }) => flow === 'seminar') ?? {}
    expect(state).toBe('complete')
    await expect(page.getByText(String(reference)).first()).toBeVisible()
    await expect.poll(() => mailsTo(product.mailFolder)).toContain(`To: ${MAIL}`)

    await page.goto(product.staffUrl)
    const listed = page.getByRole('row').filter({ hasText: '説明会のお申し込み' })
    await expect(listed).toContainText('月額9,980円')
    const old = page.getByRole('row').filter({ hasNotText: '説明会のお申し込み' })
    expect(await old.count()).toBeGreaterThan(10)
    await listed.getByRole('link').click()
    await expect(page.getByText('規約に同意して説明会に申し込む')).toBeVisible()

    await product.stop()
    await cluster?.remove()
    rmSync(folder, { recursive: true })
  })

function mailsTo(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}
