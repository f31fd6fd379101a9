/**
 * What a team lead and an owner ask, on the desk of a demo: each answer is read off the console's pages, in few presses
 * and within a minute, and is what the rows and the beacons say.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { TURNS } from '#domain/figures.ts'
import { projectNode, ROOT } from '../../bin/run.js'
import { freePort } from '../../server/testing/ports.ts'
import { isReady, until } from '../../server/testing/process.ts'
import { type Beacon, faultsOf, marked, middle, readTruth, readVisits } from './desk-truth.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScrolling } from './inspect.ts'

/** Those that whoever made this demo names; another name may be anything, a mail address too. */
const CAMPAIGNS = ['2026秋の展示会', 'メルマガ', '検索広告']
const MOST_PRESSES = 5
const MOST_SECONDS = 60
/** Of each of the list's layouts, one. */
const WIDTHS = [320, 390, 704, 768, 1024, 1280, 1920]

const way = (...marks: string[]) => ['opened', ...marks]
const [email, number] = [
  { field: 'email', code: 'wrong' },
  { field: 'facilityNumber', code: 'missing' },
]
const BEACONS: Beacon[] = [
  ...Array<Beacon>(9).fill({ flow: 'entry', width: 'desk', marks: way() }),
  ...Array<Beacon>(6).fill({ flow: 'entry', width: 'phone', marks: way('begun'), error: email }),
  ...Array<Beacon>(3).fill({
    ...{ flow: 'entry', width: 'desk', error: number },
    marks: way('begun', 'rows', 'estimated', 'paste'),
  }),
  ...Array<Beacon>(4).fill({
    ...{ flow: 'entry', width: 'desk' },
    marks: way('begun', 'rows', 'estimated', 'pressed', 'completed', 'directory'),
  }),
  ...Array<Beacon>(2).fill({
    ...{ flow: 'trial', width: 'tablet' },
    marks: way('begun', 'rows', 'estimated', 'pressed', 'completed', 'hand'),
  }),
]

type Demo = { folder: string; port: number }

async function startDemo({ folder, port }: Demo): Promise<ChildProcess> {
  const args = [join(ROOT, 'server/demo.ts'), folder, String(port)]
  const child = spawn(projectNode(), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const answers = async (at: number) => isReady(`http://localhost:${at}`).catch(() => false)
  await until(() => answers(port), 90_000, 'the demo', 200)
  await until(
    () =>
      fetch(`http://localhost:${port + 1}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    30_000,
    'its console',
    200,
  )
  return child
}

async function stopDemo(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function logIn(page: Page, { folder, port }: Demo): Promise<void> {
  const access = JSON.parse(readFileSync(join(folder, 'access.json'), 'utf8'))
  await page.goto(`http://localhost:${port + 1}/`)
  await page.getByLabel('利用者名').fill(access.name)
  await page.getByLabel('パスワード').fill(access.password)
  await page.getByLabel('確認コード').fill(access.recoveryCodes[0])
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByRole('link', { name: '状況' })).toBeVisible()
}

/** Texts of a table: its headings, then its rows. */
function cellsOf(table: Locator): Promise<string[][]> {
  return table.evaluate((element: HTMLTableElement) =>
    [...element.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  )
}

type Ask = {
  /** The table that begins with this heading. */
  table: (first: string, region?: RegExp) => Promise<string[][]>
  press: (name: string, region?: RegExp) => Promise<void>
  choose: (label: string, value: string) => Promise<void>
}

function asker(page: Page) {
  let presses = 0
  const within = (region?: RegExp) => (region ? page.getByRole('region', { name: region }) : page)
  const press = async (name: string, region?: RegExp) => {
    presses += 1
    const control = within(region).getByRole('link', { name, exact: true })
    const button = within(region).getByRole('button', { name, exact: true })
    await control
      .or(button)
      .or(within(region).locator('summary', { hasText: name }))
      .first()
      .click()
  }
  const ask: Ask = {
    press,
    choose: async (label, value) => {
      presses += 1
      await page.getByLabel(label).selectOption(value)
    },
    table: async (first, region) => {
      const heading = page.getByRole('columnheader', { name: first, exact: true })
      return cellsOf(within(region).getByRole('table').filter({ has: heading }).first())
    },
  }
  return { ask, presses: () => presses }
}

type Truth = ReturnType<typeof readTruth> & { before: ReturnType<typeof readVisits> }
type Question = {
  question: string
  /** Presses what leads to the answer, and gives what reads it. */
  answer: (ask: Ask) => Promise<() => Promise<unknown>>
  truth: (truth: Truth) => unknown
}

const column = (rows: string[][], heading: string) => {
  const at = rows[0]?.indexOf(heading) ?? -1
  return new Map(rows.slice(1).map((row) => [row[0] ?? '', row[at] ?? '']))
}
const hours = (of: number | null) => (of === null ? '―' : `${of}時間`)
const REACTION = /^申込完了から対応開始まで/
const CLOSING = /^申込完了から対応終了まで/
const STEPS = ['opened', 'begun', 'rows', 'estimated', 'pressed', 'completed']
const STEP_NAMES = [
  '開いた',
  '入力を始めた',
  '事業所を入力した',
  '見積もった',
  '送信を押した',
  '完了した',
]
const entriesIn = ({ before }: Truth, width?: Beacon['width']) =>
  STEPS.map((step) =>
    marked({ beacons: BEACONS, before }, step, { flow: 'entry', ...(width && { width }) }),
  )

/** Of the months on the page that have anything in this column. */
const monthly = (rows: string[][], heading: string, nothing: string) =>
  [...column(rows, heading)].filter(([, cell]) => cell !== nothing)

const FIELD_NAMES: Record<string, string> = {
  email: 'メールアドレス',
  facilityName: '事業所名',
  facilityNumber: '事業所番号',
  serviceKey: 'サービス種類',
}

const MONTHS = (count: number) => {
  const now = new Date(Date.now() + 9 * 3_600_000)
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1 + at, 1))
      .toISOString()
      .slice(0, 7),
  )
}

