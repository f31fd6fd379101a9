import { describe, expect, onTestFinished, test } from 'vitest'
import { type Answer, serve } from '../testing.ts'
import { openPage } from '../testing-page.ts'
import { lookUp, lookUpTyped } from './postal.ts'

const NOT_FOUND = '住所を取得できません。'
const ON = '番地や建物名を続けて入力してください。'
const GINZA = { address1: '東京都', address2: '中央区', address3: '銀座' }
const TSUKIJI = { ...GINZA, address3: '築地' }
const found = (...results: object[]): Answer => ({ status: 200, body: { status: 200, results } })

async function page(answers: Answer[], zipcode: string, typed = '') {
  const server = await serve(answers)
  const html = '<form><input name="zipcode"><input name="address"></form>'
  const { find } = await openPage(html, `${server.base}/entry/input`)
  onTestFinished(async () => {
    server.close()
  })
  const form = find<HTMLFormElement>('form')
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  control('zipcode').value = zipcode
  control('address').value = typed
  const edits: string[] = []
  form.addEventListener('input', ({ target }) => edits.push((target as HTMLInputElement).value))
  return { form, control, edits, ...server }
}

describe('the address of a postal code', () => {
  test('is asked for with digits only, and put into an empty field as typing would', async () => {
    const { form, control, edits, received } = await page([found(GINZA)], '１０４−００６１')
    expect(await lookUp(form)).toEqual({ sentence: `住所を入力しました。${ON}` })
    expect(received.map(({ path }) => path)).toEqual(['/api/postal-codes?zipcode=1040061'])
    expect([control('zipcode').value, control('address').value]).toEqual([
      '1040061',
      '東京都中央区銀座',
    ])
    expect(edits).toEqual(['東京都中央区銀座'])
  })

  test('replaces another one, until that is taken back', async () => {
    const { form, control, edits } = await page([found(GINZA)], '1040061', '大阪市1-2')
    const outcome = await lookUp(form)
    expect(outcome?.sentence).toBe(`入力済みの住所を置き換えました。${ON}`)
    expect(outcome?.undo?.()).toBe('元の住所に戻しました。')
    expect(control('address').value).toBe('大阪市1-2')
    expect(edits).toEqual(['東京都中央区銀座', '大阪市1-2'])
  })

  test('keeps what was typed after it where the replaced address is asked for again', async () => {
    const { form, control } = await page([found(GINZA)], '1040061', '大阪市1-2')
    const outcome = await lookUp(form)
    control('address').value += '4-5'
    expect(outcome?.undo?.()).toBe(
      '検索のあとに住所が変更されたため、そのままにしました。元の住所：大阪市1-2',
    )
    expect(control('address').value).toBe('東京都中央区銀座4-5')
  })

  test('leaves one that begins with it as it is', async () => {
    const { form, control, edits } = await page([found(GINZA)], '1040061', '東京都中央区銀座1-2')
    expect(await lookUp(form)).toEqual({
      sentence: '入力済みの住所は、郵便番号の住所と一致しています。',
    })
    expect([control('address').value, edits]).toEqual(['東京都中央区銀座1-2', []])
  })

  test('does not replace what was typed while it was looked up', async () => {
    const { form, control, edits } = await page([found(GINZA)], '1040061')
    const pending = lookUp(form)
    control('address').value = '京都市'
    expect(await pending).toEqual({
      sentence: '検索中に住所が入力されたため、そのままにしました。検索結果：東京都中央区銀座',
    })
    expect([control('address').value, edits]).toEqual(['京都市', []])
  })

  test('is the first of several, which is said', async () => {
    const { form, control } = await page([found(GINZA, TSUKIJI)], '1040061')
    expect((await lookUp(form))?.sentence).toBe(
      `この郵便番号には2件の住所があります。最初の住所を入力しました。${ON}`,
    )
    expect(control('address').value).toBe('東京都中央区銀座')
  })

  test('is completed where prefecture and city were left out, and what follows the town stays', async () => {
    const { form, control, edits } = await page([found(GINZA)], '1040061', '銀座1-2-3')
    const outcome = await lookUp(form)
    expect(outcome?.sentence).toBe('入力済みの住所に、郵便番号の住所を補いました。')
    expect(control('address').value).toBe('東京都中央区銀座1-2-3')
    expect(outcome?.undo?.()).toBe('元の住所に戻しました。')
    expect(edits).toEqual(['東京都中央区銀座1-2-3', '銀座1-2-3'])
  })

  test('is completed behind too, which is then to be gone on with', async () => {
    const { form, control } = await page([found(GINZA)], '1040061', '中央区')
    expect((await lookUp(form))?.sentence).toBe(
      `入力済みの住所に、郵便番号の住所を補いました。${ON}`,
    )
    expect(control('address').value).toBe('東京都中央区銀座')
  })

  test('is that of several which was typed', async () => {
    const { form, control } = await page([found(GINZA, TSUKIJI)], '1040061', '築地4-5')
    await lookUp(form)
    expect(control('address').value).toBe('東京都中央区築地4-5')
    expect((await lookUp(form))?.sentence).toBe(
      '入力済みの住所は、郵便番号の住所と一致しています。',
    )
  })

  test.each([
    ['以下に掲載がない場合', '東京都中央区'],
    ['銀座（１～８丁目）', '東京都中央区銀座'],
    ['銀座（次のビルを除く', '東京都中央区銀座'],
    ['中央区の次に番地がくる場合', '東京都中央区'],
    ['中央区一円', '東京都中央区'],
  ])('has no note of another service: %s', async (address3, address) => {
    const { form, control } = await page([found({ ...GINZA, address3 })], '1040061')
    expect((await lookUp(form))?.sentence).toBe(`住所を入力しました。${ON}`)
    expect(control('address').value).toBe(address)
  })

  test('whose towns differ in their notes alone is one; several towns in one answer are several', async () => {
    const noted = { ...GINZA, address3: '銀座（８丁目）' }
    const { form, control } = await page([found(GINZA, noted)], '1040061')
    expect((await lookUp(form))?.sentence).toBe(`住所を入力しました。${ON}`)
    expect(control('address').value).toBe('東京都中央区銀座')
    const both = await page([found({ ...GINZA, address3: '銀座、築地' })], '1040061')
    expect((await lookUp(both.form))?.sentence).toMatch(/^この郵便番号には2件の住所があります。/)
    expect(both.control('address').value).toBe('東京都中央区銀座')
  })

  test('may lack a part', async () => {
    const { form, control } = await page([found({ ...GINZA, address3: null })], '1040061')
    await lookUp(form)
    expect(control('address').value).toBe('東京都中央区')
  })

  test('comes from the last press alone', async () => {
    const { form, control, edits } = await page([found(GINZA)], '1040061')
    const first = lookUp(form)
    const second = lookUp(form)
    expect([await first, (await second)?.sentence]).toEqual([null, `住所を入力しました。${ON}`])
    expect([control('address').value, edits]).toEqual(['東京都中央区銀座', ['東京都中央区銀座']])
  })
})

