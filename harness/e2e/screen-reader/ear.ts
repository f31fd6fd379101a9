/** What a person would hear: Orca writes every sentence that it speaks into its debug file. */
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const SPEECH = /SPEECH OUTPUT: '(.*)' ?(?:\{.*\})?$/
/** The names of keys, which Orca says as they are pressed. */
const KEY_ECHO =
  /^(?:tab|shift|left shift|left control|control|return|space|up|down|home|end|escape)\.?$/i
const POLL_MS = 100

export class Ear {
  readonly #log: string
  #read = 0
  #rest = ''
  /** Every sentence so far, in order. */
  readonly sentences: string[] = []

  constructor(log: string) {
    this.#log = log
  }

  /** A place in the sentences, to ask later what came after it. */
  async now(): Promise<number> {
    await this.#listen()
    return this.sentences.length
  }

  async since(place: number): Promise<string[]> {
    await this.#listen()
    return this.sentences.slice(place)
  }

  /** Waits for a sentence after this place; whether it came in time. */
  async heard(wanted: RegExp, place: number, timeout: number): Promise<boolean> {
    const deadline = Date.now() + timeout
    while (Date.now() < deadline) {
      if ((await this.since(place)).some((sentence) => wanted.test(sentence))) return true
      await pause(POLL_MS)
    }
    return false
  }

  /** Resolves when nothing has been said for a while. */
  async silence(quiet: number, timeout: number): Promise<void> {
    const deadline = Date.now() + timeout
    let count = await this.now()
    let since = Date.now()
    while (Date.now() < deadline && Date.now() - since < quiet) {
      await pause(POLL_MS)
      const next = await this.now()
      if (next !== count) since = Date.now()
      count = next
    }
  }

  async #listen(): Promise<void> {
    const file = await open(this.#log)
    try {
      const { size } = await file.stat()
      const bytes = Buffer.alloc(size - this.#read)
      await file.read(bytes, 0, bytes.length, this.#read)
      this.#read = size
      const lines = (this.#rest + bytes.toString()).split('\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) {
        const sentence = SPEECH.exec(line)?.[1]?.trim()
        if (sentence && !KEY_ECHO.test(sentence)) this.sentences.push(sentence)
      }
    } finally {
      await file.close()
    }
  }
}
