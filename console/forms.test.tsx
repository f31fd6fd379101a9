/** Forms of an application's page in a simulated document: what they send, and what stays when they are refused. */

import { Window } from 'happy-dom'
import type { ReactElement } from 'react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApplicationRecord, Conversation } from '#contract/console-answers.ts'
import { type Answer, serve } from '../web/testing.ts'
import { openPage } from '../web/testing-page.ts'
import { createDrafts, type Drafts, NO_DRAFTS } from './drafts.ts'
import { ConversationCard } from './pages/conversation.tsx'
import { CorrectionCard } from './pages/correction-card.tsx'
import { StatusLinkForm } from './pages/status-link-form.tsx'
import { WithdrawalCard } from './pages/withdrawal-card.tsx'
import { WorkForm } from './pages/work-form.tsx'
import { Arrivals } from './parts/arrivals.tsx'
import { SessionContext, type SessionState } from './session-context.ts'
import { useOpenTexts } from './use-kept-text.ts'
import { useSeen } from './use-seen.ts'

const AT = '2026-11-23T09:00:00.000Z'
const RECORD = {
  reference: 'K7F4-9QXT',
  flow: 'entry',
  state: 'complete',
  status: 'in_progress',
  mailaddress: 'a@b.jp',
  link: '1',
  history: [{ at: AT, who: 'hanako', action: 'status', detail: 'in_progress', confirmedBy: '' }],
} as unknown as ApplicationRecord
const CONVERSATION: Conversation = {
  messages: [
    {
      ...{ id: 'm-1', kind: 'message', who: '', text: '開始日は', at: AT },
      ...{ settledAt: null, settledBy: null },
    },
  ],
  withdrawal: {
    ...{ id: 'w-1', state: 'waiting', at: AT, decidedAt: null, decidedBy: null, sentence: '' },
  },
  gateRests: null,
}
const SESSION: SessionState = {
  user: {
    who: 'hanako',
    role: 'worker',
    canLogOut: true,
    hasPassword: true,
    remaining: null,
    build: '',
  },
  drafts: NO_DRAFTS,
  isLost: false,
  lose: () => {},
  endSession: () => {},
}
const refused = (code: string, field: string, sentence: string): Answer => ({
  status: 409,
  body: { error: { code, message: code, fields: { [field]: [sentence] } } },
})

async function show(
  make: (props: {
    onDone: (sentence: string) => Promise<void>
    onLate: () => Promise<void>
  }) => ReactElement,
  answers: Answer[],
  session = SESSION,
) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const { find } = await openPage('<main></main>', `${server.base}/applications/K7F4-9QXT`)
  const { createRoot } = await import('react-dom/client')
  const root = createRoot(find('main'))
  onTestFinished(async () => {
    root.unmount()
    await turns()
  })
  const done: string[] = []
  let late = 0
  const props = {
    onDone: async (sentence: string) => void done.push(sentence),
    onLate: async () => {
      late += 1
    },
  }
  const render = (element = make(props)) =>
    root.render(<SessionContext value={session}>{element}</SessionContext>)
  render()
  const until = async (isDone: () => boolean) => {
    for (let wait = 0; wait < 300 && !isDone(); wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await until(() => document.querySelector('form, section') !== null)
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  const sent = () =>
    server.received
      .filter(({ body }) => body !== '')
      .map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body)])
  const press = async (label: string) => {
    const before = sent().length
    button(label)?.click()
    await until(() => sent().length > before && (done.length > 0 || alertText() !== ''))
  }
  /** A press that is asked about first. */
  const ask = async (label: string, answer: string) => {
    button(label)?.click()
    await until(() => button(answer) !== undefined)
    expect(sent()).toEqual([])
    await press(answer)
  }
  const keys = () =>
    server.received
      .filter(({ body }) => body !== '')
      .map(({ headers }) => headers['idempotency-key'])
  return { find, button, press, ask, keys, sent, done, late: () => late, render, until }
}

