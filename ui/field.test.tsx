import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CellField, ProblemsProvider } from './field.tsx'

test('each sentence about a control is a paragraph of what describes it', () => {
  const problems = [
    { field: 'number1', message: '空白を取り除いてください。' },
    { field: 'number1', message: '10文字で入力してください。' },
  ]
  const html = renderToStaticMarkup(
    <ProblemsProvider problems={problems}>
      <CellField name="number1">{(tied) => <input {...tied} />}</CellField>
    </ProblemsProvider>,
  )
  expect(html).toBe(
    '<input id="number1" aria-invalid="true" aria-describedby="number1-error" name="number1"/>' +
      '<div class="error" id="number1-error"><p>空白を取り除いてください。</p><p>10文字で入力してください。</p></div>',
  )
})