const QUESTIONS: Question[] = [
  {
    question: '対応が終わっていないお申し込みは、いつから、誰のところにあるか',
    answer: async ({ press, table }) => {
      await press('状況')
      return async () => {
        const rows = (await table('待っている相手')).slice(1).filter(([, who]) => who !== '合計')
        return rows.map((row) => [row[0], row[1], row[2], row.at(-1)]).toSorted()
      }
    },
    truth: ({ open }) =>
      [...Map.groupBy(open, ({ turn, assignee }) => `${TURNS[turn]}\t${assignee}`)]
        .map(([key, own]) => [
          ...key.split('\t'),
          `${own.filter(({ isFresh }) => isFresh).length}`,
          `${own.length}`,
        ])
        .toSorted(),
  },
  {
    question: '誰が誰を待っているか',
    answer: async ({ press, table }) => {
      await press('状況')
      return async () => {
        const rows = (await table('待っている相手')).filter(([, who]) => who === '合計')
        return rows.map((row) => [row[0], row.at(-1)])
      }
    },
    truth: ({ open }) =>
      Object.entries(TURNS).map(([turn, label]) => [
        label,
        `${open.filter((one) => one.turn === turn).length}`,
      ]),
  },
  {
    question: '月曜日に届いたお申し込みは、どれだけ待たせているか',
    answer: async ({ press, table }) => {
      await press('状況')
      await press('表で見る', REACTION)
      return async () => {
        const rows = await table('中央値', REACTION)
        return rows.find(([name]) => name === '月曜日')?.slice(1, 4)
      }
    },
    truth: ({ mondays, begunAt, hoursOf }) => [
      `${mondays.length}`,
      `${mondays.filter((one) => begunAt(one) !== null).length}`,
      hours(hoursOf(mondays, begunAt)),
    ],
  },
  {
    question: '新規お申し込みを、スマートフォンで何人が開き、始め、見積もり、送ったか',
    answer: async ({ press, choose, table }) => {
      await press('数字')
      await choose('画面の幅', 'phone')
      await press('表示する')
      return async () => {
        return (await table('段階')).slice(1).map(([, count]) => count)
      }
    },
    truth: (truth) => entriesIn(truth, 'phone').map(String),
  },
  {
    question: 'どこでやめているか',
    answer: async ({ press, table }) => {
      await press('数字')
      return async () => {
        return [...column(await table('段階'), 'ここでやめた数')]
      }
    },
    truth: (truth) => {
      const counts = entriesIn(truth)
      return STEP_NAMES.map((name, at) => [
        name,
        `${(counts[at] ?? 0) - (counts[at + 1] ?? counts[at] ?? 0)}`,
      ])
    },
  },
  {
    question: 'どのエラーが最初に出ているか',
    answer: async ({ press, table }) => {
      await press('数字')
      return async () => {
        return (await table('内容')).slice(1).toSorted()
      }
    },
    truth: ({ before }) =>
      faultsOf({ beacons: BEACONS, before }, 'entry')
        .map(([field = '', code = '', count]) => [
          FIELD_NAMES[field],
          code === 'wrong' ? '誤り' : '空欄',
          `${count}`,
        ])
        .toSorted(),
  },
  {
    question: 'どのキャンペーンから体験が来たか',
    answer: async ({ press, choose, table }) => {
      await press('数字')
      await choose('お手続き', 'trial')
      await press('表示する')
      return async () => {
        return [...column(await table('キャンペーン'), '体験')].toSorted()
      }
    },
    truth: ({ trials }) =>
      [...Map.groupBy(trials, ({ campaign }) => labelOf(campaign))]
        .map(([label, own]) => [label, `${own.length}`])
        .toSorted(),
  },
  {
    question: '体験は、何件が何日後に契約になったか',
    answer: async ({ press, choose, table }) => {
      await press('数字')
      await choose('お手続き', 'trial')
      await press('表示する')
      return async () => {
        const rows = await table('体験の月')
        const days = column(rows, '体験から契約まで（中央値）')
        return monthly(rows, '契約', '0').map(([month, count]) => [month, count, days.get(month)])
      }
    },
    truth: ({ trials }) =>
      MONTHS(13).flatMap((month) => {
        const days = trials.flatMap((one) => (one.month === month ? (one.days ?? []) : []))
        return days.length === 0 ? [] : [[month, `${days.length}`, `${middle(days)}日`]]
      }),
  },
  {
    question: '月額料金は、毎月いくら増えたか',
    answer: async ({ press, table }) => {
      await press('数字')
      return async () => {
        return monthly(await table('月'), '月額料金（税抜）', '0円')
      }
    },
    truth: ({ amountOf }) =>
      MONTHS(13).flatMap((month) =>
        amountOf(month) === 0 ? [] : [[month, `${amountOf(month).toLocaleString('en')}円`]],
      ),
  },
  {
    question: 'ふつう、事業所はいくつか',
    answer: async ({ press, table }) => {
      await press('数字')
      return async () => {
        return monthly(await table('月'), '事業所数（中央値）', '―')
      }
    },
    truth: ({ sizeOf }) =>
      MONTHS(13).flatMap((month) =>
        sizeOf(month) === null ? [] : [[month, `${sizeOf(month)}件`]],
      ),
  },
  {
    question: '表は、どのように入力されているか',
    answer: async ({ press, table }) => {
      await press('数字')
      return async () => {
        return (await table('入れ方')).slice(1)
      }
    },
    truth: ({ before }) =>
      Object.entries({
        hand: '手入力',
        paste: '貼り付け',
        file: 'ファイル',
        directory: '公表情報',
      }).map(([mark, label]) => [
        label,
        `${marked({ beacons: BEACONS, before }, mark, { flow: 'entry' })}`,
      ]),
  },
  {
    question: '完了まで、どれだけかかるか',
    answer: async ({ press, table }) => {
      await press('状況')
      await press('表で見る', CLOSING)
      return async () => {
        const rows = await table('中央値', CLOSING)
        return rows.find(([name]) => name === '月曜日')?.slice(2, 4)
      }
    },
    truth: ({ mondays, hoursOf }) => [
      `${mondays.filter(({ closed_at }) => closed_at !== null).length}`,
      hours(hoursOf(mondays, ({ closed_at }) => closed_at)),
    ],
  },
]

