import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  documentTitleOf,
  navigate,
  useDocumentTitle,
  useHistoryState,
  useHydrated,
  usePathname,
  useQuery,
} from './navigation.ts'
import * as site from './site.ts'
import { openPage, renderHook } from './testing-page.ts'

type Title = { title: string; step?: string; hasProblems?: boolean }

test('a page is called by its heading, its step, and that it has errors', async () => {
  await openPage('')
  const hook = await renderHook(
    ({ title, step, hasProblems }: Title) => useDocumentTitle(title, step, hasProblems),
    { title: '新規お申し込み' } as Title,
  )
  expect(document.title).toBe(`新規お申し込み｜${site.productName}`)
  await hook.render({ title: '新規お申し込み', step: '入力' })
  expect(document.title).toBe(`新規お申し込み（入力）｜${site.productName}`)
  await hook.render({ title: '新規お申し込み', step: '入力', hasProblems: true })
  expect(document.title).toBe(`エラー：新規お申し込み（入力）｜${site.productName}`)
  await hook.unmount()
  expect(documentTitleOf('新規お申し込み')).toBe(`新規お申し込み｜${site.productName}`)
})

test('path, query and state follow navigate() and popstate', async () => {
  await openPage('', 'http://localhost/entry/input?coupon=1')
  const hook = await renderHook(
    () => [usePathname('/ignored'), useQuery(), useHistoryState(), useHydrated()],
    {},
  )
  expect(hook.result).toEqual(['/entry/input', '?coupon=1', null, true])
  await hook.act(() => navigate('/entry/result', { kind: 'sent' }))
  expect(hook.result).toEqual(['/entry/result', '', { kind: 'sent' }, true])
  await hook.act(() => {
    history.replaceState(null, '', '/entry/input?a=2')
    dispatchEvent(new Event('popstate'))
  })
  expect(hook.result).toEqual(['/entry/input', '?a=2', null, true])
})

test('before hydration the path is the one that HTML is made for, without query and state', () => {
  let seen: unknown[] = []
  const Page = () => {
    seen = [usePathname('/entry/input'), useQuery(), useHistoryState(), useHydrated()]
    return null
  }
  renderToString(createElement(Page))
  expect(seen).toEqual(['/entry/input', '', null, false])
})
