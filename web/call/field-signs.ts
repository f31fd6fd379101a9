/** 電話で相談中: every field has a sign that can be said (「A-1」, in the table by row and column 「B-3-2」), and the telephone number is large. */
import { FACILITY_CELLS } from '#domain/facilities.ts'
import { setSigns } from '#ui/signs.ts'
import { placeOf } from '../table/cells.ts'

const ON_CALL = 'on-call'
const SAID = {
  fields:
    '入力欄に「A-1」のような記号を表示しました。お電話で、記号をお伝えください。もう一度ボタンを押すと、表示を消します。',
  none: '電話番号を大きく表示しました。もう一度ボタンを押すと、元に戻します。',
  off: '記号の表示を消しました。',
} as const

/** Follows rows and fields that come while they are shown. */
let observer: MutationObserver | undefined
let shown: ReadonlyMap<string, string> = new Map()

/** `button`: says whether they are shown, with a place for the news behind it. */
export function toggleSigns(button: HTMLElement): void {
  const isOn = observer === undefined
  document.body.classList.toggle(ON_CALL, isOn)
  button.setAttribute('aria-pressed', String(isOn))
  if (isOn) {
    observer = new MutationObserver(update)
    observer.observe(document.body, { childList: true, subtree: true })
    update()
  } else {
    observer?.disconnect()
    observer = undefined
    show(new Map())
  }
  say(button, isOn ? (shown.size > 0 ? SAID.fields : SAID.none) : SAID.off)
}

function say(button: HTMLElement, sentence: string): void {
  const text = document.createElement('p')
  text.textContent = sentence
  button.nextElementSibling?.replaceChildren(text)
}

/** The signs themselves are a change of the page, which changes none of them. */
function update(): void {
  const signs = signsOnPage()
  if (JSON.stringify([...signs]) !== JSON.stringify([...shown])) show(signs)
}

function show(signs: ReadonlyMap<string, string>): void {
  shown = signs
  setSigns(signs)
}

/** By the names of the controls. What is hidden for now is counted, so that no sign changes when it comes. */
function signsOnPage(): Map<string, string> {
  const signs = new Map<string, string>()
  const parts = new Map<Element | null, number>()
  for (const { name, part } of fieldsOnPage()) {
    const letter = letterOf(parts, part)
    const place = placeOf(name)
    const count = (parts.get(part) ?? 0) + (place ? 0 : 1)
    parts.set(part, count)
    const number = place ? `${place.no}-${FACILITY_CELLS.indexOf(place.cell) + 1}` : count
    signs.set(name, `${letter}-${number}`)
  }
  return signs
}

function fieldsOnPage(): { name: string; part: Element | null }[] {
  const controls = document.querySelectorAll<HTMLInputElement>(
    '#root :is(input, select, textarea)[name]',
  )
  return Array.from(controls)
    .filter((control) => control.closest('[aria-hidden="true"], dialog') === null)
    .map((control) => ({ name: control.name, part: control.closest('section, .customer') }))
}

function letterOf(parts: Map<Element | null, number>, part: Element | null): string {
  if (!parts.has(part)) parts.set(part, 0)
  return String.fromCharCode('A'.charCodeAt(0) + [...parts.keys()].indexOf(part))
}
