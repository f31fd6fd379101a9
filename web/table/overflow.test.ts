import { expect, onTestFinished, test } from 'vitest'
import { overflowKey } from '../form/draft.ts'
import { forget, keep, recall } from '../sending/session-storage.ts'
import { openPage, renderHook } from '../testing-page.ts'
import { useOverflow } from './overflow.tsx'

const KEY = overflowKey('entry')
const LEFT = {
  count: 1,
  lines: [
    ['事業所名', '事業所番号', 'サービス種類'],
    ['あおば', '', ''],
  ],
}

async function page() {
  await openPage('')
  onTestFinished(() => {
    forget(KEY)
  })
  const hook = await renderHook(({ draft }: { draft: string }) => useOverflow(draft), {
    draft: 'entry',
  })
  return hook
}

test('lines for which there was no room are kept below their headings, until a person has dealt with them', async () => {
  const hook = await page()
  expect(hook.result.overflow).toBeNull()
  await hook.act(() => hook.result.keepOverflow({ overflow: [['あおば', '', '']] } as never))
  expect([hook.result.overflow, recall(KEY)]).toEqual([LEFT, LEFT])
  await hook.act(() => hook.result.dropOverflow())
  expect([hook.result.overflow, recall(KEY)]).toEqual([null, undefined])
  await hook.act(() => hook.result.restoreOverflow(LEFT))
  expect([hook.result.overflow, recall(KEY)]).toEqual([LEFT, LEFT])
})

test('they are there again after a reload', async () => {
  keep(KEY, LEFT)
  expect((await page()).result.overflow).toEqual(LEFT)
})

test.each([null, 'text', { count: '1', lines: [] }, { count: 1, lines: 'a' }])(
  'what is kept in another shape is none: %j',
  async (stored) => {
    keep(KEY, stored)
    expect((await page()).result.overflow).toBeNull()
  },
)
