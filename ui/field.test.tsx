import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CellField, Field, ProblemsProvider } from './field.tsx'

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
      '<div class="error" id="number1-error"><p>空白を取り除いてく<span class="unbroken">ださい。</span></p><p><span class="unbroken">10文字</span>で入力してく<span class="unbroken">ださい。</span></p></div>',
  )
})

test('a note describes its control and stands in a live region that was there before; its button is beside it', () => {
  const field = (note?: string | null) =>
    renderToStaticMarkup(
      <Field
        name="email"
        label="メール"
        {...(note !== undefined && { note })}
        mend={note ? { words: '直す', onPress: () => {} } : undefined}
      >
        {(tied) => <input {...tied} />}
      </Field>,
    )
  const head = '<div class="field"><div class="field-head"><label for="email">メール</label></div>'
  const region = (inside: string) => `<div role="status">${inside}</div>`
  expect(field()).toBe(`${head}<input id="email" name="email"/></div>`)
  expect(field(null)).toBe(
    `${head}<input id="email" name="email"/><div class="hint">${region('')}</div></div>`,
  )
  expect(field('違います。')).toBe(
    `${head}<input id="email" aria-describedby="email-note" name="email"/><div class="hint">${region(
      '<p class="note" id="email-note">違<span class="unbroken">います。</span></p>',
    )}<button type="button" class="secondary">直す</button></div></div>`,
  )
})
