import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PublishedFacilities } from '#domain/directory.ts'
import { recogniserOf } from '#sheets/recognition.ts'
import { A, B, C, drawn, HEADS } from '#sheets/testing/drawn-sheet.ts'
import { numberOf, top } from '#sheets/testing/pasting.ts'
import { serve } from '../testing.ts'
import { announceDirectory, openPage, renderHook } from '../testing-page.ts'
import { recognisedHere, withFirst } from './recognition.ts'
import { usePlan } from './use-plan.ts'

/** The preview of a pasted sheet, or of what the directory has `published`. */
async function previewOf(
  text: string,
  { published, url }: { published?: PublishedFacilities; url?: string } = {},
) {
  await openPage('', url)
  const sheet = { grid: drawn(text) }
  const recognition = recognisedHere(recogniserOf(top, [sheet]))
  const question = { target: top, recognition, published }
  const hook = await renderHook(() => usePlan(question, 0), {})
  const now = () => hook.result
  const row = (index: number) => {
    const found = now().plan.offered[index]
    if (!found) throw new Error(`no row ${index}`)
    return found
  }
  const values = (cell: 'facilityName' | 'facilityNumber' | 'serviceKey') =>
    now().plan.rows.map(({ cells }) => cells[cell]?.value)
  return { ...hook, now, row, values }
}

describe('a row', () => {
  test('is left out and taken again, alone or with all others', async () => {
    const { act, now, row } = await previewOf(`${HEADS}\nあ|${A}|GH\nい|${B}|GH`)
    const nos = () => now().plan.offered.map(({ no }) => no)
    expect(nos()).toEqual([1, 2])
    await act(() => now().leaveOut(row(0), true))
    expect(nos()).toEqual([null, 1])
    await act(() => now().leaveOut(row(1), true))
    expect(nos()).toEqual([null, null])
    await act(() => now().leaveOut(row(0), false))
    expect(nos()).toEqual([1, null])
    await act(() => now().leaveOutAll(true))
    expect(nos()).toEqual([null, null])
    await act(() => now().leaveOutAll(false))
    expect(nos()).toEqual([1, 2])
    // As it was recognised it stays, whatever is corrected.
    await act(() => now().leaveOutAll(true))
    expect(now().asRecognised.offered.map(({ no }) => no)).toEqual([1, 2])
    await act(() => now().startOver())
    expect(nos()).toEqual([1, 2])
  })

  test('of several numbers has the one that is chosen', async () => {
    const { act, now, row, values } = await previewOf(`${HEADS}\nあ|${A}、${B}|GH\nい|${C}|GH`)
    expect(now().severalNumbers).toEqual([row(0)])
    await act(() => now().chooseNumber(row(0), B))
    expect(values('facilityNumber')).toEqual([B, C])
  })

  test('gets the zeros back that a spreadsheet dropped, where that is wanted', async () => {
    const { act, now, values } = await previewOf(`${HEADS}\nあ|110100013|GH`)
    expect(now().repairsZeros).toBe(false)
    await act(() => now().repairZeros(true))
    expect([now().repairsZeros, values('facilityNumber')]).toEqual([true, ['0110100013']])
  })
})

