/** What of several answers is shown: that of the question that was asked last, be it a refusal. */
import { expect, onTestFinished, test } from 'vitest'
import { type Answer, serve } from '../web/testing.ts'
import { openPage, renderHook } from '../web/testing-page.ts'
import { useReport } from './use-report.ts'

test.each<[what: string, first: Answer]>([
  ['figures', { status: 200, body: { of: 'before' } }],
  ['a refusal', { status: 503, body: { error: { code: 'unavailable', message: '休止中' } } }],
])('%s of an earlier question come too late', async (_, first) => {
  const answered = Promise.withResolvers<void>()
  const { base, received, close } = await serve([
    { ...first, after: answered.promise } as Answer,
    { status: 200, body: { of: 'now' } },
  ])
  onTestFinished(close)
  await openPage('', base)
  const hook = await renderHook(({ path }) => useReport<object>(path, '/file'), { path: '/before' })
  await hook.until(() => received.length === 1)
  await hook.render({ path: '/now' })
  await hook.until(() => hook.result.data !== null)
  await hook.act(() => answered.resolve())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hook.result).toMatchObject({ data: { of: 'now' }, refusal: null })
})
