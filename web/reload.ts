/** What leads to a reload: code that cannot be had, a part that failed, a newer build. The page says so, and offers what helps once that has been seen to work. */
import { FLOW_NAMES, FLOWS, type FlowWithRows, hasRows } from '#domain/flows.ts'
import { recoveries } from '#domain/messages.ts'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { FAULT_ID, WAITING_ID } from './frame-places.ts'
import { fetchText } from './sending/fetch-text.ts'
import { isKept } from './sending/session-storage.ts'
import { phone } from './site.ts'

/** Milliseconds after which code that has not come is told of. */
const LATE_MS = 6000
/** For the first word on whether the page can be reached: until then nothing is said. */
const SILENT_MS = 1500
const REACH_TIMEOUT_MS = 5000
/** Between two tries of a page that cannot be reached. */
const PAUSES_MS = [2000, 4000, 8000, 15_000]

const SENTENCES = {
  reload: recoveries.outdatedPage,
  unreachable:
    '画面の一部を読み込めませんでした。回線をご確認ください。つながりしだい、再読み込みのボタンを表示します。入力した内容は残っています。',
  file: '画面の更新が必要です。このブラウザーでは、再読み込みすると入力した内容が消えます。先に入力内容をファイルに保存してください。保存したファイルは「ファイルを選んで読み込む」から戻せます。',
  noFile:
    '画面の更新が必要です。このブラウザーでは、再読み込みすると入力した内容が消えます。必要な内容を控えてから、ページを再読み込みしてください。',
  document: '画面を読み込めませんでした。回線をご確認ください。つながりしだい、自動で表示します。',
  newer:
    'この画面の新しい版があります。再読み込みすると切り替わります。入力した内容は残ります。このままお手続きを続けることもできます。',
} as const

type Load<M> = () => Promise<M>

/** What is missing or has failed: the sentence stands as long as there is any. */
const troubles = new Set<unknown>()
const underWay = new Map<unknown, Promise<unknown>>()
let isUseless = false

/** Code that comes after the page; null where it cannot be had, which the page has said then. What is only late takes the sentence back when it comes. */
export function loadLate<M>(load: Load<M>): Promise<M | null> {
  const running = underWay.get(load) as Promise<M | null> | undefined
  const promise = running ?? loadOnce(load).finally(() => underWay.delete(load))
  underWay.set(load, promise)
  return promise
}

async function loadOnce<M>(load: Load<M>): Promise<M | null> {
  const late = setTimeout(() => askForReload(load), LATE_MS)
  try {
    const code = await loadTwice(load)
    recovered(load)
    return code
  } catch (error) {
    // A browser may remember the failure for as long as the document lives: another try is made, but never promised.
    if (error instanceof CannotRun) sayCannotRun()
    else askForReload(load)
    return null
  } finally {
    clearTimeout(late)
  }
}

/** Code has come and has failed. */
export class CannotRun extends Error {}

/** Throws CannotRun for code that came and failed: it fails again with the same error. Of what did not come, each try has an error of its own. */
export async function loadTwice<M>(load: Load<M>): Promise<M> {
  try {
    return await load()
  } catch (error) {
    return load().catch((again) => {
      throw again === error ? new CannotRun() : again
    })
  }
}

/** Says that the page's code fails in this browser: no reload would help. It stays. */
export function sayCannotRun(): void {
  document.getElementById(WAITING_ID)?.remove()
  show(recoveries.cannotRun(phone))
  isUseless = true
}

/** Says that the page has to be reloaded, with a button once it can be; `trouble` is whatever has failed. */
export async function askForReload(trouble: unknown): Promise<void> {
  if (!document.getElementById(FAULT_ID) || troubles.has(trouble)) return
  troubles.add(trouble)
  if (troubles.size > 1) return
  const sayUnreachable = () => troubles.size > 0 && show(SENTENCES.unreachable)
  const silent = setTimeout(sayUnreachable, SILENT_MS)
  await untilReachable(sayUnreachable)
  clearTimeout(silent)
  if (troubles.size > 0) await offerReload()
}

/** What had failed works after all. */
export function recovered(trouble: unknown): void {
  const place = document.getElementById(FAULT_ID)
  if (troubles.delete(trouble) && troubles.size === 0 && place && !isUseless) place.hidden = true
}