describe('a text that names no single service', () => {
  const TEXT = `${HEADS}\nあ|${A}|自立訓練\nい|${B}| 自立訓練 \nう|${C}|謎`

  test('is asked about once, with how many cells it stands in and what it may mean', async () => {
    const { now } = await previewOf(TEXT)
    expect(now().unread.map(({ text, cells }) => [text, cells])).toEqual([
      ['自立訓練', 2],
      ['謎', 1],
    ])
    expect(now().unread[0]?.candidates).toContain('KINOU_KUNREN')
    expect(now().services.size).toBe(0)
  })

  test('stays in its place while it is chosen for, and the choice can be taken back', async () => {
    const { act, now, values } = await previewOf(TEXT)
    await act(() => now().chooseService('自立訓練', 'KINOU_KUNREN'))
    expect(values('serviceKey')).toEqual(['KINOU_KUNREN', 'KINOU_KUNREN', ''])
    expect(now().unread.map(({ text }) => text)).toEqual(['自立訓練', '謎'])
    expect([...now().services]).toEqual([['自立訓練', 'KINOU_KUNREN']])
    await act(() => now().chooseService('自立訓練', null))
    expect([values('serviceKey'), now().services.size]).toEqual([['', '', ''], 0])
  })

  test('is asked about no longer once its column has another use, and behind the others when it is new', async () => {
    const { act, now } = await previewOf(`${HEADS}|備考\nあ|${A}|謎|何か\nい|${B}|GH|別の`)
    expect(now().unread.map(({ text }) => text)).toEqual(['謎'])
    await act(() => now().assignColumn(3, 'serviceKey'))
    expect(now().unread.map(({ text }) => text)).toEqual(['何か', '別の'])
    expect(now().plan.layout.columns).toEqual([
      'facilityName',
      'facilityNumber',
      null,
      'serviceKey',
    ])
  })
})

describe('a column', () => {
  test('that gets the use of another takes it, or none', async () => {
    const { act, now } = await previewOf(`${HEADS}|略称\nあ|${A}|GH|い`)
    await act(() => now().assignColumn(3, 'facilityName'))
    expect(now().plan.layout.columns).toEqual([
      null,
      'facilityNumber',
      'serviceKey',
      'facilityName',
    ])
    await act(() => now().assignColumn(3, null))
    expect(now().plan.layout.columns).toEqual([null, 'facilityNumber', 'serviceKey', null])
  })
})

test('columns that have the same use share it with a further one, but for names', async () => {
  const { act, now } = await previewOf(`${HEADS}|サービス種類|備考\nあ|${A}|GH|生活介護|短期入所`)
  const rest = ['facilityNumber', 'serviceKey', 'serviceKey'] as const
  expect(now().plan.layout.columns).toEqual(['facilityName', ...rest, null])
  await act(() => now().assignColumn(4, 'serviceKey'))
  expect(now().plan.layout.columns).toEqual(['facilityName', ...rest, 'serviceKey'])
  await act(() => now().assignColumn(4, 'facilityName'))
  expect(now().plan.layout.columns).toEqual([null, ...rest, 'facilityName'])
})

test('a line that looks like no entry is taken where a person says so, and left again', async () => {
  const { act, now } = await previewOf(`${HEADS}\nあ|${A}|GH\n合計||`)
  const line = now().plan.table.skipped[0]?.line ?? 0
  expect([...now().takenLines]).toEqual([])
  const before = now().plan.rows.length
  await act(() => now().takeLine(line, true))
  expect([[...now().takenLines], now().plan.rows.length]).toEqual([[line], before + 1])
  await act(() => now().takeLine(line, false))
  expect([[...now().takenLines], now().plan.rows.length]).toEqual([[], before])
})

