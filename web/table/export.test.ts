import { expect, test } from 'vitest'
import { sheetOfHtml } from '#sheets/read/html.ts'
import { htmlOf } from './export.ts'

test('copied cells are marked as text and come back as they were', () => {
  const lines = [
    ['事業所番号', '<b>&"'],
    ['0110100013', '1E5'],
  ]
  const html = htmlOf(lines)
  expect(html.match(/mso-number-format:'\\@'/g)).toHaveLength(4)
  expect(html).toContain(
    'data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;0110100013&quot;}"',
  )
  expect(sheetOfHtml(html)?.grid).toEqual(lines)
})
