import { expect, test } from 'vitest'
import { openPage, renderHook } from '../testing-page.ts'
import { useTyped } from './use-typed.ts'

/** A form of one field; `drawn` is the number of renders. */
async function open(isShown: boolean) {
  const { find } = await openPage('<form><input name="tel" value="03"></form>')
  const form = { current: find<HTMLFormElement>('form') }
  let drawn = 0
  const hook = await renderHook(
    (props: { isShown: boolean }) => {
      drawn += 1
      return useTyped(form, props.isShown, { tel: '-' }, ({ tel }) => ({ tel: String(tel ?? '') }))
    },
    { isShown },
  )
  const tell = (type: string, value: string) =>
    hook.act(() => {
      const field = find<HTMLInputElement>('input')
      field.value = value
      field.dispatchEvent(new Event(type, { bubbles: true }))
    })
  return { hook, tell, drawn: () => drawn }
}

test('what is typed is followed at each input, and once a field was left', async () => {
  const { hook, tell, drawn } = await open(true)
  expect(hook.result).toEqual({ tel: '03' })
  await tell('input', '03-1')
  expect(hook.result).toEqual({ tel: '03-1' })
  await tell('focusout', '0312')
  expect(hook.result).toEqual({ tel: '0312' })
  await tell('change', '9')
  expect(hook.result).toEqual({ tel: '0312' })
  // React may render once more before it stops.
  await tell('input', '0312')
  const before = [hook.result, drawn()]
  await tell('input', '0312')
  expect([hook.result, drawn()]).toEqual(before)
})

test('while nothing of it is shown nothing is followed', async () => {
  const { hook, tell, drawn } = await open(false)
  const before = drawn()
  await tell('input', '03-1')
  expect([hook.result, drawn()]).toEqual([{ tel: '-' }, before])
  await hook.render({ isShown: true })
  expect(hook.result).toEqual({ tel: '03-1' })
  await hook.render({ isShown: false })
  const hidden = drawn()
  await tell('input', '9')
  expect([hook.result, drawn()]).toEqual([{ tel: '-' }, hidden])
})