/** React draws in turns of the event loop; it must be done before the document is taken away. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const alertText = () => document.querySelector('[role="alert"]')?.textContent ?? ''
const shownText = () => document.querySelector('main')?.textContent ?? ''

function type(selector: string, text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(selector)
  if (!field) throw new Error(`no ${selector}`)
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('the link of an applicant', () => {
  const form =
    (record = RECORD) =>
    (props: { onDone: (sentence: string) => Promise<void> }) => (
      <StatusLinkForm record={record} {...props} onLate={async () => {}} />
    )

  test('is mailed', async () => {
    const mailed = await show(form(), [{ status: 200, body: { link: null } }])
    await mailed.press('申込者のリンクを送り直す')
    expect(mailed.sent()).toEqual([['link', { mail: true, end: false, seen: { link: '1' } }]])
    expect(mailed.done).toEqual([
      'リンクを、申込者のメールアドレスへ送信します。いまのリンクもそのまま使えます。',
    ])
  })

  test('is shown as text to be printed', async () => {
    const link = 'https://apply.example.jp/status#K7F4-9QXT.2.0123'
    const printed = await show(form(), [{ status: 200, body: { link } }])
    await printed.press('印刷用のリンクを表示する')
    expect(printed.sent()).toEqual([['link', { mail: false, end: false, seen: { link: '1' } }]])
    await printed.until(() => shownText().includes(link))
    expect(document.querySelector('a')).toBeNull()
    expect(printed.button('リンクを印刷する')).toBeDefined()
  })

  test('ends where staff end it, and the new one is shown', async () => {
    const link = 'https://apply.example.jp/status#K7F4-9QXT.2.0123'
    const ended = await show(form(), [{ status: 200, body: { link } }])
    await ended.ask('いまのリンクを無効にする', '無効にして表示する')
    expect(ended.sent()).toEqual([['link', { mail: false, end: true, seen: { link: '1' } }]])
    await ended.until(() => shownText().includes(link))
  })

  test('has no mail where there is no address; a refusal says why', async () => {
    const sentence = 'お申し込みの状況のページは終了しています。'
    const page = await show(form({ ...RECORD, mailaddress: '' }), [
      refused('action_refused', 'link', sentence),
    ])
    expect(page.button('申込者のリンクを送り直す')).toBeUndefined()
    await page.press('印刷用のリンクを表示する')
    expect([alertText(), page.done]).toEqual([sentence, []])
  })
})

describe('closing an application', () => {
  // The simulated document's own cannot be given a value: what is chosen is clicked here.
  beforeAll(() => void vi.stubGlobal('RadioNodeList', class {}))
  afterAll(() => void vi.unstubAllGlobals())

  const form =
    (record = RECORD) =>
    (props: { onDone: (sentence: string) => Promise<void>; onLate: () => Promise<void> }) => (
      <WorkForm record={record} leadsOn={false} onProblem={() => {}} {...props} />
    )
  const choose = async (status: string) => {
    const radio = document.querySelector<HTMLInputElement>(`[name="status"][value="${status}"]`)
    radio?.click()
    await turns()
    expect(radio?.checked).toBe(true)
  }
  const tick = () => document.querySelector<HTMLInputElement>('[name="notify"]')

  test('the tick that tells the applicant stands at 完了 and 却下 where there is an address, unticked, and goes with the status', async () => {
    const change = { who: 'hanako', at: AT, status: 'done' }
    const page = await show(form(), [{ status: 200, body: { change } }])
    expect(tick()).toBeNull()
    await choose('done')
    expect(tick()?.checked).toBe(false)
    tick()?.click()
    await page.press('記録する')
    expect(page.sent()).toEqual([
      [
        'status',
        {
          ...{ to: 'done', note: '', notify: true },
          seen: { status: 'in_progress', correction: '', withdrawal: '', message: '' },
        },
      ],
    ])
    expect(page.done).toEqual(['対応状況を「完了」に変更しました。申込者にメールで知らせます。'])
  })

  test.each([
    ['withdrawn', RECORD],
    ['received', RECORD],
    ['done', { ...RECORD, mailaddress: '' }],
  ])('it is not there at %s of an application of that kind', async (status, record) => {
    await show(form(record), [])
    await choose(status)
    expect(tick()).toBeNull()
  })

  test.each(['done', 'rejected', 'withdrawn'])(
    'over a message that nobody has settled is not sent without a tick: %s',
    async (status) => {
      const [message] = CONVERSATION.messages
      const read = message && { ...message, id: 'm-0', settledAt: AT, settledBy: 'taro' }
      const record = {
        ...RECORD,
        conversation: { ...CONVERSATION, messages: [read, message], withdrawal: null },
      } as ApplicationRecord
      const change = { who: 'hanako', at: AT, status }
      const page = await show(form(record), [{ status: 200, body: { change } }])
      const waiver = () => document.querySelector<HTMLInputElement>('[name="despiteMessages"]')
      expect(waiver()).toBeNull()
      await choose(status)
      page.button('記録する')?.click()
      await turns()
      expect(page.sent()).toEqual([])
      expect(document.activeElement).toBe(waiver())
      const reason = document.getElementById(waiver()?.getAttribute('aria-describedby') ?? '')
      expect(reason?.textContent).toContain('まだ誰も確認していません。')
      waiver()?.click()
      await page.press('記録する')
      expect(page.sent()[0]?.[1]).toMatchObject({ to: status, seen: { message: 'm-1' } })
    },
  )

  test('over settled messages asks nothing', async () => {
    const messages = CONVERSATION.messages.map((each) => ({ ...each, settledAt: AT }))
    const record = { ...RECORD, conversation: { ...CONVERSATION, messages, withdrawal: null } }
    await show(form(record), [])
    await choose('done')
    expect(document.querySelector('[name="despiteMessages"]')).toBeNull()
  })
})

describe('what arrives while an application is open', () => {
  const WAITING = { ...RECORD, conversation: { ...CONVERSATION, messages: [] } }
  const CALM = { ...WAITING, conversation: { ...WAITING.conversation, withdrawal: null } }
  const entry = { at: AT, who: '申込者', action: 'withdrawal', detail: '', confirmedBy: '' }
  const LATER = { ...WAITING, history: [...RECORD.history, entry] }

  function Page({ newest }: { newest: ApplicationRecord }) {
    const { drawn, arrivals, draw, show: showNews } = useSeen(newest, 'hanako')
    return (
      <section>
        <h1>受付番号</h1>
        <Arrivals arrivals={arrivals} onShow={showNews} />
        <button type="button" onClick={draw}>
          自分の操作
        </button>
        {drawn?.conversation?.withdrawal && <h2 id="withdrawal">申し出</h2>}
        {drawn?.erasedAt ? '消去されました' : drawn?.mailaddress}
      </section>
    )
  }
  const begin = async (deliveries = { ...CALM, deliveries: [] }) => {
    const page = await show(() => <Page newest={deliveries} />, [])
    const receive = async (more: object) => {
      page.render(<Page newest={{ ...LATER, deliveries: [], ...more }} />)
      await turns()
    }
    return { ...page, receive }
  }

  test('is told, and drawn with the focus on it when it is asked for', async () => {
    const page = await begin()
    expect(page.button('表示')).toBeUndefined()
    await page.receive({})
    expect(document.querySelector('[role="status"]')?.textContent).toContain(
      '申込者が取り下げを申し出ました',
    )
    expect(document.querySelector('#withdrawal')).toBeNull()
    page.button('表示')?.click()
    await turns()
    expect(document.activeElement?.id).toBe('withdrawal')
    expect(page.button('表示')).toBeUndefined()
  })

  test('is drawn with an own press, and told all the same', async () => {
    const page = await begin()
    await page.receive({})
    page.button('自分の操作')?.click()
    await turns()
    expect(document.querySelector('#withdrawal')).not.toBeNull()
    expect(shownText()).toContain('申込者が取り下げを申し出ました')
  })

  test('blanks at once where it is an erasure', async () => {
    const page = await begin()
    await page.receive({ erasedAt: AT, mailaddress: '' })
    expect(shownText()).toContain('消去されました')
    expect(shownText()).not.toContain('a@b.jp')
  })
})

describe('a press whose answer is lost', () => {
  const card = (props: {
    onDone: (sentence: string) => Promise<void>
    onLate: () => Promise<void>
  }) => <ConversationCard record={RECORD} conversation={CONVERSATION} {...props} />
  const [LOST, DONE]: Answer[] = [{ cut: true }, { status: 200, body: {} }]
  const TEXTS: Answer = { status: 200, body: { texts: ['お急ぎですか。'] } }
  const session = () => {
    const { sessionStorage } = new Window({ url: 'http://localhost' })
    return { ...SESSION, drafts: createDrafts(sessionStorage as unknown as Storage, 'hanako') }
  }
  const open = async (answers: Answer[], own: SessionState) => {
    const page = await show(card, [TEXTS, ...answers], own)
    await page.until(() => document.querySelector('select') !== null)
    return page
  }

  test('is sent again as it was, under its key; the next one has another', async () => {
    const own = session()
    const page = await open([LOST, DONE, DONE], own)
    type('[name="text"]', '番号は')
    await page.press('送信する')
    expect(alertText()).toContain('記録されたかどうかは、まだわかりません。')
    page.button('送信する')?.click()
    await page.until(() => page.done.length === 1)
    type('[name="text"]', '番号は')
    page.button('送信する')?.click()
    await page.until(() => page.done.length === 2)
    const [first, again, next] = page.keys()
    expect(page.sent().map(([, { text }]) => text)).toEqual(Array(3).fill('番号は'))
    expect(again).toBe(first)
    expect(next).not.toBe(first)
    expect(own.drafts.references()).toEqual([])
  })

  test('keeps its key through a reload; with other words it is another press', async () => {
    const own = session()
    const body = { text: '番号は', wantsAnswer: true }
    const lost = {
      content: JSON.stringify(body),
      path: 'questions',
      key: 'before-the-reload',
    } as const
    const whole = { ...body, seen: { message: 'm-0' } }
    own.drafts.writePress(RECORD.reference, 'questions', { ...lost, body: whole })
    own.drafts.writeText(RECORD.reference, 'message', { text: '番号は', isTicked: true })
    const page = await open([LOST, DONE], own)
    await page.press('送信する')
    expect(page.sent()).toEqual([['questions', whole]])
    type('[name="text"]', '番号は何ですか')
    page.button('送信する')?.click()
    await page.until(() => page.done.length === 1)
    const [first, next] = page.keys()
    expect(first).toBe('before-the-reload')
    expect(next).not.toBe(first)
  })
})

describe('what staff write to an applicant', () => {
  const card =
    (given: Partial<ApplicationRecord> = {}) =>
    (props: { onDone: (sentence: string) => Promise<void>; onLate: () => Promise<void> }) => (
      <ConversationCard record={{ ...RECORD, ...given }} conversation={CONVERSATION} {...props} />
    )
  const TEXTS: Answer = { status: 200, body: { texts: ['お急ぎですか。'] } }

  test('names the last message that was seen; a text of the operator’s can be chosen', async () => {
    const page = await show(card(), [TEXTS, { status: 200 }])
    await page.until(() => document.querySelector('select') !== null)
    const select = page.find<HTMLSelectElement>('select')
    select.value = 'お急ぎですか。'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    expect(page.find<HTMLTextAreaElement>('[name="text"]').value).toBe('お急ぎですか。')
    await page.press('送信する')
    expect(page.sent()).toEqual([
      ['questions', { text: 'お急ぎですか。', wantsAnswer: true, seen: { message: 'm-1' } }],
    ])
    expect(page.find<HTMLTextAreaElement>('[name="text"]').value).toBe('')
  })

  test('stays where somebody was faster, also when the application is closed meanwhile', async () => {
    const sentence = '先に申込者が書いたものがあります。'
    const page = await show(card(), [TEXTS, refused('changed_meanwhile', 'text', sentence)])
    type('[name="text"]', '事業所番号は')
    await page.press('送信する')
    expect([alertText(), page.late(), page.done]).toEqual([sentence, 1, []])
    page.render(card({ status: 'done' })({ onDone: async () => {}, onLate: async () => {} }))
    await turns()
    expect(page.find<HTMLTextAreaElement>('[name="text"]').value).toBe('事業所番号は')
  })

  test('a reader reads, and has no form', async () => {
    const session = { ...SESSION, user: { ...SESSION.user, role: 'reader' as const } }
    await show(card(), [TEXTS], session)
    expect(shownText()).toContain('開始日は')
    expect(document.querySelector('form')).toBeNull()
  })
})

describe('a request to withdraw', () => {
  const card =
    (conversation: Conversation) =>
    (props: { onDone: (sentence: string) => Promise<void>; onLate: () => Promise<void> }) => (
      <WithdrawalCard record={RECORD} conversation={conversation} {...props} />
    )

  test('is confirmed without a sentence, whatever stands in the field', async () => {
    const page = await show(card(CONVERSATION), [{ status: 200 }])
    type('[name="sentence"]', '断るつもりでした')
    await page.ask('申し出のとおり取り下げる', '取り下げる')
    const seen = { correction: '', message: '', asked: 'w-1' }
    const decision = { of: 'withdrawal', seen, accept: true, reason: '' }
    expect(page.sent()).toEqual([['decision', decision]])
  })

  test('decided by another meanwhile, it says so and shows what was typed', async () => {
    const sentence = 'この取り下げの申し出は、taroさんがすでに確認しました。'
    const page = await show(card(CONVERSATION), [refused('changed_meanwhile', 'request', sentence)])
    type('[name="sentence"]', '準備が済んでいます。')
    await page.press('断る')
    const decided = { ...CONVERSATION.withdrawal, state: 'confirmed', decidedBy: 'taro' }
    const after = { ...CONVERSATION, withdrawal: decided } as Conversation
    page.render(card(after)({ onDone: async () => {}, onLate: async () => {} }))
    expect(alertText()).toBe(sentence)
    await page.until(() => document.querySelector('form') === null)
    expect(shownText()).toContain('準備が済んでいます。')
    expect(page.late()).toBe(1)
  })
})

describe('what is typed for an applicant and not sent', () => {
  type Props = { onDone: (sentence: string) => Promise<void>; onLate: () => Promise<void> }
  const CORRECTED = {
    ...{ flow: 'entry', facilities: [], priceText: null },
    correction: {
      ...{ number: 2, base: 1, state: 'waiting', at: AT, decidedAt: null, decidedBy: null },
      ...{ fields: {}, facilities: [], sentence: '', words: '', priceText: null },
    },
  } as unknown as ApplicationRecord
  const FORMS = [
    ['message', '[name="text"]', '送信する'],
    ['withdrawal-w-1', '[name="sentence"]', '断る'],
    ['correction-2', '[name="sentence"]', '訂正を反映しない'],
  ] as const

  function Card({ purpose, record, ...props }: Props & { purpose: string; record: typeof RECORD }) {
    useOpenTexts(record)
    const { conversation = CONVERSATION } = record
    if (purpose === 'message') return <ConversationCard {...{ record, conversation }} {...props} />
    if (purpose === 'correction-2') return <CorrectionCard record={record} {...props} />
    return <WithdrawalCard {...{ record, conversation }} {...props} />
  }

  const draftsOf = (): Drafts => {
    const { sessionStorage } = new Window({ url: 'http://localhost' })
    return createDrafts(sessionStorage as unknown as Storage, 'hanako')
  }

  const open = (
    purpose: string,
    { drafts, given = {} }: { drafts: Drafts; given?: object },
    answer: Answer = { status: 200 },
  ) => {
    const record = { ...RECORD, ...CORRECTED, conversation: CONVERSATION, ...given }
    const make = (props: Props) => <Card {...{ purpose, record }} {...props} />
    // Whoever may write to the applicant is offered the operator's texts first.
    const texts: Answer[] =
      purpose === 'message' ? [{ status: 200, body: { texts: ['決まり文句'] } }] : []
    return show(make, [...texts, answer], { ...SESSION, drafts })
  }
  const value = (selector: string) => document.querySelector<HTMLTextAreaElement>(selector)?.value

  test.each(FORMS)('%s: is kept, and stays when it is refused', async (purpose, field, button) => {
    const drafts = draftsOf()
    const page = await open(purpose, { drafts }, refused('changed_meanwhile', 'text', '先に'))
    expect(value(field)).toBe('')
    type(field, '1行目\n2行目')
    await page.press(button)
    expect(alertText()).toBe('先に')
    expect(drafts.readText(RECORD.reference, purpose)?.text).toBe('1行目\n2行目')
  })

  test.each(FORMS)(
    '%s: is there again, and goes when it is sent',
    async (purpose, field, button) => {
      const drafts = draftsOf()
      drafts.writeText(RECORD.reference, purpose, { text: 'きのうの文', isTicked: false })
      const page = await open(purpose, { drafts })
      expect(value(field)).toBe('きのうの文')
      await page.press(button)
      expect(page.done).toHaveLength(1)
      expect(JSON.stringify(page.sent())).toContain('きのうの文')
      expect(drafts.references()).toEqual([])
    },
  )

  test('a message keeps its tick, and its field is empty once it is sent', async () => {
    const drafts = draftsOf()
    drafts.writeText(RECORD.reference, 'message', { text: 'きのうの文', isTicked: false })
    const page = await open('message', { drafts })
    await page.press('送信する')
    expect(page.sent()).toMatchObject([['questions', { text: 'きのうの文', wantsAnswer: false }]])
    expect(value('[name="text"]')).toBe('')
  })

  test('a text of the operator’s is kept when it is chosen', async () => {
    const drafts = draftsOf()
    const page = await open('message', { drafts })
    await page.until(() => document.querySelector('select') !== null)
    const select = page.find<HTMLSelectElement>('select')
    select.value = '決まり文句'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const kept = { text: '決まり文句', isTicked: true }
    expect(drafts.readText(RECORD.reference, 'message')).toEqual(kept)
  })

  test('a message is there also where a colleague has closed the application', async () => {
    const drafts = draftsOf()
    drafts.writeText(RECORD.reference, 'message', { text: '書きかけ', isTicked: true })
    await open('message', { drafts, given: { status: 'done' } })
    expect(value('[name="text"]')).toBe('書きかけ')
  })

  test('a message that arrived though its answer was lost is not there', async () => {
    const drafts = draftsOf()
    drafts.writeText(RECORD.reference, 'message', { text: '届きました', isTicked: true })
    const [first] = CONVERSATION.messages
    const arrived = { ...first, id: 'm-2', kind: 'question', text: '届きました' }
    const messages = [first, arrived] as Conversation['messages']
    await open('message', { drafts, given: { conversation: { ...CONVERSATION, messages } } })
    expect(value('[name="text"]')).toBe('')
    expect(drafts.references()).toEqual([])
  })

  test('a message whose words were sent before another one is there', async () => {
    const drafts = draftsOf()
    drafts.writeText(RECORD.reference, 'message', { text: '届きました', isTicked: true })
    const [first] = CONVERSATION.messages
    const messages = ['届きました', '別の文'].map((text, at) => ({
      ...first,
      ...{ id: `m-${at}`, kind: 'question', text },
    })) as Conversation['messages']
    await open('message', { drafts, given: { conversation: { ...CONVERSATION, messages } } })
    expect(value('[name="text"]')).toBe('届きました')
  })

  test('a reason that was typed for a request that is decided by now is shown, and not kept', async () => {
    const drafts = draftsOf()
    const page = await open('correction-2', { drafts })
    type('[name="sentence"]', '理由')
    const correction = { ...CORRECTED.correction, state: 'replaced' } as const
    const record = { ...RECORD, ...CORRECTED, correction } as unknown as ApplicationRecord
    const props = { onDone: async () => {}, onLate: async () => {} }
    page.render(<Card purpose="correction-2" record={record} {...props} />)
    await page.until(() => document.querySelector('form') === null)
    expect(shownText()).toContain('記録されなかった、あなたの入力：理由')
    await page.until(() => drafts.references().length === 0)
    expect(drafts.references()).toEqual([])
  })

  test.each(
    FORMS.slice(1).flatMap(([purpose]) => [
      [purpose, { state: 'replaced' }] as const,
      [purpose, { id: 'w-2', number: 3 }] as const,
    ]),
  )('%s: is not there where the request is now %j, and goes', async (purpose, change) => {
    const drafts = draftsOf()
    drafts.writeText(RECORD.reference, purpose, { text: '古い理由', isTicked: false })
    const withdrawal = { ...CONVERSATION.withdrawal, ...change }
    const given = {
      conversation: { ...CONVERSATION, withdrawal },
      correction: { ...CORRECTED.correction, ...change },
    }
    await open(purpose, { drafts, given })
    await turns()
    expect(shownText() + (value('textarea') ?? '')).not.toContain('古い理由')
    expect(drafts.references()).toEqual([])
  })
})
