import { expect, test } from 'vitest'
import { documentTitleOf, useDocumentTitle } from './navigation.ts'
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