describe('the address of a code as it is typed', () => {
  test('comes at the seventh digit, and the code stays as it is being typed', async () => {
    const { form, control, received } = await page([found(GINZA)], '104-006')
    expect(await lookUpTyped(form)).toBeNull()
    control('zipcode').value = '１０４-0061'
    expect(await lookUpTyped(form)).toEqual({ sentence: `住所を入力しました。${ON}` })
    expect([control('zipcode').value, control('address').value]).toEqual([
      '１０４-0061',
      '東京都中央区銀座',
    ])
    expect(received.map(({ path }) => path)).toEqual(['/api/postal-codes?zipcode=1040061'])
  })

  test('is asked for once, and again when another code was there between', async () => {
    const { form, control, received } = await page([found(GINZA), found(GINZA)], '1040062')
    await lookUpTyped(form)
    expect(await lookUpTyped(form)).toBeNull()
    control('zipcode').value = '104006'
    await lookUpTyped(form)
    control('zipcode').value = '1040062'
    control('address').value = ''
    expect(await lookUpTyped(form)).not.toBeNull()
    expect(received).toHaveLength(2)
  })

  test('takes the place of what the code before filled in, and of nothing else', async () => {
    const answers = [found(GINZA), found(TSUKIJI)]
    const { form, control, received } = await page(answers, '1040063')
    await lookUpTyped(form)
    control('zipcode').value = '1040045'
    expect((await lookUpTyped(form))?.sentence).toMatch(/^入力済みの住所を置き換えました。/)
    expect(control('address').value).toBe('東京都中央区築地')
    control('address').value += '4-5'
    control('zipcode').value = '1040064'
    expect(await lookUpTyped(form)).toBeNull()
    control('address').value = '銀座1-2-3'
    control('zipcode').value = '1040065'
    expect(await lookUpTyped(form)).toBeNull()
    expect([control('address').value, received.length]).toEqual(['銀座1-2-3', 2])
  })

  test('leaves what was typed meanwhile without a word', async () => {
    const { form, control } = await page([found(GINZA), { cut: true }], '1040066')
    const pending = lookUpTyped(form)
    control('address').value = '京都市'
    expect([await pending, control('address').value]).toEqual([null, '京都市'])
    control('address').value = ''
    control('zipcode').value = '1040067'
    const failing = lookUpTyped(form)
    control('address').value = '京都市'
    expect(await failing).toBeNull()
  })

  test('says what a press would say of a failure', async () => {
    const none: Answer = { status: 200, body: { status: 200, results: null } }
    const { form } = await page([none], '1040068')
    expect(await lookUpTyped(form)).toEqual({ sentence: NOT_FOUND, isFailure: true })
  })
})