function labelOf(campaign: string): string {
  if (campaign === '') return 'なし'
  return CAMPAIGNS.includes(campaign) ? campaign : 'その他'
}

test('twelve questions of a team lead and an owner are answered by looking, each within a minute', async ({
  page,
}, { annotations }) => {
  test.setTimeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'twelve-'))
  const demo = { folder: join(folder, 'demo'), port: await freePort() }
  let child = await startDemo(demo)
  try {
    const file = join(demo.folder, 'demo.db')
    const before = readVisits(file)
    for (const beacon of BEACONS) {
      const sent = await fetch(`http://localhost:${demo.port}/api/usage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(beacon),
      })
      expect(sent.status).toBe(204)
    }
    // What was counted is written at the end.
    await stopDemo(child)
    child = await startDemo(demo)
    await logIn(page, demo)
    const truth = { ...readTruth(file, Date.now()), before }
    await test.step('a desk with everything on it fits each window', async () => {
      for (const path of ['/', '/situation', '/figures'])
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(`http://localhost:${demo.port + 1}${path}`)
          await expect(page.getByRole('rowheader').first()).toBeVisible()
          await expectNoSidewaysScrolling(page)
          const outside = await page.locator('[role="cell"] .chip').evaluateAll((chips) =>
            chips
              .filter((chip) => {
                const cell = chip.closest('[role="cell"]')?.getBoundingClientRect()
                return chip.getBoundingClientRect().right > (cell?.right ?? 0)
              })
              .map((chip) => chip.textContent),
          )
          expect([path, width, outside]).toEqual([path, width, []])
        }
    })
    for (const { question, answer, truth: told } of QUESTIONS)
      await test.step(question, async () => {
        await page.goto(`http://localhost:${demo.port + 1}/`)
        const { ask, presses } = asker(page)
        const began = performance.now()
        const read = await answer(ask)
        const wanted = told(truth)
        await expect.poll(read, question).toEqual(wanted)
        const seconds = (performance.now() - began) / 1000
        expect(JSON.stringify(wanted)).toMatch(/[1-9]/)
        expect(presses()).toBeLessThanOrEqual(MOST_PRESSES)
        expect(seconds).toBeLessThan(MOST_SECONDS)
        const description = `${presses()} presses, ${seconds.toFixed(1)} s`
        annotations.push({ type: question, description })
      })
  } finally {
    await stopDemo(child)
    await rm(folder, { recursive: true, force: true })
  }
})
