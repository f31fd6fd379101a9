/** Difficult text is stored exactly as typed or not at all, with one verdict on both databases (reading 23). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages } from '#domain/messages.ts'
import { isUnstorable } from '#domain/text.ts'
import { startApp } from './testing/app.ts'
import { everythingIn, FACILITIES, PRICE } from './testing/calls.ts'
import { ENGINES } from './testing/databases.ts'
import { consentOf, ENTRY, errorBody, facilitiesOf, form, post } from './testing/requests.ts'

const KEPT: [name: string, text: string][] = [
  ['name kanji that NFC would rewrite', '髙﨑神福祉会'],
  ['a variant of a kanji', '葛\u{e0100}飾'],
  ['kanji beyond the first plane', '𠮷野家𩸽'],
  ['kana and their mark apart', 'か\u3099'],
  ['half-width kana', 'ﾊﾝｶｸ ｶﾞ'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a flag and a keycap', '🇯🇵 1️⃣'],
  ['a direction turned', 'abc\u202edef\u2069'],
  ['spaces of every width', ' \u00a0\u3000\u200b法人\u2003 '],
  ['separators of lines', 'a\u2028b\u2029c'],
  ['the replacement character itself', 'a\ufffdb'],
  ['a byte order mark', '\ufeff法人'],
  ['quotes and SQL', `'"\`;--\\ %_ ' or 1=1`],
  ['markup', '<script>alert(1)</script>&amp;'],
  ['a formula', '=HYPERLINK("https://evil.test")'],
  ['as long as allowed', 'あ'.repeat(255)],
  ['as long as allowed, in pairs', `${'𠮷'.repeat(127)}a`],
]

const REFUSED: [name: string, text: string][] = [
  ['NUL', 'a\0b'],
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
  ['an escape', 'a\u001b[31mb'],
  ['a control character of the second set', 'a\u0085b'],
  ['delete', 'a\u007fb'],
]

const LONE = ['\ud800', 'a\udc00b', '\udfff\ud800']

describe.each(ENGINES)('on %s', (engine) => {
  test('what can be stored comes back unit by unit, from a form and from JSON', async () => {
    const { app, database } = await startApp({ engine })
    for (const [, text] of KEPT) {
      const registered = await app.inject(form({ ...ENTRY, jigyousha: text, person: text }))
      expect(registered.statusCode).toBe(200)
      const { username } = registered.json()
      await app.inject(post(consentOf(username), { kind: 1, priceText: PRICE }))
      const facilities = FACILITIES.map((row) => ({ ...row, facilityName: text }))
      const completed = await app.inject(post(facilitiesOf(username), { facilities }))
      expect(completed.statusCode).toBe(200)
    }
    const stored = await everythingIn(database)
    const texts = KEPT.map(([, text]) => text).sort()
    expect(stored.applications.map((row) => row.company_name).sort()).toEqual(texts)
    expect(stored.applications.map((row) => row.person).sort()).toEqual(texts)
    expect([...new Set(stored.facilities.map((row) => row.facility_name))].sort()).toEqual(texts)
  })

  test('what cannot is refused by its field, and nothing is stored', async () => {
    const { app, database } = await startApp({ engine })
    for (const [, text] of REFUSED) {
      const response = await app.inject(form({ ...ENTRY, address: text }))
      const fields = { address: [messages.unstorable('住所')] }
      expect([response.statusCode, response.json()]).toEqual([
        422,
        errorBody('validation_failed', fields),
      ])
    }
    for (const text of ['あ'.repeat(256), '𠮷'.repeat(128)]) {
      const response = await app.inject(form({ ...ENTRY, jigyousha: text }))
      expect(response.json().error.fields).toEqual({ jigyousha: [messages.tooLong('法人名', 255)] })
    }
    expect((await everythingIn(database)).applications).toEqual([])
  })

  test('half a character is refused by its cell', async () => {
    const { app, database } = await startApp({ engine })
    const { username } = (await app.inject(form(ENTRY))).json()
    await app.inject(post(consentOf(username), { kind: 1, priceText: PRICE }))
    const [first, ...others] = FACILITIES
    for (const text of [...LONE, ...REFUSED.map(([, text]) => text)]) {
      const facilities = [first, { ...first, facilityName: text }, ...others]
      const response = await app.inject(post(facilitiesOf(username), { facilities }))
      const message = messages.inRow(2, messages.unstorable('事業所名'))
      const fields = { 'facilities.2.facilityName': [message] }
      expect([response.statusCode, response.json()]).toEqual([
        422,
        errorBody('validation_failed', fields),
      ])
    }
    expect((await everythingIn(database)).facilities).toEqual([])
  })

  test('any text at all is kept or refused, never changed', async () => {
    const { app, database } = await startApp({ engine })
    const anyText = fc.string({
      unit: fc
        .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
        .map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        fc.pre(text.trim() !== '')
        const response = await app.inject(form({ ...ENTRY, person: text }))
        const isKept = !isUnstorable(text) && text.length <= 255
        expect(response.statusCode).toBe(isKept ? 200 : 422)
        if (!isKept) return
        const { applications } = await everythingIn(database)
        const { username } = response.json()
        expect(applications.find(({ issued_name }) => issued_name === username)?.person).toBe(text)
      }),
      { numRuns: 60 },
    )
  })
})