describe('nothing is changed', () => {
  test('by a fault of the page, which is told in the usual words', async () => {
    const { form, control, received } = await page([found(GINZA)], '1040061', '大阪市')
    Object.defineProperty(control('zipcode'), 'value', {
      get: () => {
        throw new Error('a fault')
      },
    })
    expect(await lookUp(form)).toEqual({
      sentence: 'エラーが発生しました。時間をおいて再度操作してください。',
      isFailure: true,
    })
    expect([received, control('address').value]).toEqual([[], '大阪市'])
  })

  test('where what was typed is no postal code: nobody is asked', async () => {
    const { form, control, received } = await page([found(GINZA)], '104', '大阪市')
    expect((await lookUp(form))?.sentence).toMatch(/郵便番号/)
    expect([received, control('address').value]).toEqual([[], '大阪市'])
  })

  test.each<[string, Answer, string]>([
    ['finds nothing', { status: 200, body: { status: 200, results: null } }, NOT_FOUND],
    ['finds an empty list', found(), NOT_FOUND],
    ['answers with null', { status: 200, body: 'null' }, NOT_FOUND],
    ['answers with no list', { status: 200, body: { status: 200, results: 'x' } }, NOT_FOUND],
    ['answers with HTML', { status: 200, body: '<p>' }, NOT_FOUND],
    [
      'says why',
      { status: 200, body: { status: 400, message: '桁数不正', results: null } },
      '桁数不正',
    ],
    [
      'says that all is not well, whatever it found',
      { status: 200, body: { status: 500, message: '', results: [GINZA] } },
      NOT_FOUND,
    ],
    ['refuses in its own words', { status: 400, body: { message: '桁数不正' } }, '桁数不正'],
    ['refuses in no words', { status: 400, body: { message: 5 } }, NOT_FOUND],
    ['refuses with an empty text', { status: 503, body: { message: '' } }, NOT_FOUND],
    ['refuses with null', { status: 503, body: 'null' }, NOT_FOUND],
    ['is broken', { status: 502, body: '<html>' }, NOT_FOUND],
    [
      'refuses as the apply API does',
      { status: 429, body: { error: { message: '多すぎます。' } } },
      '多すぎます。',
    ],
    [
      'cannot be reached',
      { cut: true },
      '住所を検索できませんでした（fetch failed）。回線をご確認のうえもう一度検索するか、住所を直接入力してください。',
    ],
  ])('where the service %s', async (_, answer, sentence) => {
    const { form, control } = await page([answer], '1040061', '大阪市')
    expect(await lookUp(form)).toEqual({ sentence, isFailure: true })
    expect(control('address').value).toBe('大阪市')
  })
})
