import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
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

  it('keeps the lines of a note in its column', () => {
    const rows = [
      ['メモ', '花子', '一行目\n二行目\u001b'],
      ['状況', '太郎', '完了'],
    ]
    expect(tableOf([], rows)).toBe(
      'メモ  花子  一行目\n            二行目\\u{1b}\n状況  太郎  完了\n',
    )
  })

  it('shows what would move the cursor, turn the line or hide', () => {
    expect(visible('a\u001b[2Jb\u202ec\u200b\u034f\u2800')).toBe(
      'a\\u{1b}[2Jb\\u{202e}c\\u{200b}\\u{34f}\\u{2800}',
    )
  })
})

describe('a command that takes', () => {
  // A busy machine wakes a real timer late, and the seconds shown are then others.
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('more than two seconds says so until its output comes', async () => {
    expect(await shownIn(3300)).toEqual([
      '処理しています… 2 秒',
      '処理しています… 3 秒',
      '',
      'out done',
    ])
  })

  test('as long shows its share, where it is known, beside the seconds', async () => {
    expect((await shownIn(2300, 0.459))[0]).toBe('処理しています… 2 秒（45%）')
  })

  test('less shows nothing', async () => {
    expect(await shownIn(1999)).toEqual(['out done'])
  })
})

/** What a command of so many milliseconds shows, in order: its progress, then its output. */
async function shownIn(ms: number, share?: number): Promise<string[]> {
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
      await new Promise((resolve) => void setTimeout(resolve, ms))
      await out.write('done')
      return 0
    },
  }
  const ended = runCommand([slow], ['slow'], context)
  await vi.advanceTimersByTimeAsync(ms)
  await ended
  return shown
}
