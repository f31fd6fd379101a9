import { describe, expect, it } from 'vitest'
import { safeName } from './safe-name.ts'

describe('a name in a mail', () => {
  it.each([
    ['医療法人　髙﨑会', '医療法人 髙﨑会'],
    ['A\r\nBcc: evil@example.com', 'A Bcc： evil＠example．com'],
    ['今すぐ https://evil.example/x', '今すぐ https：//evil．example/x'],
    ['a\u202eb\u200bc', 'a b c'],
    ['\u3164\u2800\u034f', ''],
    ['葛\u{e0100}飾', '葛\u{e0100}飾'],
    ['あおば会/つばさ', 'あおば会/つばさ'],
    [' 余白 ', '余白'],
    ['𠮷'.repeat(60), '𠮷'.repeat(60)],
    ['𠮷'.repeat(61), `${'𠮷'.repeat(60)}…`],
  ])('%j becomes %j', (typed, safe) => {
    expect(safeName(typed)).toBe(safe)
  })
})
