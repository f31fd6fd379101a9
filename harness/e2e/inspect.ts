/** What is asked of every page in every state, whatever it is about. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 A and AA, what its AAA rules can tell, and good practice: no rule is switched off. */
const AXE_TAGS = [
  'wcag2a',
  'wcag2aa',
  'wcag2aaa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
]

/** Rules that axe does not count on yet, and we do. */
const EXPERIMENTS = {
  'label-content-name-mismatch': { enabled: true },
  'css-orientation-lock': { enabled: true },
  'focus-order-semantics': { enabled: true },
}

export async function expectNoFindings(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], rules: EXPERIMENTS })
  // No page has frames; the other mode would load axe into a second page each time, which takes four times as long.
  const { violations } = await axe.withTags(AXE_TAGS).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  expect(found, 'findings of axe').toEqual([])
}

/** WCAG 1.4.10: nothing has to be scrolled sideways to be read. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const widest = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    if (scrollWidth <= clientWidth) return []
    const page = `the page: ${scrollWidth} of ${clientWidth}`
    return [page, ...beyond.map((element) => element.outerHTML.slice(0, 120))]
  })
  expect(widest, 'elements wider than the window').toEqual([])
}

/** The wheel moves the page, or the dialog over it: no part of either scrolls by itself. */
export async function expectNoInnerScrolling(page: Page): Promise<void> {
  const scrollers = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      // A text that is typed scrolls where a browser does not let its field grow.
      .filter((element) => !element.matches('dialog[open], textarea'))
      .map((element) => element.outerHTML.slice(0, 120)),
  )
  expect(scrollers, 'what scrolls inside the page').toEqual([])
}

