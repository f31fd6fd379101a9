import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { fieldName, invalidRequest, parseFormBody, parseJsonBody } from './body.ts'

const NAMED =
  '送信された内容を読み取れませんでした。ページを再読み込みして、もう一度お試しください。'

function refusal(parse: () => unknown) {
  try {
    parse()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, fields: error.fields }
    throw error
  }
  throw new Error('was taken')
}
const malformed = (...names: string[]) => ({
  code: 'malformed_request',
  fields: names.length === 0 ? undefined : Object.fromEntries(names.map((n) => [n, [NAMED]])),
})

describe('parseFormBody', () => {
  test('undoes plus signs and escapes, keeps raw UTF-8', () => {
    const body = Buffer.from(
      'jigyousha=%E9%AB%99+%F0%A0%AE%B7&tel=%2B81&address=東京&empty=&bare&&',
    )
    expect({ ...parseFormBody(body) }).toEqual({
      jigyousha: '髙 𠮷',
      tel: '+81',
      address: '東京',
      empty: '',
      bare: '',
    })
  })

  test('what has no name, or nothing but a name, is a field too', () => {
    expect({ ...parseFormBody(Buffer.from('=x&y=&z')) }).toEqual({ '': 'x', y: '', z: '' })
  })

  test.each([
    ['a=1&a=2', ['a']],
    ['a=1&%61=2', ['a']],
    ['tel=%', ['tel']],
    ['tel=%4', ['tel']],
    ['tel=%zz', ['tel']],
    ['tel=%ff%fe', ['tel']],
    ['tel=%c0%80', ['tel']],
    ['tel=%ed%a0%80', ['tel']],
    ['%ff=1', []],
  ])('refuses %s', (text, names) => {
    expect(refusal(() => parseFormBody(Buffer.from(text)))).toEqual(malformed(...names))
  })

  test('raw bytes that are not UTF-8 are found in their field', () => {
    const body = Buffer.concat([Buffer.from('tel=1&person='), Buffer.from([0x83, 0x65])])
    expect(refusal(() => parseFormBody(body))).toEqual(malformed('person'))
  })

  test('a name of Object.prototype is a name like any other', () => {
    expect(Object.entries(parseFormBody(Buffer.from('__proto__=x&toString=y')))).toEqual([
      ['__proto__', 'x'],
      ['toString', 'y'],
    ])
  })

  test('whatever URLSearchParams writes comes back unchanged', () => {
    const fields = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fields, (fields) => {
        const body = Buffer.from(new URLSearchParams(fields).toString())
        expect({ ...parseFormBody(body) }).toEqual({ ...fields })
      }),
    )
  })
})

describe('parseJsonBody', () => {
  test('whatever JSON.stringify writes comes back unchanged', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!/__proto__|constructor|prototype/.test(text))
        expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['', []],
    ['{', []],
    ['{"kind":1}x', []],
    ['\ufeff{"kind":1}', []],
    ['{"kind":1,"kind":2}', ['kind']],
    ['{"kind":1,"k\\u0069nd":2}', ['kind']],
    ['{"__proto__":{"kind":1}}', ['__proto__']],
    ['{"\\u005f_proto__":1}', ['__proto__']],
    ['{"constructor":{"prototype":{}}}', ['constructor']],
    [`${'['.repeat(17)}${']'.repeat(17)}`, []],
    [`[${'0,'.repeat(2000)}0]`, []],
  ])('refuses %s', (text, names) => {
    expect(refusal(() => parseJsonBody(Buffer.from(text)))).toEqual(malformed(...names))
  })

  test('the same key in two objects, and quotes in strings, are nobody’s fault', () => {
    const text = '{"facilities":[{"a":"\\"a\\":{","b":"}"},{"a":"[["}]}'
    expect(parseJsonBody(Buffer.from(text))).toEqual({
      facilities: [{ a: '"a":{', b: '}' }, { a: '[[' }],
    })
  })

  test('JSON that is not UTF-8 is refused as a whole, without the name of a field', () => {
    const body = Buffer.concat([
      Buffer.from('{"facilities":[{"facilityName":"東"},{"facilityName":"'),
      Buffer.from([0xff]),
      Buffer.from('"}]}'),
    ])
    expect(refusal(() => parseJsonBody(body))).toEqual(malformed())
  })

  test('values that are no text are passed over in the search', () => {
    const text = '{"a":null,"b":1,"c":[true,null],"d":"\u0007"}'
    expect(refusal(() => parseJsonBody(Buffer.from(text)))).toEqual(malformed('d'))
  })

  test('a control character written raw is found in its field', () => {
    const text = '{"kind":2,\n\t"priceText":"9,9\u000780"}'
    expect(refusal(() => parseJsonBody(Buffer.from(text)))).toEqual(malformed('priceText'))
  })

  test('what is no JSON is refused as fast as it is read', () => {
    const text = `{"a":"${'\\"'.repeat(130_000)}`
    const began = performance.now()
    expect(refusal(() => parseJsonBody(Buffer.from(text)))).toEqual(malformed())
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('a very long string does not exhaust the tokeniser', () => {
    const text = JSON.stringify({ facilityName: 'あ"\\'.repeat(40_000) })
    expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text))
  })
})

describe('bounds', () => {
  const json = (text: string) => () => parseJsonBody(Buffer.from(text))
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const listed = (values: number) => `[${Array(values).fill(0).join()}]`

  test('sixteen levels and two thousand values are read, and no more', () => {
    expect(json(nested(16))).not.toThrow()
    expect(refusal(json(nested(17)))).toEqual(malformed())
    // One after the other they are no deeper.
    expect(json(`[${Array(20).fill('[]').join()}]`)).not.toThrow()
    expect(json(listed(2000))).not.toThrow()
    expect(refusal(json(listed(2001)))).toEqual(malformed())
  })

  test('an error names fields as the screen counts them, shortly, and not more than a hundred', () => {
    expect(fieldName(['facilities', 0, 'a1', '2b'])).toBe('facilities.1.a1.2b')
    expect(fieldName(['rows', '12'])).toBe('rows.13')
    expect(fieldName(['x'.repeat(65)])).toHaveLength(64)
    const names = Array.from({ length: 101 }, (_, index) => `f${index}`)
    expect(Object.keys(invalidRequest('malformed_request', names).fields ?? {})).toHaveLength(100)
  })
})
