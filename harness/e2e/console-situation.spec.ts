/** What 「状況」 says of weeks that are not finished: what takes longest is not in their figures yet. */
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { Situation } from '#contract/console-answers.ts'
import { expect, test } from './fixtures.ts'

test('a week of which fewer than nine in ten are done is marked in chart and table', async ({
  page,
  product,
}) => {
  const hours = (count: number) => ({ count, median: 3_600_000, most: 7_200_000 })
  await page.route(`**${CONSOLE_PATHS.situation}`, async (route) => {
    const response = await route.fetch()
    const answer: Situation = await response.json()
    const weeks = answer.weeks.map((week, at) => {
      const isLast = at === answer.weeks.length - 1
      return { ...week, arrived: 10, reaction: hours(10), closing: hours(isLast ? 8 : 9) }
    })
    await route.fulfill({ response, json: { ...answer, weeks } })
  })
  await page.goto(`${product.staffUrl}/situation`)
  const chart = (name: RegExp) => page.getByRole('region', { name })
  const closing = chart(/^申込完了から対応終了まで/)
  await expect(closing).toContainText('済んだもののうち90%は、「90%」の時間までに済んでいます。')
  await closing.getByText('表で見る').click()
  await expect(closing.getByRole('rowheader', { name: '（まだ）' })).toHaveCount(1)
  await expect(closing.getByRole('row').nth(12)).toContainText('（まだ）')
  // A point of each of both lines, and the way to it.
  await expect(closing.locator('circle.unfinished')).toHaveCount(2)
  await expect(closing.locator('line.unfinished')).toHaveCount(2)
  await expect(chart(/^申込完了から対応開始まで/).locator('.unfinished')).toHaveCount(0)
})