/** WCAG 1.4.12: the distances that a reader may set. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`

/** Sets the distances, looks for text that is cut off, and takes them back. */
export async function expectRoomForText(page: Page): Promise<void> {
  const cut = await page.evaluate((css) => {
    // The policy forbids a style element, not a sheet that the reader brings.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
    const clips = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      // What is a pixel large is there to be heard, not seen.
      if (clientWidth <= 1) return false
      const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (
        (isHidden(overflowX) && scrollWidth > clientWidth + 1) ||
        (isHidden(overflowY) && scrollHeight > clientHeight + 1)
      )
    }
    const found = [...document.body.querySelectorAll('*')]
      .filter((element) => !element.matches('input, select, option, optgroup') && clips(element))
      .map((element) => element.outerHTML.slice(0, 120))
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth} of ${clientWidth}`)
    document.adoptedStyleSheets = []
    return found
  }, TEXT_SPACING)
  expect(cut, 'text that is cut off').toEqual([])
}

/** WCAG 1.3.2, 2.4.3: what Tab reaches next stands below, or beside it to the right, but for what sticks to the window. */
export async function expectScreenOrder(page: Page): Promise<void> {
  const turns = await page.evaluate(() => {
    // What is far from the window has its place once it is painted.
    const painted = new CSSStyleSheet()
    painted.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [painted]
    const dialog = document.querySelector('dialog:modal')
    const sticks = (element: Element | null): boolean =>
      element !== null &&
      element !== dialog &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || sticks(element.parentElement))
    const stops = [
      ...(dialog ?? document.body).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary',
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        // A skip link has its place when it is seen; on a phone a row's menu is in the head of its card, and who works in
        // the first line of the console.
        !element.matches('.skip, :disabled, [id^="row-"][id$="-menu"], #console .masthead *') &&
        !sticks(element),
    )
    // On a desk the price, which comes before what is sent, stands to the right of it.
    const columnOf = (element: Element) =>
      element.closest('.check > .card:first-child, .check > .register > *')
    const found = stops.flatMap((stop, index) => {
      const before = stops[index - 1]
      if (!before) return []
      const columns = [before, stop].map(columnOf)
      if (!columns.includes(null) && columns[0] !== columns[1]) return []
      const from = before.getBoundingClientRect()
      const to = stop.getBoundingClientRect()
      const isAbove = to.bottom <= from.top && to.left < from.right
      // Lines overlap a little where one is higher: what begins the next one is not beside.
      const isBefore = to.right <= from.left && (to.top + to.bottom) / 2 < from.bottom
      return isAbove || isBefore
        ? [[before, stop].map(({ outerHTML }) => outerHTML.slice(0, 120))]
        : []
    })
    document.adoptedStyleSheets = []
    return found
  })
  expect(turns, 'what comes after something that it stands above, or to the left of').toEqual([])
}

/** CSS pixels. */
const LEAST = 24
const MAIN = 44
/** In the table of facilities, where the pointer is fine. */
const DENSE = 36

/** WCAG 2.5.8 for all targets but links inside a sentence; 2.5.5 for all controls but the dense rows of a table. */
export async function expectTargets(page: Page): Promise<void> {
  const targets = await page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
      // A skip link has its size when it is seen.
      .filter((element) => !element.matches('.skip'))
      .map((element) => {
        const isTick = element.matches('[type="checkbox"], [type="radio"]')
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
        const area = isTick && label ? label : element
        const { width, height } = area.getBoundingClientRect()
        const ownLine = element.parentElement?.textContent === element.textContent
        const isLink = element.matches('a')
        const isDense =
          element.closest('.facilities') !== null &&
          matchMedia('(width >= 48rem) and (pointer: fine)').matches
        const name = element.outerHTML.slice(0, 120)
        return { name, width, height, isLink, ownLine, isDense }
      })
      .filter(({ width, isLink, ownLine }) => width > 0 && (!isLink || ownLine)),
  )
  const small = targets.filter(({ width, height, isLink, isDense }) => {
    const least = isDense ? DENSE : MAIN
    return Math.min(width, height) < (isLink ? LEAST : least)
  })
  expect(small, 'targets too small').toEqual([])
}

/** WCAG 2.2.2, 2.3.3: nothing moves, whether or not a person asked for that. */
export async function expectStillness(page: Page): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML : 'other')),
  )
  expect(moving, 'what moves').toEqual([])
}

/** Dates, hours and figures with their unit, and the receipt numbers that people read out. */
const FIGURE =
  /\d[\d,.:〜年月]*(?:日間?|か所|[円件桁分]|文字|行目|末時点)?|0\d+-\d+-\d+|\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g

/** A figure that a line's end cuts in two is read wrongly. */
export async function expectWholeFigures(page: Page): Promise<void> {
  const broken = await page.evaluate((pattern) => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // Addresses and names may be longer than any line.
      if (text.parentElement?.closest('option, script, noscript, bdi, [translate="no"]')) continue
      for (const { 0: figure, index } of (text.textContent ?? '').matchAll(
        new RegExp(pattern, 'g'),
      )) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + figure.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(`${figure} in ${text.textContent}`)
      }
    }
    return found
  }, FIGURE.source)
  expect(broken, 'figures cut in two').toEqual([])
}

/** Characters of a line at the least, and of a text column at the most (in em). */
const SHORTEST_LINE = 3
const WIDEST_COLUMN = 42
/** A bracket with at most so many characters stays on one line. */
const SHORT_BRACKET = 6

/**
 * Japanese text as a typographer breaks it: no line of one or two characters, no short bracket cut in two, no column
 * so wide that the eye loses its line.
 */
export async function expectCalmLines(page: Page): Promise<void> {
  const faults = (await page.evaluate(paragraphs)).flatMap(faultsOfLines)
  expect(faults, 'lines that are too short, cut or too wide').toEqual([])
}

/** `isTyped`: of a name, an address or a number, which may be longer than any line. */
type Letter = { letter: string; isTyped: boolean; middle: number; left: number; right: number }
/** Letters as they stand, in CSS pixels; `em` is the size of their font. */
type Paragraph = { em: number; letters: Letter[] }

function faultsOfLines({ em, letters }: Paragraph): string[] {
  const lines: Letter[][] = []
  for (const [index, letter] of letters.entries()) {
    const before = letters[index - 1]
    if (!before || Math.abs(letter.middle - before.middle) > em * 0.7) lines.push([])
    lines.at(-1)?.push(letter)
  }
  if (lines.length < 2) return []
  const texts = lines.map((line) => line.map(({ letter }) => letter).join(''))
  const shown = texts.join('／')
  const width = Math.max(...lines.map((line) => (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0)))
  const cut = [...shown.matchAll(/[（「『【(]([^）」』】)（「]*)[）」』】)]/g)].find(
    ([, inside = '']) =>
      inside.includes('／') && inside.replaceAll('／', '').length <= SHORT_BRACKET,
  )
  return [
    lines.some((line) => line.length < SHORTEST_LINE && !line.some(({ isTyped }) => isTyped)) &&
      `short line: ${shown}`,
    cut && `cut bracket: ${shown}`,
    width > WIDEST_COLUMN * em + 1 && `${Math.round(width / em)} em wide: ${shown}`,
  ].filter((fault) => typeof fault === 'string')
}

/** Runs in the page: its text by block and forced break, but for cells and lists of what people typed, and what is only heard. */
function paragraphs(): Paragraph[] {
  const byBlock = new Map<Element, Paragraph[]>()
  const isInline = (element: Element) => {
    const { display } = getComputedStyle(element)
    return (
      /^(inline|contents)$/.test(display) || (display === 'inline-block' && element.matches('span'))
    )
  }
  const blockOf = (element: Element): Element =>
    isInline(element) && element.parentElement ? blockOf(element.parentElement) : element
  const newParagraph = (block: Element): Paragraph => {
    const paragraph = { em: Number.parseFloat(getComputedStyle(block).fontSize), letters: [] }
    byBlock.set(block, [...(byBlock.get(block) ?? []), paragraph])
    return paragraph
  }
  const noProse =
    'option, select, textarea, script, noscript, code, pre, td, th, [role="cell"], dd, .skip'
  const isUnseen = (element: Element | null): boolean =>
    element !== null && (element.clientWidth === 1 || isUnseen(element.parentElement))
  const range = document.createRange()
  const nodes = document.createTreeWalker(document.body)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement
    if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest(noProse)) continue
    if (isUnseen(parent)) continue
    const isTyped = parent.closest('bdi, [translate="no"]') !== null
    if (node.nodeName === 'BR') newParagraph(blockOf(parent))
    if (!(node instanceof Text)) continue
    const paragraph = byBlock.get(blockOf(parent))?.at(-1) ?? newParagraph(blockOf(parent))
    for (const { 0: letter, index } of node.data.matchAll(/\S/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + letter.length)
      const { top, bottom, left, right, width } = range.getBoundingClientRect()
      if (width > 0)
        paragraph.letters.push({ letter, isTyped, middle: (top + bottom) / 2, left, right })
    }
  }
  return [...byBlock.values()].flat()
}
