import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { openEmpty } from '../testing/databases.ts'
import { type Command, type CommandContext, runCommand } from './command.ts'

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
