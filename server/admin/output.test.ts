import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { openEmpty } from '../testing/databases.ts'
import { type Command, type CommandContext, runCommand } from './command.ts'
import { tableOf, visible, widthOf } from './output.ts'

describe('a table', () => {
  it('lines its columns up where kanji are two columns wide', () => {
    const table = tableOf(
      ['番号', '法人名', '状態'],
      [
        ['1', '社会福祉法人あおぞら', '受付'],
        ['22', 'ABC', '完了'],
      ],
    )
    expect(table).toBe(
      '番号  法人名                状態\n' +
        '1     社会福祉法人あおぞら  受付\n' +
        '22    ABC                   完了\n',
    )
  })

  it.each([
    ['abc', 3],
    ['ｶﾞ', 2],
    ['ガ', 2],
    ['が', 2],
    ['𠮷野', 4],
    ['髙﨑', 4],
    ['👨‍👩‍👧', 2],
    ['葛󠄀', 2],
    ['ＡＢ', 4],
  ])('measures %s as %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  it('shows what would move the cursor, turn the line or hide', () => {
    expect(visible('a\u001b[2Jb\u202ec\u200b')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{200b}')
  })
})

async function run(ms: number, share?: number): Promise<string[]> {
  const shown: string[] = []
  const context: CommandContext = {
    config: readConfig({}),
    clock: Date.now,
    out: { write: async (text) => void shown.push(`out ${text}`) },
    say: () => {},
    progress: (text) => void shown.push(text),
    measure: () => {},
    database: () => openEmpty('sqlite'),
  }
  const slow: Command = {
    name: 'slow',
    takes: [],
    about: '',
    options: {},
    async run({ out, measure }) {
      if (share !== undefined) measure(() => share)
      await setTimeout(ms)
      await out.write('done')
      return 0
    },
  }
  await runCommand([slow], ['slow'], context)
  return shown
}

test('a command that takes more than two seconds says so until its output comes', async () => {
  const shown = await run(3300)
  expect(shown[0]).toMatch(/^処理しています… [23] 秒$/)
  expect(shown.slice(-2)).toEqual(['', 'out done'])
})

test('where its share is known, that stands beside the seconds', async () => {
  const shown = await run(2300, 0.459)
  expect(shown[0]).toBe('処理しています… 2 秒（45%）')
})

test('a shorter one shows nothing', async () => {
  expect(await run(500)).toEqual(['out done'])
})
