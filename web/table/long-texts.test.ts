/** However long a pasted text is, the page does not freeze: what is read of it takes bounded time as a whole, not only its expressions. */
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { planPaste } from '#sheets/plan.ts'
import { type ClipboardContent, sheetOfClipboard } from '#sheets/read/clipboard.ts'

const LENGTH = 20_000
/** Of the processor's time, which other work on the machine does not count into: the slowest takes some 300 ms; what was quadratic took from two seconds on. */
const BOUND_MS = 1_000
/** What takes longer is ended: a loaded machine may need ten times as long as the processor is at work. */
const TIMEOUT_MS = 10 * BOUND_MS

const list = priceListAt('contract', 0)
const rows = Array.from({ length: 10 }, (_, index) => ({
  no: index + 1,
  facilityName: '',
  facilityNumber: '',
  serviceKey: '',
}))
const focus = { no: 1, cell: 'facilityName' as const }

const CHARACTERS = [...' 　\t\n\0\u200b0１-ーあアｱ漢市々a()（【「<"、,:/|※○☐&']
const WORDS = ['a ', '1-', '(a', 'x"\t', '\n\n ', '<a ', '="', '<!--', '<style>', '&amp;', '|a|\n']
const OURS = [
  '施設',
  '事業',
  '法人',
  '番号',
  'と',
  '居宅介護と',
  '生活介護・',
  '生活介護(',
  '1310400211 ',
]
const LABELLED = ['事業所名：あ\n']

/** The text in every place where it may stand. */
const PLACES: Readonly<Record<string, (text: string) => ClipboardContent>> = {
  'lines without tabs': (text) => ({ text: `${text}x\n1310400211 ひまわり 生活介護`, html: '' }),
  'a name': (text) =>
    cells(['ひまわり', '1310400211', `生活介護\nx${text}x\t1310400211\t生活介護`]),
  'a number': (text) => cells(['ひまわり', `x${text}x`, '生活介護']),
  'names with a number': (text) => {
    const lines = Array.from('あいうえお', (name) => `${name} 1310400211 ホーム${text}x\t生活介護`)
    return { text: `事業所\tサービス\n${lines.join('\n')}`, html: '' }
  },
  'a service': (text) => cells(['ひまわり', '1310400211', `生活介護${text}x`]),
  'a heading': (text) => ({ text: `事業所名\t${text}x\nひまわり\t1310400211`, html: '' }),
  'a merged cell of HTML': (text) => ({
    text,
    html: `<table><tr><td rowspan=2 ${text}>x${text}x<td>1310400211<td>生活介護<tr><td>1310400211`,
  }),
}

function cells(line: readonly string[]): ClipboardContent {
  return { text: `事業所名\t事業所番号\tサービス\n${line.join('\t')}`, html: '' }
}

test.each(Object.entries(PLACES))('20,000 characters of any kind in %s', (_, contentOf) => {
  const slow = [...CHARACTERS, ...WORDS, ...OURS, ...LABELLED].filter((word) => {
    const content = contentOf(word.repeat(Math.ceil(LENGTH / word.length)))
    return !isInTime(() => plan(content))
  })
  expect(slow).toEqual([])
})

function plan(content: ClipboardContent): void {
  const sheet = sheetOfClipboard(content)
  if (sheet) planPaste({ list, rules: FLOWS.entry.rows, rows, focus }, sheet)
}

function isInTime(work: () => void): boolean {
  Object.assign(globalThis, { work })
  const before = process.threadCpuUsage()
  try {
    runInThisContext('work()', { timeout: TIMEOUT_MS })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return false
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 <= BOUND_MS
}