describe('the directory', () => {
  /** What was asked is remembered for as long as the page is open: every test asks for other numbers. */
  let last = 200_000
  const fresh = () => numberOf(13, ++last)

  /** A sheet with two numbers, one of them twice, and a directory that has that one. */
  async function directory() {
    const numbers = [fresh(), fresh()] as const
    const [number, other] = numbers
    const sheet = `${HEADS}\n|${number}|GH\nい|${other}|GH\nう|${number}|GH`
    const facility = { number, name: 'ひまわり', serviceKey: 'KYODO', corporation: 'あおば会' }
    const body = { services: ['KYODO'], facilities: [facility] }
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const server = await serve([{ status: 200, body, after }])
    // Long after any failure of an earlier test, which is remembered too.
    const now = performance.now.bind(performance)
    const later = last * 1e9
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
    onTestFinished(() => {
      clock.mockRestore()
      server.close()
    })
    return { ...server, sheet, numbers, answer }
  }

  test('that the server does not announce is not asked', async () => {
    const { base, received, sheet } = await directory()
    const { now } = await previewOf(sheet, { url: base })
    expect([now().directory, received]).toEqual([undefined, []])
  })

  test('is not asked about what comes from it', async () => {
    const { base, received, sheet } = await directory()
    announceDirectory('2026-03')
    const published = { facilities: [] } as never
    const { now } = await previewOf(sheet, { url: base, published })
    expect([now().directory, received]).toEqual([undefined, []])
  })

  test('is asked about each number once and fills in what a row lacks, as long as a person lets it', async () => {
    const { base, received, sheet, numbers, answer } = await directory()
    announceDirectory('2026-03')
    const { now, until, act, values } = await previewOf(sheet, { url: base })
    expect(values('facilityName')).toEqual(['', 'い', 'う'])
    answer()
    await until(() => now().directory !== undefined)
    expect(received.map(({ path }) => path.split('?')[1])).toEqual([`numbers=${numbers.join()}`])
    expect(values('facilityName')).toEqual(['ひまわり', 'い', 'う'])
    expect(now().directory).toMatchObject({ period: '2026-03', mayAnswer: true })
    await act(() => now().directory?.askDirectory(false))
    expect(values('facilityName')).toEqual(['', 'い', 'う'])
    expect(now().directory).toMatchObject({ period: '2026-03', mayAnswer: false })
    await act(() => now().directory?.askDirectory(true))
    expect(values('facilityName')).toEqual(['ひまわり', 'い', 'う'])
    expect(received).toHaveLength(1)
  })

  test('is asked again where a correction brings other numbers', async () => {
    const { base, received, numbers, answer } = await directory()
    const [first, second] = numbers
    announceDirectory('2026-03')
    answer()
    const text = `${HEADS}|備考\nあ|${first}|GH|${second}\nい|${first}|GH|${second}`
    const { now, until, act, values } = await previewOf(text, { url: base })
    await until(() => received.length === 1)
    await act(() => now().assignColumn(3, 'facilityNumber'))
    expect(values('facilityNumber')).toEqual([second, second])
    await until(() => received.length === 2)
    expect(received.map(({ path }) => path.split('=')[1])).toEqual([first, second])
  })
})

test('a sheet without services asks about none', async () => {
  const { now } = await previewOf(`事業所名|事業所番号\nあ|${A}\nい|${B}`)
  expect([now().unread, now().plan.rows.length]).toEqual([[], 2])
})

test('plans of a worker come later: a tick shows at once, the plan before stands until then, and the last one asked for counts', async () => {
  await openPage('')
  const here = recognisedHere(
    recogniserOf(top, [{ grid: drawn(`${HEADS}\nあ|${A}|GH\nい|${B}|GH\nう|${C}|GH`) }]),
  )
  const answers: (() => void)[] = []
  const late = withFirst({
    ...here,
    plans: (request) =>
      new Promise((resolve) => {
        answers.push(() => resolve(here.plans(request)))
      }),
  })
  const question = { target: top, recognition: late }
  const hook = await renderHook(() => usePlan(question, 0), {})
  const state = () => {
    const { plan, leftOut, isBehind } = hook.result
    return [plan.rows.length, [...leftOut].join(), isBehind]
  }
  expect(state()).toEqual([3, '', false])
  const [first, second] = hook.result.plan.offered
  if (!first || !second) throw new Error('no rows')
  await hook.act(() => hook.result.leaveOut(first, true))
  expect(state()).toEqual([3, '0.0', true])
  await hook.act(() => hook.result.leaveOut(second, true))
  await hook.act(() => answers[1]?.())
  expect(state()).toEqual([1, '0.0,1.0', false])
  await hook.act(() => answers[0]?.())
  expect(state()).toEqual([1, '0.0,1.0', false])
})
