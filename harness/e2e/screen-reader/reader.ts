/** A person who reads with their ears: presses keys, listens, and notes what was not heard, or twice. */
import type { BrowserName, Desktop } from './desktop.ts'

/** Milliseconds without a word after which an answer is over, and at most. */
const PAUSE_MS = 700
const ANSWER_MS = 6000
/** The same of a page that is read whole. */
const PAGE_PAUSE_MS = 3000
const PAGE_MS = 180_000
const OUTCOME_MS = 30_000

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** The skip link, with which every page begins. */
const FIRST_WORDS = /^本文へ進む/

export class Reader {
  readonly #desktop: Desktop
  readonly browser: BrowserName
  /** Keys and sentences, to be read. */
  readonly transcript: string[] = []
  /** What was not as it must be. */
  readonly faults: string[] = []
  #place = 0

  constructor(desktop: Desktop, browser: BrowserName) {
    this.#desktop = desktop
    this.browser = browser
  }

  /**
   * Opens a page and listens until it has been read to its last words; its sentences. Orca reads by itself once the browser
   * says that the page is loaded, which Chromium 156 does not say: then it is asked to.
   */
  async open(url: string, lastWords: RegExp): Promise<string[]> {
    const { ear } = this.#desktop
    this.#place = await ear.now()
    await this.#desktop.open(this.browser, url)
    await ear.heard(/./, this.#place, PAGE_MS)
    await ear.silence(PAGE_PAUSE_MS, PAGE_MS)
    if (!(await ear.since(this.#place)).some((sentence) => lastWords.test(sentence)))
      await this.#askForAll()
    if (!(await ear.heard(lastWords, this.#place, PAGE_MS)))
      throw new Error(`the page was not read to its end: ${lastWords}`)
    return this.#answer('opens the page')
  }

  /** Has what stands in the window read from its first to its last word; its sentences. */
  async readWhole(): Promise<string[]> {
    const { ear } = this.#desktop
    await ear.silence(PAGE_PAUSE_MS, PAGE_MS)
    await this.#askForAll()
    await ear.silence(PAGE_PAUSE_MS, PAGE_MS)
    return this.#answer('has the page read')
  }

  /** Orca's key for reading all, from the top. */
  async #askForAll(): Promise<void> {
    const { ear } = this.#desktop
    // A window that has just come may not have the keyboard yet.
    for (let tries = 0; tries < 3; tries += 1) {
      await this.#desktop.press('ctrl+Home')
      await ear.silence(PAUSE_MS, ANSWER_MS)
      this.#place = await ear.now()
      await this.#desktop.press('KP_Add')
      if (await ear.heard(/./, this.#place, ANSWER_MS)) return
    }
  }

  /** Takes the content of the clipboard from a text file, as another program would put it there. */
  async copyFile(address: string): Promise<void> {
    await this.#desktop.open(this.browser, address)
    await this.#desktop.ear.silence(PAUSE_MS * 3, PAGE_MS)
    await this.#desktop.press('ctrl+a', 'ctrl+c')
  }

  /** Goes to another page in the window that is open, as a typed address does; its sentences. */
  async goTo(url: string, lastWords: RegExp): Promise<string[]> {
    const { ear } = this.#desktop
    await this.#desktop.press('ctrl+l')
    await ear.silence(PAUSE_MS, ANSWER_MS)
    await this.#desktop.type(url)
    this.#place = await ear.now()
    await this.#desktop.press('Return')
    if (!(await ear.heard(lastWords, this.#place, PAGE_MS)))
      throw new Error(`the page was not read to its end: ${lastWords}`)
    return this.#answer('goes to the page')
  }

  /** Presses a key and listens; every key that moves has an answer, which a busy machine gives late. */
  async press(key: string): Promise<string[]> {
    this.#place = await this.#desktop.ear.now()
    await this.#desktop.press(key)
    await this.#desktop.ear.heard(/./, this.#place, ANSWER_MS)
    return this.#answer(key)
  }

  /** Presses Tab until a control of this name is heard; its sentences. */
  async tabTo(name: RegExp, key = 'Tab', most = 90): Promise<string[]> {
    for (let presses = 0; presses < most; presses += 1) {
      const heard = await this.press(key)
      if (heard.some((sentence) => name.test(sentence))) return heard
    }
    throw new Error(`${most} times ${key}, and nothing is called ${name}`)
  }

  /** Goes to a field, whose label must be heard once, and types. */
  async fill(label: string, text: string): Promise<void> {
    await this.reach(label)
    await this.type(text)
  }

  /** Types where the focus is; the letters that Orca repeats are not noted, the page's own words are. */
  async type(text: string): Promise<void> {
    const { ear } = this.#desktop
    this.#place = await ear.now()
    await this.#desktop.type(text)
    this.transcript.push(`> types ${text}`)
    await ear.silence(PAUSE_MS, ANSWER_MS)
    const heard = await ear.since(this.#place)
    for (const phrase of heard) if (JAPANESE.test(phrase)) this.transcript.push(`  ${phrase}`)
    this.#noted = heard.length
  }

  /** Goes to a control, whose label must be heard once. */
  async reach(label: string): Promise<void> {
    const heard = (await this.tabTo(new RegExp(`^${label}(?: |$)`))).join(' ')
    const times = heard.split(label).length - 1
    if (times !== 1) this.faults.push(`「${label}」 was said ${times} times: ${heard}`)
  }

  /** A sentence that must come after the last key. */
  async mustHear(sentence: RegExp): Promise<void> {
    const { ear } = this.#desktop
    const isHeard = await ear.heard(sentence, this.#place, OUTCOME_MS)
    await ear.silence(PAUSE_MS, ANSWER_MS)
    const heard = await ear.since(this.#place)
    // What was noted after the key already is not noted again.
    for (const more of heard.slice(this.#noted)) this.transcript.push(`  ${more}`)
    this.#noted = heard.length
    if (!isHeard) this.faults.push(`not heard: ${sentence}`)
    await this.mustNotRepeat(sentence)
  }

  /** A sentence that must not come twice after the last key. */
  async mustNotRepeat(sentence: RegExp): Promise<void> {
    const heard = (await this.#desktop.ear.since(this.#place)).filter((phrase) =>
      sentence.test(phrase),
    )
    if (heard.length > 1) this.faults.push(`heard ${heard.length} times: ${heard[0]}`)
  }

  /** A sentence that must not come before the page is read from its first words on. */
  mustNotHear(heard: readonly string[], sentence: RegExp): void {
    const first = heard.findIndex((phrase) => FIRST_WORDS.test(phrase))
    for (const phrase of heard.slice(0, first))
      if (sentence.test(phrase)) this.faults.push(`must not be heard: ${phrase}`)
  }

  #noted = 0

  async #answer(action: string): Promise<string[]> {
    const { ear } = this.#desktop
    await ear.silence(PAUSE_MS, ANSWER_MS)
    const heard = await ear.since(this.#place)
    this.transcript.push(`> ${action}`, ...heard.map((sentence) => `  ${sentence}`))
    this.#noted = heard.length
    return heard
  }
}