async function offerReload(): Promise<void> {
  const flow = flowOfPage()
  if (!flow || isKept()) return show(SENTENCES.reload, RELOAD)
  const saving = await loadSaving()
  if (!saving) return show(SENTENCES.noFile, RELOAD)
  const save = () => {
    const form = document.querySelector('form')
    saving.saveTyped({ flow, form, leftOver: [] })
  }
  show(SENTENCES.file, ['入力内容をファイルに保存', save], RELOAD)
}

/** Undefined where nothing is typed that a file could hold. */
function flowOfPage(): FlowWithRows | undefined {
  // The page of a correction has the form of one flow or another, and says which.
  const named = document.querySelector('form')?.dataset.flow
  const path = location.pathname
  return FLOW_NAMES.filter(hasRows).find((flow) => FLOWS[flow].inputPath === path || flow === named)
}

/** The address as a document, once that can be had: another one of this document's, whose code is missing, or the same. */
export async function reloadWhenReachable(): Promise<void> {
  await untilReachable(() => show(SENTENCES.document))
  location.reload()
}

/** Ahead of the need, where a reload would lose what was typed. */
export function prepareSaving(): void {
  if (flowOfPage() && !isKept()) void loadSaving()
}

const loadSaving = () => import('./saved-form/save-typed.ts').catch(() => null)

type Button = readonly [words: string, onPress: () => unknown]

const RELOAD: Button = ['再読み込みする', () => location.reload()]

function show(sentence: string, ...buttons: readonly Button[]): void {
  const place = document.getElementById(FAULT_ID)
  // Not said again while it stands there.
  if (!place || isUseless || (!place.hidden && place.textContent === sentence)) return
  const text = document.createElement('p')
  text.textContent = sentence
  const elements = buttons.map(([words, onPress], index) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.textContent = words
    if (index < buttons.length - 1) element.className = 'secondary'
    element.addEventListener('click', onPress)
    return element
  })
  const isNews = sentence === SENTENCES.newer
  // Not by the property, which Firefox has since 119.
  place.setAttribute('role', isNews ? 'status' : 'alert')
  place.className = isNews ? 'callout fault' : 'banner fault'
  place.replaceChildren(text, ...elements)
  place.hidden = false
}

async function untilReachable(onFailure: () => void): Promise<void> {
  for (let tried = 0; !(await isReachable()); tried += 1) {
    onFailure()
    const pause = PAUSES_MS[Math.min(tried, PAUSES_MS.length - 1)]
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
      addEventListener('online', resolve, { once: true })
    })
  }
}

/** Whether a reload would bring the page to life: it is there with all its scripts and styles, which the browser keeps for the reload. */
async function isReachable(): Promise<boolean> {
  const html = await fetched(location.href, 'text/html')
  const parts = [...(html ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)]
  const found = parts.map(([, address = '', kind]) =>
    fetched(address, kind === 'js' ? 'javascript' : 'css'),
  )
  return parts.length > 0 && !(await Promise.all(found)).includes(null)
}

/** Null where it does not come, or something in between answers. */
async function fetched(address: string, kind: string): Promise<string | null> {
  try {
    const { response, text } = await fetchText(address, {}, REACH_TIMEOUT_MS)
    return response.ok && response.headers.get('content-type')?.includes(kind) ? text : null
  } catch {
    return null
  }
}

/** Between two looks for a newer build, and before the first. */
const LOOK_MS = 5 * MINUTE_MS
/** Without a key or a change of a control: a quiet moment. */
const QUIET_MS = 20_000

/** Looks for a newer build when the person comes back to the page, and offers it when nothing is typed or sent. */
export function offerNewerBuild(isBusy: () => boolean): void {
  let lookedAt = performance.now()
  let typedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const now = performance.now()
    if (document.hidden || now - lookedAt < LOOK_MS) return
    lookedAt = now
    const html = await fetched(location.href, 'text/html')
    const ours = document.querySelector<HTMLLinkElement>('#hydrate')?.getAttribute('href')
    if (html?.includes('id="hydrate"') && ours && !html.includes(ours)) offer()
  }
  const offer = () => {
    const quietIn = QUIET_MS - (performance.now() - typedAt)
    if (quietIn > 0 || isBusy()) return void setTimeout(offer, Math.max(quietIn, 1000))
    if (troubles.size === 0 && isKept()) show(SENTENCES.newer, RELOAD)
  }
  for (const type of ['input', 'keydown'])
    addEventListener(
      type,
      () => {
        typedAt = performance.now()
      },
      true,
    )
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
}
